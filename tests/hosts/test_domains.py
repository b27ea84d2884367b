"""Domains of rules in a project, with the real client: when other ones are active, what was done is kept."""

from pathlib import Path

import pytest

from batonpass.read.yaml_tree import documents
from tests.hosts.client import House, needs_client
from tests.hosts.model import Answer, Asked, Model, says
from tests.hosts.personas import artifacts, hooked

pytestmark = needs_client

MANIFEST = """\
CONSTITUTION_STATE=active
CONSTITUTION_ALWAYS_ON=true
AGENT_SM_STATE=active
AGENT_SM_AGENT_TRIGGER=sm
AGENT_PO_STATE=active
AGENT_PO_AGENT_TRIGGER=po
DATABASE_STATE=active
DATABASE_RECALL=migration
UI_STATE=active
UI_RECALL=button
"""


def house_with(folder: Path, mode: str) -> House:
    """Return a project with domains."""
    house = House(folder)
    hooked(house, mode)
    house.write(".synapse/manifest", MANIFEST)
    return house


def working(asked: Asked) -> Answer:
    """Decide something, and fill the context as the turns go on."""
    used = (20_000, 90_000, 130_000, 160_000)[min(asked.turn, 3)]
    return says(
        "## Decisions\n\n- **Decision**: Add the column as nullable, because the table is large.\n",
        context=used,
    )


@pytest.mark.parametrize("mode", ["observe", "warn"])
def test_other_words_are_another_domain_and_what_was_done_is_kept(tmp_path: Path, mode: str) -> None:
    house = house_with(tmp_path, mode)
    with Model(working) as model:
        house.talk(
            model, "write the migration", "and the migration back", "now the button", "/clear", "go on"
        )
    assert house.journal("hook.failed") == []
    (path,) = artifacts(house)
    assert path.name.startswith("handoff-main-to-main-")
    value = documents(path.read_text("utf-8"))[0]["handoff"]
    assert value["decisions"] == ["Add the column as nullable (the table is large)"]
    (changed,) = [event for event in house.journal("domains.changed") if event["before"] != event["now"]]
    assert (changed["before"], changed["now"]) == (["DATABASE"], ["UI"])
    told = "other rules are active now (UI)"
    assert [told in asked.text for asked in model.main] == [False, False, mode == "warn", False]
    assert ("Add the column as nullable" in model.main[-1].text) is (mode == "warn")


def test_a_switch_of_agents_is_one_change_and_not_two(tmp_path: Path) -> None:
    house = house_with(tmp_path, "warn")
    with Model(working) as model:
        house.talk(model, "@sm draft it", "@po check it", "go on")
    assert [path.name.split("-2")[0] for path in artifacts(house)] == ["handoff-sm-to-po"]
    assert [event["now"] for event in house.journal("domains.changed") if event["before"]] == [
        ["AGENT_PO"]
    ] * 2


def test_the_bracket_is_told_when_it_is_another_one_by_the_true_share(tmp_path: Path) -> None:
    house = house_with(tmp_path, "warn")
    with Model(working) as model:
        house.talk(model, "begin", "go on", "go on", "go on", "go on")
    told = [asked.text for asked in model.main]
    assert "Context bracket" not in told[0] + told[1]
    assert "Context bracket: MODERATE, 55.0 % of the window left" in told[2]
    assert "Context bracket: DEPLETED, 35.0 % of the window left" in told[3]
    assert told[4].count("Context bracket: CRITICAL, 20.0 %") == 1
