"""Summaries that copy instead of saying."""

from collections.abc import Iterator

from batonpass.model.problem import Problem
from batonpass.validate.message import Message, MessageCase
from batonpass.validate.rule import Finding
from batonpass.validate.summaries import copied, summaries

NAME = "raw-code"
SAYS = "A summary holds no code, diff, listing, log or placeholder for one"
WHY = "The next agent can open the file; what is copied costs tokens and ages."
OF = ("request", "response")
SHOWN = 60
GOOD = (
    MessageCase(
        title="names of functions and commands are no code",
        message={
            "context_summary": "Extend `login(user)` in src/auth.ts; `npm test` passes. Import it from src/router.ts."
        },
    ),
    MessageCase(
        title="one signature says what to call",
        message={
            "context_summary": "src/jwt.ts exports function sign(user: User): Token; use it in src/auth.ts."
        },
    ),
)
BAD = (
    MessageCase(
        title="what a file contains",
        message={"context_summary": "src/lib/auth.ts contains the following code: [500 lines of code]"},
        finds=(Finding("error", "/context_summary", "raw data: “[500 lines of code]”"),),
    ),
    MessageCase(
        title="code in a fence",
        message={"context_summary": "Extend src/auth.ts:\n```ts\nconst token = sign(user);\n```"},
        finds=(Finding("error", "/context_summary", "raw data: “const token = sign(user);”"),),
    ),
    MessageCase(
        title="code in a line",
        message={
            "context_summary": "In src/auth.ts: export function login(user) { const t = sign(user); return t; }"
        },
        finds=(Finding("error", "/context_summary", "raw data: “export function login("),),
    ),
    MessageCase(
        title="a terminal",
        message={"context_summary": "me@host:~/shop$ ls src/\nauth.ts  router.ts"},
        finds=(Finding("error", "/context_summary", "raw data: “me@host"),),
    ),
    MessageCase(
        title="a diff and a stack trace",
        message={
            "context_summary": 'src/auth.ts fails:\nTraceback (most recent call last)\n  File "a.py", line 3'
        },
        finds=(Finding("error", "/context_summary", "raw data: “Traceback"),),
    ),
)


def check(message: Message) -> Iterator[Problem]:
    """Yield every summary with raw data in it."""
    for pointer, text in summaries(message.kind, message.fields):
        if found := copied(text):
            shown = " ".join(found.split())
            shown = shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}…"
            todo = "name the file and say what matters in it"
            yield Problem(NAME, "error", f"raw data: “{shown}”", todo, pointer=pointer)
