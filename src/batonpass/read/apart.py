"""Which lines of one paragraph stand for themselves, though Markdown runs them together."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Literal

from batonpass.read.labels import LABEL, label_of

Form = Literal["text", "item", "row"]
SIDES = 2  # bars around a single cell
BULLETS = "•◦▪▫‣–—→"
A_PATH = re.compile(
    r"[`@]?(?:(?:[\w.~@$\[\]{}()-]+|\*+)?[/\\])[^\s`]*`?(?=[\s,(:]|$)|`?[\w-]+\.[a-z]\w{0,4}`?(?=[\s,(]|$)"
)


def cuts(lines: Sequence[str], leads: Sequence[str]) -> tuple[tuple[int, ...], Form]:
    """Return the indexes of the lines that begin a block, and what those blocks are.

    `leads[i]` is the bold text line i begins with. A paragraph that is one text is cut at 0 alone.
    """
    every = tuple(range(len(lines)))
    if all(map(is_row, lines)):
        return every, "row"
    labelled = tuple(i for i, lead in enumerate(leads) if lead and label_of(lines[i], lead)[0])
    if labelled and labelled != (0,):
        return (0, *(i for i in labelled if i)), "text"
    if all(map(_bullet, lines)):
        return every, "item"
    if all(map(A_PATH.match, lines)):
        return every, "text"
    labelled = tuple(i for i, line in enumerate(lines) if label_of(line)[0]) if label_of(lines[0])[0] else ()
    if len(labelled) > 1 and 2 * len(labelled) >= len(lines):
        return labelled, "text"
    return (0,), "text"


def is_row(line: str) -> bool:
    """Tell a row of a table that lost its header, as where a blank line was put between."""
    return line.startswith("|") and line.endswith("|") and line.count("|") > SIDES


def cells(row: str) -> tuple[str, ...]:
    """Return the cells of such a row."""
    return tuple(cell.strip() for cell in row.strip("|").split("|"))


def separated(text: str) -> bool:
    """Tell whether a text ends in a sign that sets two labels on one line apart."""
    return text.rstrip().endswith(tuple(LABEL["separators"]))


def trimmed(text: str) -> str:
    """Return a text without such a sign at its end."""
    return text.rstrip(LABEL["separators"] + " \t")


def _bullet(line: str) -> bool:
    return bool(line) and (line[0] in BULLETS or unicodedata.category(line[0]) == "So")
