"""What comes back from subagents, with the real client: the main context never holds their reports."""

import re
from pathlib import Path

import pytest

from batonpass.measure.vocabulary import Vocabulary
from tests.hosts.client import House, needs_client, texts
from tests.hosts.model import Answer, Asked, Call, Model, says
from tests.hosts.reports import AGENTS, FEEDBACK, MARK, Team, one_agent, report

pytestmark = needs_client

NOTE = re.compile(r"<result>(.*?)</result>", re.DOTALL)
REPORT = re.compile(r"The report follows:\n(.*?)\nagentId:", re.DOTALL)
MOST = 300  # tokens that an implementer may cost the main context


def came_back(model: Model) -> list[str]:
    """Return what the main agent's model was given of each agent that ended."""
    last = model.main[-1].text
    return [*REPORT.findall(last), *NOTE.findall(last)]


def grown(model: Model, script: Team) -> list[int]:
    """Return what each agent cost the main context, in tokens, beyond the call that started it.

    Of a notification only the result is ours to shorten: the frame alone has about 300 tokens.
    """
    count = Vocabulary().count
    if script.background:
        return [count(result) for result in NOTE.findall(model.main[-1].text)]
    results = (block for message in model.main[-1].messages for block in message["content"])
    told = [block["content"] for block in results if block["type"] == "tool_result"]
    return [count("\n".join(part["text"] for part in parts)) for parts in told]


def full_text(house: House, shown: str) -> str:
    """Return what stands at the path that a short text names."""
    path = re.search(r"\S+/final-message\.md", shown)
    assert path is not None
    return (house.project / path[0]).read_text("utf-8")


@pytest.mark.parametrize("mode", ["warn", "enforce"])
@pytest.mark.parametrize("background", [False, True])
def test_no_report_of_four_parallel_agents_reaches_the_main_context(
    tmp_path: Path, mode: str, *, background: bool
) -> None:
    house = House(tmp_path)
    house.install(f'mode = "{mode}"\nbackground = "allow"\n')
    script = Team(background=background, obeys=True)
    with Model(script) as model:
        done = house.run(model, "begin")
    assert done.result == "all done"
    assert house.journal("hook.failed", "return.unheeded") == []
    assert MARK not in texts(model.main)
    back = came_back(model)
    assert len(back) == AGENTS
    assert max(grown(model, script)) <= MOST
    for shown in back:
        assert len(full_text(house, shown)) > 46_000
    assert script.asked_back == (AGENTS if background else 0)


def test_in_enforce_nobody_runs_in_the_background_unless_the_project_says_so(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.install('mode = "enforce"\n')
    script = Team(background=True, obeys=False)
    with Model(script) as model:
        house.run(model, "begin")
    assert MARK not in texts(model.main)
    assert len(came_back(model)) == AGENTS
    assert script.asked_back == 0


@pytest.mark.parametrize(("mode", "times"), [("warn", 1), ("enforce", 2)])
def test_a_background_agent_that_never_obeys_gets_through_once_and_the_journal_says_so(
    tmp_path: Path, mode: str, times: int
) -> None:
    house = House(tmp_path)
    house.install(f'mode = "{mode}"\nbackground = "allow"\n')
    script = Team(background=True, obeys=False, kilobytes=8)
    with Model(script) as model:
        house.run(model, "begin")
    assert script.asked_back == AGENTS * times
    assert len(house.journal("return.unheeded")) == AGENTS
    assert model.main[-1].text.count(f"{MARK} part-0 line 1:") == 1


def test_observing_changes_nothing_and_keeps_everything(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.install('mode = "observe"\n')
    with Model(Team(background=False, obeys=True, kilobytes=8)) as model:
        house.run(model, "begin")
    assert f"{MARK} part-3 line 1:" in model.main[-1].text
    assert "Your last message" not in texts(model.of_agents())
    assert len(house.journal("handoff.published")) == AGENTS


def test_a_short_message_comes_back_as_it_is(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.install('mode = "enforce"\n')
    with Model(one_agent("general-purpose", "Look", lambda _: says("It is in src/a.py, line 3."))) as model:
        house.run(model, "begin")
    assert came_back(model) == ["  It is in src/a.py, line 3."]


def test_the_answer_of_an_agent_whose_product_it_is_arrives(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.install('mode = "enforce"\n')
    answer = "\n".join(f"- Found use {n} of the token in src/module_{n}.py, line {n}." for n in range(40))
    with Model(one_agent("Explore", "Where are tokens used?", lambda _: says(answer))) as model:
        house.run(model, "begin")
    assert MOST < Vocabulary().count(answer) < 1000
    assert all(line in model.main[-1].text for line in answer.splitlines())


def test_changes_are_told_apart_from_those_of_agents_beside_it(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.git()
    house.install('mode = "enforce"\n')
    with Model(Team(background=False, obeys=True, kilobytes=4)) as model:
        house.run(model, "begin")
    manifests = house.manifests()
    assert sorted(m["files_created"] for m in manifests) == [[f"src/part-{n}.py"] for n in range(AGENTS)]


def test_a_document_an_agent_wrote_is_handed_over_though_it_says_nothing_of_it(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.install('mode = "enforce"\n')

    def work(asked: Asked) -> Answer:
        if asked.turn == 0:
            path = str(Path(asked.cwd) / "docs" / "tokens.md")
            return says(Call("Write", {"file_path": path, "content": report("docs", 2)}))
        return says("done, see the docs")

    with Model(one_agent("general-purpose", "Write it up", work)) as model:
        house.run(model, "begin")
    (manifest,) = house.manifests()
    assert "tokens.md" in manifest["detail_files"]
    assert manifest["key_decisions"][0]["decision"] == "Keep tokens of docs in httpOnly cookies."


def test_a_long_answer_repeated_as_asked_is_asked_for_once(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.install('mode = "enforce"\nbackground = "allow"\n')

    def work(asked: Asked) -> Answer:
        if FEEDBACK in asked.last:
            return says(asked.last.split("\n\n", 1)[1].split("</system-reminder>")[0].strip())
        return says(report("answer", 20))

    with Model(one_agent("general-purpose", "Where?", work, run_in_background=True)) as model:
        house.run(model, "begin")
    assert house.journal("return.unheeded", "hook.failed") == []
    assert sum(FEEDBACK in asked.last for asked in model.of_agents()) == 1
    (answer,) = came_back(model)
    assert Vocabulary().count(answer) <= 1000
