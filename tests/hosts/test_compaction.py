"""A context is compacted, or a session begins: what must be known is known, with the real client."""

import re
from pathlib import Path

import pytest

from batonpass.measure.vocabulary import Vocabulary
from tests.hosts.client import House, needs_client, spawn
from tests.hosts.model import Answer, Asked, Call, Model, says
from tests.hosts.reports import report

pytestmark = needs_client

FULL = 190_000
SMALL_WINDOW = {"CLAUDE_CODE_AUTO_COMPACT_WINDOW": "200000"}  # or this client does not compact by itself
PINNED = re.compile(r"# Pinned by batonpass.*?(?=\n</system-reminder>)", re.DOTALL)
OFFERED = "Where the last session left off"
DEMAND = "Move the session tokens into cookies. Never touch src/legacy."


def working(asked: Asked) -> Answer:
    """One agent is started, then the context is full, then the work goes on."""
    if asked.summing_up:
        return says("The user and the model worked on something.")
    if asked.agent:
        return says(report("research", 4))
    if asked.turn == 0:
        return says(Call("Agent", spawn("general-purpose", "Look at tokens", run_in_background=False)))
    if asked.turn == 1:
        return says("## Blockers\n\n- The staging key is missing, so the login cannot be tried.")
    if asked.turn == 2:
        return says(Call("Bash", {"command": "echo hi"}), context=FULL)
    return says("fine")


def compacted(house: House) -> Model:
    with Model(working) as model:
        first = house.run(model, DEMAND)
        done = house.run(model, "go on", "--resume", first.id, env=SMALL_WINDOW)
    assert done.result == "fine"
    return model


@pytest.mark.parametrize("mode", ["warn", "enforce"])
def test_what_is_pinned_is_told_to_the_summariser_and_comes_back_word_for_word(
    tmp_path: Path, mode: str
) -> None:
    house = House(tmp_path)
    house.install(f'mode = "{mode}"\n')
    model = compacted(house)
    assert house.journal("hook.failed") == []
    back = PINNED.findall(model.main[-1].text)
    assert len(back) == 1
    assert Vocabulary().count(back[0]) <= 500
    assert f"> {DEMAND}" in back[0]
    assert "Blocked: The staging key is missing" in back[0]
    assert re.search(r"- general-purpose \w{12}: .*manifest\.json", back[0])
    summing = next(asked for asked in model.requests if asked.summing_up)
    assert back[0].strip() in summing.last
    assert [e["event"] for e in house.journal("context.compacting", "context.compacted")] == [
        "context.compacting",
        "context.compacted",
    ]


def test_observing_pins_nothing_and_records_it(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.install('mode = "observe"\n')
    model = compacted(house)
    assert not any("batonpass" in asked.text for asked in model.requests)
    assert len(house.journal("context.compacting")) == 1


def test_the_last_handoff_is_offered_to_one_new_session_and_to_no_other(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.install('mode = "warn"\n')
    first = compacted(house)
    assert not any(OFFERED in asked.text for asked in first.requests)
    with Model(lambda _: says("fine")) as model:
        house.run(model, "hello")
        house.run(model, "hello again")
    offered, again = (asked.text for asked in model.main)
    assert OFFERED not in again
    assert f"> {DEMAND}" in offered
    text = offered[offered.index(f"# {OFFERED}") :].split("\n</system-reminder>")[0]
    assert Vocabulary().count(text) <= 500


def test_a_project_without_handoffs_offers_nothing(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.install('mode = "enforce"\n')
    with Model(lambda _: says("fine")) as model:
        house.run(model, "hello")
    assert "batonpass" not in model.main[-1].text


def test_a_later_word_is_no_part_of_an_earlier_section_and_what_the_client_was_told_no_demand(
    tmp_path: Path,
) -> None:
    house = House(tmp_path)
    house.install('mode = "warn"\n')

    def script(asked: Asked) -> Answer:
        if asked.summing_up:
            return says("They talked.")
        decided = "## Decisions\n\n- Keep cents because floats round." if "BEGIN" in asked.last else "fine"
        return says(decided)

    with Model(script) as model:
        house.talk(model, "BEGIN and use tabs", "/compact keep the names", "and now?", "/compact", "go on")
    assert house.journal("hook.failed") == []
    back = PINNED.findall(model.main[-1].text)[-1]
    assert [line for line in back.splitlines() if line.startswith("Decided")] == [
        "Decided: Keep cents (floats round)"
    ]
    assert "> BEGIN and use tabs" in back
    assert "/compact" not in back
