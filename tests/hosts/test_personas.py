"""The whole sequence of a story with the real client: what profiles add to the context, by the requests it sends."""

import json
import re
from pathlib import Path

import pytest

from batonpass.measure.vocabulary import Vocabulary
from batonpass.read.yaml_tree import documents
from evaluation.personas import BRANCH, SIZES, STORY, WORKS, mark
from tests.hosts.client import House, needs_client, spawn
from tests.hosts.model import Answer, Asked, Call, Model, says
from tests.hosts.personas import artifacts, command, hooked, settle

pytestmark = needs_client

CALLED = re.compile(r"/AIOS:agents:(\w+)|The user asked (\w+):")
SEED = 0.654  # less than all profiles take, as the story that asks for it measured


def working(asked: Asked) -> Answer:
    """Do the work of whoever was called last."""
    names = [found[1] or found[2] for found in CALLED.finditer(asked.text)]
    return does(asked, names[-1]) if names else says("fine")


def does(asked: Asked, agent: str) -> Answer:
    """Write the persona's file, then say what it decided."""
    work = WORKS[agent]
    if work.file and "tool_result" not in json.dumps(asked.messages[-1]):
        path = str(Path(asked.cwd) / work.file)
        return says(Call("Write", {"file_path": path, "content": "x = 1\n"}))
    return says(work.words)


def tokens(asked: Asked) -> int:
    """Return what the conversation of a request takes, without tools and system prompt."""
    return int(Vocabulary().count(asked.text))


def base(house: House) -> int:
    """Return what a request takes in which nobody was called."""
    with Model(lambda _: says("fine")) as model:
        house.run(model, "hello")
    return tokens(model.main[0])


def sequence(*, clearing: bool) -> list[str]:
    """Return what a person types from the draft to the push; where a profile was refused, they clear and go on."""
    typed = [command(agent, work.command) for agent, work in WORKS.items()]
    sm, po, dev, qa, devops = typed
    return [sm, po, dev, "/clear", "go on", qa, devops, "/clear", "go on"] if clearing else typed


def growth(tmp_path: Path, *, hooks: bool) -> tuple[list[int], list[Asked], House]:
    """Return by how much each request is larger than an empty one."""
    house = House(tmp_path / ("with" if hooks else "without"))
    house.git(BRANCH)
    if hooks:
        hooked(house, "enforce")
    else:
        settle(house)
    empty = base(house)
    with Model(working) as model:
        house.talk(model, *sequence(clearing=hooks))
    return [tokens(asked) - empty for asked in model.main], model.main, house


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[int], list[int], Asked, House]:
    """Return the growth without us and with us, the last request, and the project it came from."""
    folder = tmp_path_factory.mktemp("personas")
    piled, _, _ = growth(folder, hooks=False)
    kept, requests, house = growth(folder, hooks=True)
    return piled, kept, requests[-1], house


Measured = tuple[list[int], list[int], Asked, House]


def test_four_switches_take_less_than_the_story_asked_for(measured: Measured) -> None:
    piled, kept, _, _ = measured
    assert kept[-1] < (1 - SEED) * piled[-1]
    assert max(kept) < 0.5 * max(piled)


def test_only_the_last_profile_is_in_the_context(measured: Measured) -> None:
    _, _, last, _ = measured
    assert {agent for agent in SIZES if mark(agent) in last.text} == {"devops"}
    assert f"{mark('devops')} ends here" in last.text


def test_nothing_critical_is_lost(measured: Measured) -> None:
    _, _, last, house = measured
    assert house.journal("hook.failed") == []
    wanted = [STORY, "Approved", "2.2 Refresh it before it ends", BRANCH]
    wanted += [point for agent in list(WORKS)[:-1] for point in WORKS[agent].points]
    assert [point for point in wanted if point not in last.text] == []


def test_three_artifacts_stay_active_each_within_its_limit(measured: Measured) -> None:
    _, _, _, house = measured
    texts = [path.read_text("utf-8") for path in artifacts(house)]
    assert len(texts) == 3
    assert max(int(Vocabulary().count(text)) for text in texts) <= 500


def test_personas_that_run_as_subagents_never_fill_the_context(tmp_path: Path) -> None:
    house = House(tmp_path)
    hooked(house, "enforce")
    for agent in SIZES:
        path = house.project / ".claude" / "commands" / "AIOS" / "agents" / f"{agent}.md"
        house.write(
            f".claude/agents/{agent}.md",
            f"---\nname: {agent}\ndescription: d\n---\n{path.read_text('utf-8')}",
        )
        path.unlink()
    empty = base(house)

    def script(asked: Asked) -> Answer:
        if asked.agent:
            return says(WORKS[next(agent for agent in SIZES if f"Be {agent}" in asked.first)].words)
        name = re.findall(r"@(\w+)", asked.text)[-1]
        if "tool_result" in json.dumps(asked.messages[-1]):
            return says("done")
        return says(Call("Agent", spawn(name, f"Be {name}", run_in_background=False)))

    with Model(script) as model:
        told = house.talk(model, *(f"@{agent} {work.command}" for agent, work in WORKS.items()))
    assert [one.result for one in told] == ["done"] * 5  # none was refused: no profile ever entered
    left = [documents(path.read_text("utf-8"))[0]["handoff"] for path in artifacts(house)]
    assert [one["from_agent"] for one in left] == ["po", "dev", "qa"]
    assert [one["decisions"][0].partition(" (")[0] for one in left] == [
        WORKS[name].decision for name in ("po", "dev", "qa")
    ]
    briefs = [asked.first for asked in model.of_agents() if "Be qa" in asked.first]
    assert WORKS["dev"].decision in briefs[0]
    assert "start it with the Agent tool" in model.main[-1].text
    assert not any(mark(agent) in model.main[-1].text for agent in SIZES)
    assert tokens(model.main[-1]) - empty < 0.2 * sum(SIZES.values())
