"""A JUnit report: a suite for each manifest, a case for each rule, and text no manifest can break out of."""

from typing import Any
from xml.dom.minidom import parseString

from batonpass.brief.junit import junit
from batonpass.model.problem import Problem
from batonpass.read.found import Found
from batonpass.read.parse import parse_report

RULES = ("schema", "files", "size")
GONE = Problem("files", "error", 'src/<a>&"b".py does not exist\x1b[2J', "mend it", "m/manifest.json", line=4)
LONG = Problem("size", "warning", "910 of 1000 tokens", path="m/manifest.json")
STRANGE = Problem("readable", "error", "no JSON", path="m/manifest.json")


def is_error(problem: Problem) -> bool:
    return problem.severity == "error"


def suites(text: str) -> list[Any]:
    return list(parseString(text.encode()).getElementsByTagName("testsuite"))  # noqa: S318 - our own


def test_rules_are_cases_and_errors_fail_them() -> None:
    text = junit([("m/manifest.json", (GONE, LONG), RULES), ("n/manifest.json", (), RULES)], is_error)
    first, second = suites(text)
    assert [first.getAttribute(name) for name in ("name", "tests", "failures")] == [
        "m/manifest.json",
        "3",
        "1",
    ]
    assert second.getAttribute("failures") == "0"
    (failure,) = first.getElementsByTagName("failure")
    assert failure.parentNode.getAttribute("name") == "files"
    assert failure.getAttribute("message") == 'src/<a>&"b".py does not exist\\x1b[2J; mend it'
    assert failure.firstChild.data.startswith("m/manifest.json:4: error[files]")
    (printed,) = first.getElementsByTagName("system-out")
    assert "warning[size] 910 of 1000 tokens" in printed.firstChild.data


def test_what_only_is_observed_fails_nothing() -> None:
    (suite,) = suites(junit([("m/manifest.json", (GONE,), RULES)], lambda _: False))
    assert suite.getAttribute("failures") == "0"
    assert "does not exist" in suite.getElementsByTagName("system-out")[0].firstChild.data


def test_a_problem_of_no_rule_has_a_case_of_its_own() -> None:
    (suite,) = suites(junit([("m/manifest.json", (STRANGE,), RULES)], is_error))
    assert suite.getAttribute("tests") == "4"
    assert suite.getElementsByTagName("testcase")[3].getAttribute("name") == "readable"


def test_it_is_a_report_that_we_read_ourselves() -> None:
    text = junit([("m/manifest.json", (GONE, STRANGE), RULES), ("n/manifest.json", (), RULES)], is_error)
    source = parse_report(Found("junit.xml", "junit.xml", text.encode()), redact=lambda text: text)
    run: Any
    (run,) = [block.evidence for block in source.blocks if block.kind == "run"]
    assert (run.total, run.failed) == (7, 2)


def test_no_manifests_are_a_report_too() -> None:
    assert suites(junit([], is_error)) == []
