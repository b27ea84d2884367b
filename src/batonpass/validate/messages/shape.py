"""The shape of a message: the published JSON Schema, all its errors at once."""

from collections.abc import Iterator
from functools import cache

from jsonschema_rs import Draft202012Validator

from batonpass.model.problem import Problem
from batonpass.tables import load
from batonpass.validate.message import Message, MessageCase
from batonpass.validate.rule import Finding
from batonpass.validate.shape import differences

NAME = "shape"
SAYS = "A message has the fields and shapes of its published JSON Schema, its findings those of its phase"
WHY = "An orchestrator routes on these fields; a misspelled signal is no signal."
OF = ("request", "response")
GOOD = (
    MessageCase(title="fields of one's own may stand beside the schema's", message={"team": "identity"}),
    MessageCase(title="the later versions' mode", message={"mode": "code"}),
    MessageCase(
        title="the later name of what was found before",
        kind="request",
        message={"mode": "plan", "context": {"feature": "jwt", "previous_summary": "Extend src/auth.ts."}},
    ),
)
BAD = (
    MessageCase(
        title="a signal nobody knows",
        message={"decision": "CONTINUE"},
        finds=(Finding("error", "/decision", '"CONTINUE" is none of'),),
    ),
    MessageCase(
        title="fields are missing",
        message={"status": None, "context_summary": None},
        finds=(
            Finding("error", "/context_summary", "context_summary is missing"),
            Finding("error", "/status", "status is missing"),
        ),
    ),
    MessageCase(
        title="findings of another shape than the phase's",
        phase="validate",
        message={"findings": {"checks": {"lint": {"passed": "yes"}}}},
        finds=(
            Finding("error", "/findings/checks/lint/passed", "a string, wanted a boolean"),
            Finding("error", "/findings/overall_passed", "overall_passed is missing"),
        ),
    ),
    MessageCase(
        title="a request without a feature, of a phase nobody knows",
        kind="request",
        message={"phase": "deploy", "context": {}},
        finds=(
            Finding("error", "/context/feature", "feature is missing"),
            Finding("error", "/phase", '"deploy" is none of'),
        ),
    ),
)


@cache
def _validator(kind: str) -> Draft202012Validator:
    return Draft202012Validator(load.schema(kind), validate_formats=True)


def check(message: Message) -> Iterator[Problem]:
    """Yield every place where a message differs from its schema."""
    for found in differences(_validator(message.kind), load.schema(message.kind), message.fields):
        yield Problem(NAME, "error", found.message, found.todo, pointer=found.pointer)
