"""Claims held against evidence: the cases stand in `claims.md`."""

from pathlib import Path

import pytest

from tests.cases import Case, check, load
from tests.compact.evidence import told

CASES = load(Path(__file__).parent / "claims.md")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_what_differs_and_what_holds(case: Case) -> None:
    check(case, told(case.parts))
