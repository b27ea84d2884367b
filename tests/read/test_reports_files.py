"""Reports in files and what is read of them: the cases stand in `reports/files.md`."""

from pathlib import Path

import pytest

from tests.cases import Case, check, load
from tests.read.reports.told import told

CASES = load(Path(__file__).parent / "reports" / "files.md")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_report_says_this(case: Case) -> None:
    check(case, told("report", case.parts["report"]), "says")
