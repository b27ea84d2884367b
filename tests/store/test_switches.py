"""Artifacts on disk: found by their names, marked as given whoever wrote them."""

from pathlib import Path

import pytest

from batonpass.model.errors import Outside
from batonpass.store import switches
from batonpass.store.switches import Kept

PLACE = ".baton/switches"


def kept(
    giver: str = "dev", taker: str = "qa", minute: int = 0, text: str = "handoff:\n  consumed: false\n"
) -> Kept:
    at = f"2026-03-01T10:{minute:02}:00Z"
    return Kept(name=switches.named(giver, taker, at), giver=giver, taker=taker, at=at, text=text)


def test_a_name_says_who_hands_to_whom_and_when(tmp_path: Path) -> None:
    switches.put(str(tmp_path), PLACE, kept("data-engineer", "ux-design-expert"))
    (tmp_path / PLACE / "notes.yaml").write_text("x: 1\n", "utf-8")
    (one,) = switches.active(str(tmp_path), PLACE)
    assert (one.giver, one.taker) == ("data-engineer", "ux-design-expert")
    assert one.name == "handoff-data-engineer-to-ux-design-expert-2026-03-01T100000Z.yaml"


@pytest.mark.parametrize(
    "text",
    [
        "handoff:\n  from_agent: dev\n  consumed: false\n",
        "handoff:\n  from_agent: dev\n",
        "from_agent: dev\nto_agent: qa\n",
        "handoff:\n    consumed: no # not yet\n    from_agent: dev\n",
    ],
)
def test_one_that_was_given_is_marked_whoever_wrote_it(tmp_path: Path, text: str) -> None:
    switches.put(str(tmp_path), PLACE, kept(text=text))
    (one,) = switches.active(str(tmp_path), PLACE)
    assert not one.consumed
    switches.consume(str(tmp_path), PLACE, one)
    (again,) = switches.active(str(tmp_path), PLACE)
    assert again.consumed
    assert "from_agent: dev" in again.text or "consumed" in text
    assert again.text.count("consumed") == 1


def test_a_newer_one_of_the_same_part_replaces_it(tmp_path: Path) -> None:
    first, second = kept(minute=1), kept(minute=2)
    switches.put(str(tmp_path), PLACE, kept("po", "dev"))
    switches.put(str(tmp_path), PLACE, first)
    switches.put(str(tmp_path), PLACE, second, first.name)
    assert [one.name for one in switches.active(str(tmp_path), PLACE)] == [
        kept("po", "dev").name,
        second.name,
    ]
    assert switches.find(str(tmp_path), PLACE, first.name).text == first.text


def test_a_folder_outside_of_the_project_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Outside):
        switches.folder(str(tmp_path), "../elsewhere")
