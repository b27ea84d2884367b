"""Reports in files and what is read of them: the cases stand in `reports/files.md`."""

from pathlib import Path

import pytest

from batonpass.model.evidence import Evidence
from batonpass.read.found import Found
from batonpass.read.parse import parse_report
from tests.cases import Case, check, load
from tests.read.reports.told import told

CASES = load(Path(__file__).parent / "reports" / "files.md")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_report_says_this(case: Case) -> None:
    check(case, told("report", case.parts["report"]), "says")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
@pytest.mark.parametrize("saved", ["utf-8-sig", "utf-16"])
def test_however_it_was_saved_it_says_the_same(case: Case, saved: str) -> None:
    assert evidence(case.parts["report"], saved) == evidence(case.parts["report"], "utf-8")


def evidence(text: str, encoding: str) -> list[Evidence]:
    source = parse_report(Found("report", "report", text.encode(encoding)), redact=str)
    return [block.evidence for block in source.blocks if block.evidence]
