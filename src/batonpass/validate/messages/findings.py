"""Findings that contradict themselves."""

from collections.abc import Iterator, Mapping
from typing import Any

from batonpass.model.exchange import RULES, passes
from batonpass.model.problem import Problem
from batonpass.validate.causes import failed, listed, number
from batonpass.validate.message import Message, MessageCase
from batonpass.validate.rule import Finding

NAME = "findings"
SAYS = "Findings agree with themselves: totals with their parts, a verdict with its checks"
WHY = "Somebody routes on the verdict, somebody else reads the checks."
OF = ("response",)
TESTS = {"passed": True, "total": 10, "passed_count": 10, "failed_count": 0}
GOOD = (
    MessageCase(
        title="of many results some are only counted",
        phase="parallel",
        message={
            "findings": {
                "results": [{"task_id": "a", "passed": True}],
                "not_listed": {"passed": 8, "failed": 1},
                "aggregation": {
                    "total": 10,
                    "passed": 9,
                    "failed": 1,
                    "rule": "majority_pass",
                    "overall_passed": True,
                },
            },
        },
    ),
    MessageCase(
        title="skipped tests are neither passed nor failed",
        phase="validate",
        message={"findings": {"checks": {"tests": TESTS | {"passed_count": 8}}, "overall_passed": True}},
    ),
)
BAD = (
    MessageCase(
        title="all passed, says the verdict",
        phase="validate",
        message={
            "decision": "STOP",
            "issues": ["lint"],
            "findings": {"checks": {"lint": {"passed": False}}, "overall_passed": True},
        },
        finds=(
            Finding("error", "/findings/overall_passed", "overall_passed is true, and lint did not pass"),
        ),
    ),
    MessageCase(
        title="nothing failed, and yet",
        phase="validate",
        message={"decision": "STOP", "findings": {"checks": {"tests": TESTS}, "overall_passed": False}},
        finds=(Finding("warning", "/findings/overall_passed", "false, and every check passed"),),
    ),
    MessageCase(
        title="more tests than there are",
        phase="validate",
        message={
            "findings": {"checks": {"tests": TESTS | {"passed_count": 12}}, "overall_passed": True},
        },
        finds=(Finding("error", "/findings/checks/tests/total", "12 passed and 0 failed of 10"),),
    ),
    MessageCase(
        title="results and their sum differ, and the rule says otherwise",
        phase="parallel",
        message={
            "decision": "STOP",
            "issues": ["lint"],
            "findings": {
                "results": [{"task_id": "a", "passed": True}, {"task_id": "b", "passed": False}],
                "aggregation": {
                    "total": 2,
                    "passed": 2,
                    "failed": 0,
                    "rule": "all_must_pass",
                    "overall_passed": True,
                },
            },
        },
        finds=(
            Finding("error", "/findings/aggregation/failed", "0 failed, the results have 1"),
            Finding("error", "/findings/aggregation/overall_passed", "all_must_pass of 1 out of 2 is false"),
            Finding("error", "/findings/aggregation/passed", "2 passed, the results have 1"),
        ),
    ),
)


def check(message: Message) -> Iterator[Problem]:
    """Yield every number and verdict the rest of the findings contradict."""
    findings = message.fields.get("findings")
    if isinstance(findings, Mapping):
        yield from _verdict(findings)
        yield from _tests(findings)
        yield from _aggregation(findings)


def _verdict(findings: Mapping[str, Any]) -> Iterator[Problem]:
    checks, overall = findings.get("checks"), findings.get("overall_passed")
    if not isinstance(checks, Mapping) or not isinstance(overall, bool):
        return
    bad = [f"{name} {said}" for name, check in checks.items() if (said := failed(check))]
    pointer = "/findings/overall_passed"
    if overall and bad:
        found = f"overall_passed is true, and {', '.join(bad)}"
        yield Problem(NAME, "error", found, "write false", pointer=pointer)
    elif not overall and checks and not bad and not listed(dict(findings), "blocking_issues"):
        found = "overall_passed is false, and every check passed"
        yield Problem(NAME, "warning", found, "name what failed in blocking_issues", pointer=pointer)


def _tests(findings: Mapping[str, Any]) -> Iterator[Problem]:
    checks = findings.get("checks")
    tests = checks.get("tests") if isinstance(checks, Mapping) else None
    if not isinstance(tests, Mapping):
        return
    counts = [tests.get(key) for key in ("passed_count", "failed_count", "total")]
    passed, failures, total = (n if isinstance(n, int) and not isinstance(n, bool) else None for n in counts)
    if total is not None and (passed or 0) + (failures or 0) > total:
        found = f"{passed or 0} passed and {failures or 0} failed of {total}"
        yield Problem(NAME, "error", found, "count them again", pointer="/findings/checks/tests/total")


def _count(told: Any, key: str) -> int:
    return number(told, key) if isinstance(told, Mapping) else 0


def _aggregation(findings: Mapping[str, Any]) -> Iterator[Problem]:
    told = findings.get("aggregation")
    results = [r for r in listed(dict(findings), "results") if isinstance(r, Mapping)]
    if not isinstance(told, Mapping) or not results:
        return
    more = [_count(findings.get("not_listed"), key) for key in ("passed", "failed")]
    passed, total = sum(r.get("passed") is True for r in results) + more[0], len(results) + sum(more)
    for key, count in (("total", total), ("passed", passed), ("failed", total - passed)):
        if isinstance(told.get(key), int) and told[key] != count:
            found = f"{told[key]} {key}, the results have {count}"
            yield Problem(NAME, "error", found, f"write {count}", pointer=f"/findings/aggregation/{key}")
    rule, overall = told.get("rule"), told.get("overall_passed")
    if rule in RULES and isinstance(overall, bool) and passes(rule, passed, total) != overall:
        verdict = str(not overall).lower()
        found = f"{rule} of {passed} out of {total} is {verdict}"
        pointer = "/findings/aggregation/overall_passed"
        yield Problem(NAME, "error", found, f"write {verdict}", pointer=pointer)
