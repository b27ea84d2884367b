"""When two texts say the same: the same words, and the same numbers and identifiers."""

import re
from functools import lru_cache

from batonpass.tables import load

WORD = re.compile(r"\w+")
# What tells two otherwise equal sentences apart: anything with a digit, a dot, a slash, an underscore or inner capitals.
MARK = re.compile(r"(?=\S*[\d_/]|\S*[a-z][A-Z]|\S*\w\.\w)[\w./#@:+-]*\w")


@lru_cache(maxsize=4096)
def words(text: str) -> frozenset[str]:
    """Return the words of a text without case."""
    return frozenset(WORD.findall(text.casefold()))


@lru_cache(maxsize=4096)
def marks(text: str) -> frozenset[str]:
    """Return the numbers, identifiers and paths of a text."""
    return frozenset(m.strip("`.,:;()").casefold() for m in MARK.findall(text))


def same(one: str, other: str) -> bool:
    """Say whether two texts are near-duplicates; a different identifier makes them two facts."""
    a, b = words(one), words(other)
    if a == b and a:
        return marks(one) == marks(other)
    if not a or not b or marks(one) != marks(other):
        return False
    table = load.table("rank")["same"]
    if len(a & b) / len(a | b) < table["overlap"]:
        return False
    return a.isdisjoint(table["opposite"]) == b.isdisjoint(table["opposite"])
