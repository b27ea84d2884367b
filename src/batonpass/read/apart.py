"""Which lines of one paragraph stand for themselves, though Markdown runs them together."""

import re
import unicodedata
from collections.abc import Sequence

from batonpass.read.labels import LABEL, label_of

BULLETS = "•◦▪▫‣–—→"
A_PATH = re.compile(
    r"[`@]?(?:(?:[\w.~@$\[\]{}()-]+|\*+)?[/\\])[^\s`]*`?(?=[\s,(:]|$)|`?[\w-]+\.[a-z]\w{0,4}`?(?=[\s,(]|$)"
)


def cuts(lines: Sequence[str], leads: Sequence[str]) -> tuple[tuple[int, ...], bool]:
    """Return the indexes of the lines that begin a block, and whether those blocks are list items.

    `leads[i]` is the bold text line i begins with. A paragraph that is one text is cut at 0 alone.
    """
    labelled = tuple(i for i, lead in enumerate(leads) if lead and label_of(lines[i], lead)[0])
    if labelled and labelled != (0,):
        return (0, *(i for i in labelled if i)), False
    if all(map(_bullet, lines)):
        return tuple(range(len(lines))), True
    if all(label_of(line)[0] for line in lines) or all(map(A_PATH.match, lines)):
        return tuple(range(len(lines))), False
    return (0,), False


def separated(text: str) -> bool:
    """Tell whether a text ends in a sign that sets two labels on one line apart."""
    return text.rstrip().endswith(tuple(LABEL["separators"]))


def trimmed(text: str) -> str:
    """Return a text without such a sign at its end."""
    return text.rstrip(LABEL["separators"] + " \t")


def _bullet(line: str) -> bool:
    return bool(line) and (line[0] in BULLETS or unicodedata.category(line[0]) == "So")
