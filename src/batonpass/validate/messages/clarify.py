"""CLARIFY, and what is asked."""

from collections.abc import Iterator

from batonpass.model.problem import Problem
from batonpass.validate.causes import listed
from batonpass.validate.message import Message, MessageCase
from batonpass.validate.rule import Finding

NAME = "clarify"
SAYS = "CLARIFY asks something, in issues or in the summary; a status says how far the work came"
WHY = "The user is asked to answer a question that nobody has put."
OF = ("response",)
GOOD = (
    MessageCase(
        title="the question stands in issues",
        message={"decision": "CLARIFY", "status": "partial", "issues": ["Sessions or tokens?"]},
    ),
    MessageCase(
        title="the question stands in the summary",
        message={
            "decision": "CLARIFY",
            "status": "partial",
            "context_summary": "Both src/auth.ts and src/jwt.ts would do: which one is kept?",
        },
    ),
)
BAD = (
    MessageCase(
        title="nothing is asked",
        message={"decision": "CLARIFY", "issues": []},
        finds=(Finding("error", "/decision", "CLARIFY, and nothing is asked"),),
    ),
    MessageCase(
        title="the work is partial, and nobody says what is left",
        message={"decision": "PROCEED", "status": "partial", "issues": []},
        finds=(Finding("warning", "/status", "partial, and issues do not say what is left"),),
    ),
)
ASKING = ("?", "？", "؟")


def check(message: Message) -> Iterator[Problem]:
    """Yield a question that is none, and partial work without its rest."""
    fields = message.fields
    told = [str(issue) for issue in listed(dict(fields), "issues") if str(issue).strip()]
    asks = told or any(mark in str(fields.get("context_summary")) for mark in ASKING)
    if fields.get("decision") == "CLARIFY" and not asks:
        todo = "put the question into issues, with the choices there are"
        yield Problem(NAME, "error", "CLARIFY, and nothing is asked", todo, pointer="/decision")
    if fields.get("decision") == "PROCEED" and fields.get("status") == "partial" and not told:
        found = "partial, and issues do not say what is left"
        yield Problem(NAME, "warning", found, "name what is left in issues", pointer="/status")
