"""One line for the person who watches. The cases stand in `cases/capsules.md`: said as TOML, told in three widths."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batonpass.brief.ended import End, ended
from batonpass.brief.moment import moment, names, names_of
from batonpass.brief.width import columns
from batonpass.model.errors import NotFound, WrongUse
from batonpass.tables import load
from tests import cases

CASES = cases.load(Path(__file__).parent / "cases" / "capsules.md")
KEPT = "\u200d"  # joins emoji
TEXTS = st.text(max_size=80)


def told(said: dict[str, object], width: int = 0, *, ascii_only: bool = False) -> str:
    if name := said.get("moment"):
        values = {key: str(value) for key, value in said.items() if key != "moment"}
        return moment(str(name), values, width=width, ascii_only=ascii_only)
    lines = said.pop("lines")
    assert isinstance(lines, list)
    end = End(lines=tuple(lines), **{key: str(value) for key, value in said.items()})
    said["lines"] = lines
    return ended(end, width=width, ascii_only=ascii_only)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_capsules(case: cases.Case) -> None:
    said = tomllib.loads(case.parts["input"])
    lines = [told(said), told(said, ascii_only=True), told(said, 80), told(said, 40)]
    assert lines[1].isascii()
    assert columns(lines[2]) <= 80
    assert columns(lines[3]) <= 40
    cases.check(case, "\n".join(lines))


def test_every_moment_has_a_case() -> None:
    shown = {tomllib.loads(case.parts["input"]).get("moment") for case in CASES}
    assert shown >= set(names())


def test_every_sign_has_one_in_ascii() -> None:
    table = load.table("capsules")
    signs = {
        *table["signs"].values(),
        *(how["sign"] for how in (*table["ends"].values(), *table["moments"].values())),
    }
    for playbook in load.names("playbooks"):
        signs |= set(load.playbook(playbook).team.signs.values())
    assert signs <= table["ascii"].keys()
    assert all(plain.isascii() for plain in table["ascii"].values())


@given(
    lines=st.tuples(TEXTS, TEXTS, TEXTS),
    group=st.text(max_size=20),
    width=st.integers(30, 200),
    plain=st.booleans(),
)
def test_no_text_breaks_the_line_or_its_width(
    lines: tuple[str, str, str], group: str, width: int, *, plain: bool
) -> None:
    end = End(title="Developer", status="READY_FOR_QA", lines=lines, group=group, next="QA Expert")
    line = ended(end, width=width, ascii_only=plain)
    assert columns(line) <= width
    assert not any(c in line for c in "\n\r\t\x1b\u202e\u2028")
    assert not plain or line.isascii()


def test_emoji_and_wide_letters_count_twice() -> None:
    assert (columns("🔨"), columns("⚠️"), columns("漢字"), columns("e\u0301")) == (2, 2, 4, 1)


def test_a_moment_nobody_knows_names_those_there_are() -> None:
    with pytest.raises(NotFound, match="session_start, planning"):
        moment("party", {})
    with pytest.raises(WrongUse, match="any of group, branch, into"):
        moment("merged", {"colour": "red"})
    assert names_of("merged") == ("group", "branch", "into")
