"""What `request` and `response` have in common: the message that was named, and problems beside it."""

import os
import sys
from collections.abc import Iterator
from typing import Any

from batonpass.flow.exchange import Judged, Written, found, read
from batonpass.flow.in_place import text_at
from batonpass.flow.setup import Setup
from batonpass.surfaces.cli.page import Line, line
from batonpass.surfaces.cli.pages.problems import problems

STDIN = "-"


def typed(name: str) -> str:
    """Return the text of a file, or of standard input."""
    if name == STDIN:
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    return text_at(name)


def named(setup: Setup, name: str | None, *, spoken: bool = False) -> Written | None:
    """Return the message a file holds, None where no file is named; `spoken` is an agent's, in whatever form."""
    if not name:
        return None
    path = "" if name == STDIN else os.path.relpath(os.path.abspath(name), setup.root).replace(os.sep, "/")
    return (found if spoken else read)(setup.redact(typed(name)), path)


def told(judged: Judged) -> Iterator[Line]:
    """Yield what is wrong with a message, and what it costs."""
    yield from problems(judged.problems, around=judged.written.path)
    sign = ("✓", "good") if judged.valid else ("✗", "bad")
    yield line(f"{judged.tokens} tokens", lead=sign)


def exit_code(setup: Setup, judged: Judged) -> int:
    """Return 1 for an error, unless the project only observes."""
    return 0 if judged.valid or setup.mode == "observe" else 1


def verdict_value(judged: Judged) -> dict[str, Any]:
    """Return what every message's JSON says of its check."""
    return {"valid": judged.valid, "tokens": judged.tokens}
