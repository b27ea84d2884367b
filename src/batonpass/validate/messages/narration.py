"""Summaries that tell a story."""

from collections.abc import Iterator

from batonpass.model.problem import Problem
from batonpass.tables import load
from batonpass.validate.message import Message, MessageCase
from batonpass.validate.rule import Finding
from batonpass.validate.summaries import sentences, summaries, tellings

NAME = "narration"
SAYS = "A summary says what was found, not how it was looked for"
WHY = "The way there helps nobody who goes on from here."
OF = ("request", "response")
SHOWN = 60
GOOD = (
    MessageCase(
        title="what we recommend and decided",
        message={
            "context_summary": "We recommend extending src/auth.ts. We chose JWT because phones need it."
        },
    ),
    MessageCase(
        title="what was tested is a result",
        message={"context_summary": "Ran 25 tests in tests/auth: all pass. Reviewed src/auth.ts: no issues."},
    ),
)
BAD = (
    MessageCase(
        title="a story of a search",
        message={
            "context_summary": "I searched through the codebase and found several files. The first file I looked at"
            " was src/lib/auth.ts. Then I looked at src/user.ts."
        },
        finds=(Finding("error", "/context_summary", "tells what was done in 3 of 3 sentences"),),
    ),
    MessageCase(
        title="the same without a subject",
        message={
            "context_summary": "Searched for auth. Opened src/lib/auth.ts. Then checked src/user.ts, extend it."
        },
        finds=(Finding("error", "/context_summary", "tells what was done in 3 of 3 sentences"),),
    ),
    MessageCase(
        title="the way there, in another language",
        message={
            "context_summary": "Ich habe zuerst nach auth gesucht. Dann habe ich src/lib/auth.ts gelesen, es passt."
        },
        finds=(Finding("error", "/context_summary", "tells what was done in 2 of 2 sentences"),),
    ),
    MessageCase(
        title="what was thought and found to be wrong",
        message={
            "context_summary": "Initially I thought sessions were in Redis. I was wrong. They are in src/session.py."
        },
        finds=(Finding("error", "/context_summary", "tells what was done in 2 of 3 sentences"),),
    ),
    MessageCase(
        title="one telling among facts",
        message={
            "context_summary": "Sessions live in src/auth.ts. I looked at the router. Follow src/user.ts. Add JWT to it."
        },
        finds=(Finding("warning", "/context_summary", "“I looked at the router.”"),),
    ),
)


def check(message: Message) -> Iterator[Problem]:
    """Yield every summary that tells: a warning for one sentence among facts, an error for a story."""
    words = load.words("messages")["narration"]
    for pointer, text in summaries(message.kind, message.fields):
        told, all_of_it = tellings(text), sentences(text)
        if told:
            story = len(told) >= words["most"] or len(told) / len(all_of_it) >= words["share"]
            first = told[0] if len(told[0]) <= SHOWN else f"{told[0][:SHOWN]}…"
            found = f"tells what was done in {len(told)} of {len(all_of_it)} sentences: “{first}”"
            todo = "say what was found: files, patterns, decisions, what to do next"
            yield Problem(NAME, "error" if story else "warning", found, todo, pointer=pointer)
