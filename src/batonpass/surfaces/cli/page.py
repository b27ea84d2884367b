"""What a command says, before anyone decides how it looks: lines and tables, in parts with a style.

Styles are words, not colours: title, name, quiet, good, warning, bad, gone.
"""

from collections.abc import Sequence
from typing import NamedTuple

Part = str | tuple[str, str]  # a text, or a text and its style


class Line(NamedTuple):
    """One paragraph; what goes over the width hangs behind its lead."""

    parts: tuple[Part, ...] = ()
    lead: Part = ""
    indent: int = 0


class Table(NamedTuple):
    """Rows under a head; numbers stand right."""

    head: tuple[str, ...]
    rows: tuple[tuple[Part, ...], ...]
    right: frozenset[str] = frozenset()  # columns by their head
    indent: int = 2


Block = Line | Table
EMPTY = Line()


def line(*parts: Part, lead: Part = "", indent: int = 0) -> Line:
    """Return one paragraph; parts that say nothing are left out."""
    return Line(tuple(part for part in parts if text_of(part)), lead, indent)


def title(text: str, *more: Part) -> Line:
    """Return the line above a group."""
    return line((text, "title"), *more)


def joined(parts: Sequence[Part], between: str = " · ") -> tuple[Part, ...]:
    """Return parts with a quiet sign between each two."""
    said = [part for part in parts if text_of(part)]
    return tuple(p for part in said for p in ((between, "quiet"), part))[1:]


def text_of(part: Part) -> str:
    """Return what a part says."""
    return part if isinstance(part, str) else part[0]


def times(before: int, after: int) -> str:
    """Return how many times smaller something became, "" where it did not."""
    return f"{before / after:.1f}" if before > after > 0 else ""


def counted(count: int, noun: str) -> str:
    """Return a count with what is counted: 1 line, 2,000 lines."""
    return f"{number(count)} {noun}{'' if count == 1 else 's'}"


def number(count: float) -> str:
    """Return a count as people read it: 24,813; one of any length."""
    return f"{count:,}" if isinstance(count, int) else f"{count:,.0f}"
