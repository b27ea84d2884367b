"""Claims held against evidence: the cases stand in `claims.md`."""

from pathlib import Path

import pytest

from batonpass.compact.reconcile import reconcile
from batonpass.extract.facts import extract
from batonpass.read.found import Found
from batonpass.read.parse import parse_report
from tests.cases import Case, check, load
from tests.compact.evidence import told

CASES = load(Path(__file__).parent / "claims.md")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_what_differs_and_what_holds(case: Case) -> None:
    check(case, told(case.parts))


def test_a_failure_is_told_once_however_its_sources_spell_it() -> None:
    log = "FAILED tests/test_cart.py::test_total - AssertionError: assert 1 == 2\n1 failed in 0.10s\n"
    case = '<testcase classname="tests.test_cart" name="test_total"><failure message="assert 1 == 2"/></testcase>'
    reports = {"t.log": log, "junit.xml": f'<testsuite name="pytest">{case}</testsuite>'}
    sources = [parse_report(Found(n, n, text.encode()), redact=str) for n, text in reports.items()]
    facts = [fact for source in sources for fact in extract(source)]
    (error,) = (fact for fact in reconcile(facts).facts if fact.kind == "error")
    assert len({span.source for span in error.spans}) == len(reports)
