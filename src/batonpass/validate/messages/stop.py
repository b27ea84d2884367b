"""STOP, and why."""

from collections.abc import Iterator

from batonpass.model.problem import Problem
from batonpass.validate.causes import causes, listed
from batonpass.validate.message import Message, MessageCase
from batonpass.validate.rule import Finding

NAME = "stop"
SAYS = "STOP names its cause: a failed check, a critical conflict, a blocking issue, an issue"
WHY = "The user is told that work halted, and not why."
OF = ("response",)
GOOD = (
    MessageCase(
        title="an issue says why", message={"decision": "STOP", "issues": ["auth.ts does it already"]}
    ),
    MessageCase(
        title="the findings say why",
        message={
            "decision": "STOP",
            "findings": {"conflicts": [{"description": "auth is taken", "severity": "critical"}]},
        },
    ),
)
BAD = (
    MessageCase(
        title="a halt without a cause",
        message={"decision": "STOP", "issues": []},
        finds=(Finding("error", "/decision", "STOP, and nothing says why"),),
    ),
    MessageCase(
        title="blocked, and nobody knows by what",
        message={"decision": "STOP", "status": "blocked", "issues": [" "]},
        finds=(Finding("error", "/decision", "STOP, and nothing says why"),),
    ),
)


def check(message: Message) -> Iterator[Problem]:
    """Yield a halt without a cause; that the status is blocked is none."""
    if message.fields.get("decision") != "STOP":
        return
    told = any(str(issue).strip() for issue in listed(dict(message.fields), "issues"))
    if not told and not any(cause.pointer != "/status" for cause in causes(message.fields)):
        todo = "name the cause in issues: a duplicate, a breaking change, a vulnerability, failing tests"
        yield Problem(NAME, "error", "STOP, and nothing says why", todo, pointer="/decision")
