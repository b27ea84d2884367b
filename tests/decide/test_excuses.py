"""Rationalisations by families of wording: the cases in `cases/excuses.md`, and what other texts must not set off."""

from pathlib import Path

import pytest

from batonpass.decide.excuses import Excuses
from batonpass.tables import load
from tests.cases import Case, check
from tests.cases import load as cases

TABLE = load.words("excuses")
KNOWN = Excuses(**TABLE)
CASES = cases(Path(__file__).parent / "cases" / "excuses.md")


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case: Case) -> None:
    at_gate = "reason" in case.parts
    found = KNOWN.said_in(case.parts["reason" if at_gate else "message"], at_gate=at_gate)
    told = "".join(f"{one.line}  {one.family}: {one.quote}\n" for one in found)
    check(case, f"{told}\n{KNOWN.answer(found)}\n" if found else "nothing\n")


@pytest.mark.parametrize("family", TABLE["family"], ids=lambda family: family["example"])
def test_every_family_finds_its_own_example(family: dict[str, str]) -> None:
    found = KNOWN.said_in(family["example"], at_gate=not family.get("never_at_gate"))
    assert family["name"] in {one.family for one in found}
    assert KNOWN.answer(found).endswith("Follow the gate. No exceptions.")


def test_the_replies_are_those_of_the_method() -> None:
    (one,) = KNOWN.said_in("Outputs are already persisted", at_gate=True)
    assert one.reply == "Persisted ≠ compacted from context. Both are required."


def test_a_mark_stands_in_every_example_that_speaks_of_a_gate() -> None:
    for family in TABLE["family"]:
        if not (family.get("needs_gate") or family.get("only_at_gate")):
            assert any(mark in family["example"].casefold() for mark in TABLE["marks"]), family["example"]


WORDINGS = {
    name: part.splitlines()
    for case in cases(Path(__file__).parent / "wordings.md")
    for name, part in case.parts.items()
}


def test_many_wordings_of_the_same_thoughts_are_recognised() -> None:
    missed = [line for line in WORDINGS["excuses"] if not KNOWN.said_in(line, at_gate=True)]
    assert missed == []
    assert KNOWN.said_in("I know the risks: skip the compaction gate, I accept them.", at_gate=True) == ()
    heard = [line for line in WORDINGS["excuses"] if KNOWN.said_in(line)]
    assert len(heard) >= 0.9 * len(WORDINGS["excuses"])


def test_ordinary_work_is_no_excuse() -> None:
    assert [line for line in WORDINGS["ordinary"] if KNOWN.said_in(line)] == []
