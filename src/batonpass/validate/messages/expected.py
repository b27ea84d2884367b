"""What a phase answers with, and which signals it may give."""

from collections.abc import Iterator

from batonpass.model.problem import Problem
from batonpass.validate.message import Message, MessageCase
from batonpass.validate.rule import Finding

NAME = "expected"
SAYS = "A request expects the output of its phase, and a response gives a signal its phase may give"
WHY = "A writer that is asked for a validation answers in a form nobody reads."
OF = ("request", "response")
GOOD = (MessageCase(title="a researcher may ask", message={"decision": "CLARIFY"}),)
BAD = (
    MessageCase(
        title="a phase asked for another's output",
        kind="request",
        phase="write",
        message={"expected_output": "validation_result"},
        finds=(Finding("error", "/expected_output", "write answers with files_changed"),),
    ),
    MessageCase(
        title="a writer that asks: what is unclear belongs to the phase before",
        phase="write",
        message={"decision": "CLARIFY"},
        finds=(Finding("warning", "/decision", "CLARIFY in the phase write"),),
    ),
)


def check(message: Message) -> Iterator[Problem]:
    """Yield an output or a signal that is not the phase's."""
    terms, fields = message.phase, message.fields
    if terms is None:
        return
    output = fields.get("expected_output")
    if isinstance(output, str) and output != terms.expected_output:
        found = f"{output} is expected, and {fields['phase']} answers with {terms.expected_output}"
        yield Problem(NAME, "error", found, f"write {terms.expected_output}", pointer="/expected_output")
    if fields.get("decision") == "CLARIFY" and "CLARIFY" not in terms.signals:
        found = f"CLARIFY in the phase {fields['phase']}, which gives {' or '.join(terms.signals)}"
        todo = "STOP with the question in issues, and ask in the research"
        yield Problem(NAME, "warning", found, todo, pointer="/decision")
