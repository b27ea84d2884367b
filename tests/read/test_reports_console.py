"""What runners print and what is read of it: the cases stand in `reports/console.md`."""

from pathlib import Path

import pytest

from tests.cases import Case, check, load
from tests.read.reports.told import told

CASES = load(Path(__file__).parent / "reports" / "console.md")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_log_says_this(case: Case) -> None:
    check(case, told("console.log", case.parts["log"].replace("␛", "\x1b")), "says")
