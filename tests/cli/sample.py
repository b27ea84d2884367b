"""A small project, and `baton` run in it as from a shell."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec

from batonpass.surfaces.cli.app import baton as command
from batonpass.surfaces.cli.boundary import guarded

RESEARCH = """\
# How login works today

## Overview

People log in with a password and get a token.

## Insights

- Tokens expire after one hour.
- `POST /login` has no rate limit.

## Constraints

- The mobile apps read `sub` out of the token, so it must stay.

## Risks

- Passwords are hashed with a low cost (high).
"""
PLAN = """\
# OAuth2 with PKCE

## Strategy

Add OAuth2 beside the existing login.

## Decisions

- **Use PKCE with S256 only**, because phones cannot keep a secret.
- **Sign tokens with RS256**, because partners can then check them alone.

## Risks

- Phones that lose an answer look like thieves.
"""


class Done(NamedTuple):
    """What a command left: its exit code and its two streams."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON value on standard output."""
        return msgspec.json.decode(self.out.encode())


class Stream(io.TextIOWrapper):
    """A stream of bytes that may be a terminal."""

    def __init__(self, data: bytes = b"", *, terminal: bool = False) -> None:
        self.bytes, self.terminal = io.BytesIO(data), terminal
        super().__init__(self.bytes, encoding="utf-8", newline="")

    def isatty(self) -> bool:
        return self.terminal

    def text(self) -> str:
        self.flush()
        return self.bytes.getvalue().decode()


def baton(*arguments: str, stdin: str = "", terminal: bool = False) -> Done:
    """Run a command in the current folder; `terminal`: a person looks at both streams, and types."""
    with _streams(stdin, terminal=terminal) as (out, err):
        code = guarded(command, arguments)
        return Done(code, out.text(), err.text())


@contextmanager
def _streams(stdin: str, *, terminal: bool) -> Iterator[tuple[Stream, Stream]]:
    out, err = Stream(terminal=terminal), Stream(terminal=terminal)
    typed = Stream(stdin.encode(), terminal=terminal)
    with (
        patch.object(sys, "stdin", typed),
        patch.object(sys, "stdout", out),
        patch.object(sys, "stderr", err),
    ):
        yield out, err


def lay(root: Path) -> Path:
    """Lay the project out below a folder."""
    (root / ".git").mkdir()
    (root / "docs").mkdir()
    (root / "docs" / "research.md").write_text(RESEARCH, "utf-8")
    (root / "docs" / "plan.md").write_text(PLAN, "utf-8")
    return root


def pointer(said: str, agent: str = "top-down-analyzer") -> str:
    """Return where a handoff says something."""
    rows = [row for group in baton("show", agent, "--json").json["groups"] for row in group["rows"]]
    found: list[str] = [row["pointer"] for row in rows if row["text"] == said]
    return found[0]


def compact(name: str = "research", *more: str) -> Done:
    """Hand one of the documents over."""
    agents = {"research": "top-down-analyzer", "plan": "backend-architect"}
    return baton("compact", f"docs/{name}.md", "--agent", agents[name], "--type", name, *more)
