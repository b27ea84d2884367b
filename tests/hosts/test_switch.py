"""Personas in one session, with the real client: their profiles do not pile up, and what they did is not lost."""

import re
from pathlib import Path

import pytest

from batonpass.measure.vocabulary import Vocabulary
from batonpass.read.yaml_tree import documents
from evaluation.personas import STORY, mark
from tests.hosts.client import House, needs_client
from tests.hosts.model import Answer, Asked, Model, says
from tests.hosts.personas import artifacts, command, hooked

pytestmark = needs_client

DECIDED = "Keep the session in an httpOnly cookie"
TOLD = re.compile(r"```yaml\n(.*?)```", re.DOTALL)


def working(asked: Asked) -> Answer:
    """Decide something at every turn."""
    if asked.summing_up:
        return says("The team worked on the login.")
    return says(f"## Decisions\n\n- **Decision**: {DECIDED}, because scripts cannot read it.\n")


def holds(asked: Asked) -> set[str]:
    """Return whose profiles stand in a request from their first to their last line."""
    return {name for name in ("sm", "po", "dev", "qa", "devops") if asked.text.count(mark(name)) >= 2}


@pytest.mark.parametrize("mode", ["warn", "enforce"])
def test_the_next_persona_is_given_what_the_one_before_it_leaves(tmp_path: Path, mode: str) -> None:
    house = House(tmp_path)
    hooked(house, mode)
    with Model(working) as model:
        house.talk(model, command("sm", "*draft 1.2"), command("po", "*validate 1.2"))
    assert house.journal("hook.failed") == []
    (path,) = artifacts(house)
    assert re.fullmatch(r"handoff-sm-to-po-\d{4}-\d\d-\d\dT\d{6}Z\.yaml", path.name)
    value = documents(path.read_text("utf-8"))[0]["handoff"]
    assert value["decisions"] == [f"{DECIDED} (scripts cannot read it)"]
    assert value["story_context"]["story_path"] == STORY
    assert value["last_command"] == "*draft 1.2"
    assert value["consumed"] is True
    (told,) = TOLD.findall(model.main[-1].text)
    assert Vocabulary().count(told) <= 500
    assert DECIDED in told


def test_observing_writes_the_artifact_and_says_nothing(tmp_path: Path) -> None:
    house = House(tmp_path)
    hooked(house, "observe")
    with Model(working) as model:
        house.talk(model, command("sm"), command("po"), command("dev"), "/clear", "go on")
    assert len(artifacts(house)) == 2
    assert not any("kept by batonpass" in asked.text for asked in model.requests)


def test_a_third_profile_is_refused_and_clearing_is_the_way_on(tmp_path: Path) -> None:
    house = House(tmp_path)
    hooked(house, "enforce")
    with Model(working) as model:
        told = house.talk(
            model, command("sm"), command("po"), command("dev", "*develop 1.2"), "/clear", "go on"
        )
    assert house.journal("hook.failed") == []
    assert "full profiles of sm and po" in told[2].result
    assert "/clear" in told[2].result
    assert "/compact" not in told[2].result  # the client keeps what came as a command
    assert [holds(asked) for asked in model.main] == [{"sm"}, {"sm", "po"}, {"dev"}]
    given = TOLD.findall(model.main[-1].text)
    assert [documents(text)[0]["handoff"]["to_agent"] for text in given] == ["po", "dev"]
    assert "The user asked dev: *develop 1.2" in model.main[-1].text
    assert all(documents(path.read_text("utf-8"))[0]["handoff"]["consumed"] for path in artifacts(house))
    (refused,) = house.journal("agent.refused")
    assert (refused["agent"], refused["holds"]) == ("dev", ["sm", "po"])


def test_compacting_is_a_way_on_where_profiles_came_by_name(tmp_path: Path) -> None:
    house = House(tmp_path)
    hooked(house, "enforce")
    with Model(working) as model:
        told = house.talk(model, "@sm draft it", "@po check it", "@dev build it", "/compact", "go on")
    assert "/compact" in told[2].result
    assert holds(model.main[-1]) == {"dev"}
    assert len(TOLD.findall(model.main[-1].text)) == 2


def test_after_a_compaction_only_one_of_the_profiles_applies(tmp_path: Path) -> None:
    house = House(tmp_path)
    hooked(house, "warn")
    with Model(working) as model:
        house.talk(model, command("sm"), command("po"), "/compact", "go on")
    last = model.main[-1]
    assert "only that of po applies" in last.text
    assert last.text.count(f"{mark('po')} ends") == 1


def test_a_name_in_code_or_in_an_address_switches_nothing(tmp_path: Path) -> None:
    house = House(tmp_path)
    hooked(house, "enforce")
    with Model(working) as model:
        house.talk(model, command("sm"), "write to me@dev.com what `@dev` does in src/@dev/x")
    assert artifacts(house) == []


def test_a_session_begins_with_what_was_left_for_its_persona(tmp_path: Path) -> None:
    house = House(tmp_path)
    hooked(house, "warn")
    left = house.write(
        ".aios/handoffs/handoff-po-to-dev-2026-03-01T100000Z.yaml",
        "handoff:\n  from_agent: po\n  to_agent: dev\n  next_action: Build it.\n",
    )
    with Model(working) as model:
        house.run(model, command("dev"))
        house.run(model, command("dev"))
    first, second = (asked.text for asked in model.main)
    assert "next_action: Build it." in first
    assert "next_action: Build it." not in second
    assert "consumed: true" in left.read_text("utf-8")


def test_what_the_one_who_goes_on_did_itself_survives_the_clearing(tmp_path: Path) -> None:
    house = House(tmp_path)
    hooked(house, "warn")
    with Model(working) as model:
        house.talk(model, command("sm"), command("po", "*validate 1.2"), "/clear", "go on")
    assert house.journal("hook.failed") == []
    last = model.main[-1]
    assert holds(last) == {"po"}
    given = [documents(text)[0]["handoff"] for text in TOLD.findall(last.text)]
    assert sorted((one["from_agent"], one["last_command"]) for one in given) == [
        ("po", "*validate 1.2"),
        ("sm", ""),
    ]


def test_who_is_called_after_a_clearing_is_given_what_was_done_before_it(tmp_path: Path) -> None:
    house = House(tmp_path)
    hooked(house, "enforce")
    with Model(working) as model:
        house.talk(model, command("dev", "*develop 1.2"), "/clear", command("qa", "*review 1.2"))
    assert house.journal("hook.failed") == []
    last = model.main[-1]
    assert holds(last) == {"qa"}
    (given,) = [documents(text)[0]["handoff"] for text in TOLD.findall(last.text)]
    assert (given["from_agent"], given["to_agent"], given["last_command"]) == ("dev", "qa", "*develop 1.2")
    assert given["decisions"] == [f"{DECIDED} (scripts cannot read it)"]
