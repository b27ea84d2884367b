"""Which request a response answers."""

from collections.abc import Iterator

from batonpass.model.problem import Problem
from batonpass.validate.message import Message, MessageCase
from batonpass.validate.rule import Finding

NAME = "echo"
SAYS = "A response repeats the task_id and the phase of its request"
WHY = "With several agents at work, an answer to another question is taken for this one's."
OF = ("response",)
GOOD = (
    MessageCase(title="both are repeated", request={}),
    MessageCase(title="without its request nobody can tell", message={"task_id": "another"}),
)
BAD = (
    MessageCase(
        title="an answer to another task",
        message={"task_id": "auth-002"},
        request={},
        finds=(Finding("error", "/task_id", "auth-002, the request has auth-001"),),
    ),
    MessageCase(
        title="an answer from another phase",
        phase="write",
        request={"phase": "research"},
        finds=(Finding("error", "/phase", "write, the request has research"),),
    ),
)


def check(message: Message) -> Iterator[Problem]:
    """Yield each field that is not the request's."""
    asked = message.request or {}
    for key in ("task_id", "phase"):
        if key in asked and key in message.fields and message.fields[key] != asked[key]:
            found = f"{key} is {message.fields[key]}, the request has {asked[key]}"
            yield Problem(NAME, "error", found, f"write {asked[key]}, or find the answer", pointer=f"/{key}")
