"""What the generated pages share: their first lines, tables, fences."""

import inspect
from collections.abc import Iterable, Sequence


def page(title: str, about: str, *parts: str) -> str:
    """Return a whole page that says where it comes from."""
    origin = "<!-- Written by tools/docs.py from the code: `make accept` rewrites it. -->"
    return "\n\n".join([f"# {title}", origin, about, *(part for part in parts if part)]) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table, "" when it would have no rows."""
    body = [_row([str(cell) for cell in row]) for row in rows]
    return "\n".join([_row(head), _row(["---"] * len(head)), *body]) if body else ""


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.replace("|", "\\|").split()) for cell in cells) + " |"


def fence(text: str, language: str = "") -> str:
    """Return text as a code block that no backticks inside it can end."""
    ticks = "```"
    while ticks in text:
        ticks += "`"
    return f"{ticks}{language}\n{text.strip()}\n{ticks}"


def first_line(thing: object) -> str:
    """Return the sentence a docstring begins with."""
    return (inspect.getdoc(thing) or "").split("\n", 1)[0]
