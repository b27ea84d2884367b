"""PROCEED, against what the response itself has found."""

from collections.abc import Iterator

from batonpass.model.problem import Problem
from batonpass.validate.causes import causes
from batonpass.validate.message import Message, MessageCase
from batonpass.validate.rule import Finding

NAME = "proceed"
SAYS = "PROCEED stands only where nothing in the findings speaks against going on"
WHY = "The next phase builds on what is known to be broken, and finds out last."
OF = ("response",)
CHECKS = {"types": {"passed": True}, "tests": {"passed": True, "total": 9, "passed_count": 9}}
GOOD = (
    MessageCase(
        title="a conflict that is only a warning",
        message={"findings": {"conflicts": [{"description": "Two names", "severity": "warning"}]}},
    ),
    MessageCase(
        title="an issue that is settled",
        message={"issues": ["The failing test was fixed", "No breaking change", "No security vulnerability"]},
    ),
    MessageCase(
        title="checks that all pass",
        phase="validate",
        message={"findings": {"checks": CHECKS, "overall_passed": True, "blocking_issues": []}},
    ),
    MessageCase(
        title="a halt is no PROCEED",
        message={"decision": "STOP", "status": "blocked", "issues": ["tests failing"]},
    ),
)
BAD = (
    MessageCase(
        title="checks fail",
        phase="validate",
        message={
            "findings": {
                "checks": {
                    "lint": {"passed": False, "errors": ["no-unused-vars"]},
                    "tests": {"passed": True, "failed_count": 2},
                    "security": {"passed": True, "issues": ["SQL injection"]},
                },
                "overall_passed": False,
                "blocking_issues": ["the login test fails"],
            }
        },
        finds=(
            Finding("error", "/findings/blocking_issues/0", "it is blocked: the login test fails"),
            Finding("error", "/findings/checks/lint", "the check lint did not pass"),
            Finding("error", "/findings/checks/security", "the check security has 1 issue"),
            Finding("error", "/findings/checks/tests", "the check tests has 2 failed"),
            Finding("error", "/findings/overall_passed", "overall_passed is false"),
        ),
    ),
    MessageCase(
        title="a critical conflict, and a second implementation",
        message={
            "findings": {
                "conflicts": [{"description": "auth is taken", "severity": "critical"}],
                "existing_implementations": [
                    {"file": "src/jwt.ts", "description": "Already implements this feature, a duplicate"}
                ],
            }
        },
        finds=(
            Finding("error", "/findings/conflicts/0", "a critical conflict: auth is taken"),
            Finding("warning", "/findings/existing_implementations/0", "a duplicate"),
        ),
    ),
    MessageCase(
        title="blocked, and going on",
        message={"status": "blocked"},
        finds=(Finding("error", "/status", "the status is blocked"),),
    ),
    MessageCase(
        title="an issue that speaks against it",
        message={"issues": ["3 tests still failing", "Security vulnerability in the token parser"]},
        finds=(
            Finding("warning", "/issues/0", "3 tests still failing"),
            Finding("warning", "/issues/1", "Security vulnerability"),
        ),
    ),
    MessageCase(
        title="parallel agents that did not pass together",
        phase="parallel",
        message={
            "findings": {
                "results": [],
                "aggregation": {
                    "total": 2,
                    "passed": 1,
                    "failed": 1,
                    "rule": "all_must_pass",
                    "overall_passed": False,
                },
            }
        },
        finds=(Finding("error", "/findings/aggregation/overall_passed", "did not pass together"),),
    ),
)


def check(message: Message) -> Iterator[Problem]:
    """Yield every cause to halt of a response that says PROCEED."""
    if message.fields.get("decision") == "PROCEED":
        for cause in causes(message.fields):
            found = f"PROCEED, and {cause.says}"
            todo = "say STOP, or take it out of the findings where it is settled"
            yield Problem(NAME, "error" if cause.sure else "warning", found, todo, pointer=cause.pointer)
