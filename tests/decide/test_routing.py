"""Who is next: the rows of bazinga and its special rules, as cases."""

from pathlib import Path

import pytest

from batonpass.tables import load
from tests import cases
from tests.decide.ends import follow, told

FOLDER = Path(__file__).parent / "cases"
ROWS, RULES = cases.load(FOLDER / "rows.md"), cases.load(FOLDER / "rules.md")
BAZINGA = load.playbook("bazinga")
PLAYBOOK = "playbook"


@pytest.mark.parametrize("case", ROWS, ids=lambda case: case.id)
def test_a_row_from_nothing(case: cases.Case) -> None:
    ends = [next(follow(line, BAZINGA)) for line in case.parts["input"].splitlines()]
    cases.check(case, "\n".join(told(verdict, given=True) for _, verdict in ends))


@pytest.mark.parametrize("case", RULES, ids=lambda case: case.id)
def test_one_end_after_the_other(case: cases.Case) -> None:
    playbook = load.playbook(case.parts.get(PLAYBOOK, "bazinga").strip())
    ends = follow(case.parts["input"], playbook)
    cases.check(case, "\n".join(told(verdict) for _, verdict in ends))


def test_all_rows_are_there_and_no_other() -> None:
    here = [tuple(line.split()[:2]) for case in ROWS for line in case.parts["input"].splitlines()]
    there = [(agent, status) for agent, rows in BAZINGA.routes.of.items() for status in rows]
    assert len(here) == 47
    merges = [row for row in there if row[1].startswith("MERGE_")]
    assert sorted(here) == sorted(set(there) - set(merges))
    assert {agent for agent, _ in merges} == {"developer", "senior_software_engineer"}
    assert len(merges) == 8
