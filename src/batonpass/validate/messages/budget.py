"""What a message may cost in its phase."""

from collections.abc import Iterator

from batonpass.model.problem import Problem
from batonpass.validate.message import Message, MessageCase
from batonpass.validate.rule import Finding

NAME = "budget"
SAYS = "A message stays within its phase's tokens, and request and response together within the phase's total"
WHY = "The orchestrator holds all of them at once; its window is what ends first."
OF = ("request", "response")
GOOD = (MessageCase(title="a usual answer", request={}),)
BAD = (
    MessageCase(
        title="an answer of more than its phase gives",
        message={"findings": {"recommendations": ["Extend src/auth.ts" + " token" * 1100]}},
        finds=(Finding("warning", "", "tokens, a response of research has at most 1000"),),
    ),
    MessageCase(
        title="request and response above the total",
        message={"findings": {"recommendations": ["Extend src/auth.ts" + " token" * 700]}},
        request={"instructions": "Find it." + " token" * 900},
        finds=(Finding("warning", "", "together have"),),
    ),
    MessageCase(
        title="a long request",
        kind="request",
        message={"instructions": "Find it." + " token" * 600},
        finds=(Finding("warning", "", "tokens, a request of research has at most 500"),),
    ),
)


def check(message: Message) -> Iterator[Problem]:
    """Yield what is above the phase's numbers."""
    terms = message.phase
    if terms is None:
        return
    phase, tokens = message.fields["phase"], message.size(message.text)
    most = terms.input[1] if message.kind == "request" else terms.output[1]
    if tokens > most:
        found = f"{tokens} tokens, a {message.kind} of {phase} has at most {most}"
        yield Problem(
            NAME, "warning", found, f"take out {tokens - most} tokens, or name a file that has them"
        )
    asked = message.size(message.request_text) if message.request_text else 0
    if message.kind == "response" and asked + tokens > terms.total:
        found = f"request and response together have {asked + tokens} tokens, {phase} has {terms.total}"
        yield Problem(NAME, "warning", found, f"take out {asked + tokens - terms.total} tokens")
