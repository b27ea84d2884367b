"""How long a summary may be."""

from collections.abc import Iterator

from batonpass.model.problem import Problem
from batonpass.tables import load
from batonpass.validate.message import Message, MessageCase
from batonpass.validate.rule import Finding
from batonpass.validate.summaries import summaries

NAME = "summary-size"
SAYS = "A context_summary, and what a request passes on of it, has at most 500 tokens"
WHY = "Every phase after it pays for the summary; a long one is the raw context again."
OF = ("request", "response")
GOOD = (
    MessageCase(title="a summary at its limit", message={"context_summary": "src/auth.ts" + " auth" * 495}),
)
BAD = (
    MessageCase(
        title="a long summary",
        message={"context_summary": "Extend src/auth.ts." + " token" * 600},
        finds=(Finding("error", "/context_summary", "tokens, wanted at most 500"),),
    ),
    MessageCase(
        title="a request that passes on too much",
        kind="request",
        message={"context": {"feature": "jwt", "previous_findings": "Extend src/auth.ts." + " token" * 600}},
        finds=(Finding("error", "/context/previous_findings", "tokens, wanted at most 500"),),
    ),
)


def check(message: Message) -> Iterator[Problem]:
    """Yield every summary above the limit."""
    limit = load.table("exchange")["summary_tokens"]
    for pointer, text in summaries(message.kind, message.fields):
        tokens = message.size(text)
        if tokens > limit:
            todo = f"take out {tokens - limit} tokens: keep files, patterns and decisions"
            yield Problem(NAME, "error", f"{tokens} tokens, wanted at most {limit}", todo, pointer=pointer)
