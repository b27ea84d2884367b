"""Texts on a terminal: how many columns they take, how they are cut, and how they look without signs."""

import re
import unicodedata
from collections.abc import Mapping

LEAST = 3  # characters; less of a text says nothing
SHOWN_AS_SIGN = "\ufe0f"  # makes a sign of the character before it, which is then wide
BLANKS = re.compile(r"\s+")
NO_WIDTH = frozenset({"Mn", "Me", "Cf"})
DASHES = str.maketrans({"…": "...", "—": "-", "–": "-", "“": '"', "”": '"', "’": "'", "‘": "'"})


def columns(text: str) -> int:
    """Return how many columns a terminal gives a text: East Asian characters and emoji take two, marks none."""
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if character == SHOWN_AS_SIGN:
        return 1
    if unicodedata.east_asian_width(character) in "WF":
        return 2
    return 0 if unicodedata.category(character) in NO_WIDTH else 1


def cut(text: str, room: int, mark: str) -> str:
    """Return what fits, whole words where that leaves at least half of it; "" when hardly any does."""
    if columns(text) <= room:
        return text
    kept = text
    while kept and columns(kept) > room - columns(mark):
        kept = kept[:-1]
    if text[len(kept) : len(kept) + 1] != " " and kept.rfind(" ") >= len(kept) / 2:
        kept = kept[: kept.rfind(" ")]
    kept = kept.rstrip(" ,;:.-—–(")
    return kept + mark if len(kept) >= LEAST else ""


def printable(text: str) -> str:
    """Return a text in one line, without characters that a terminal would obey."""
    kept = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in text)
    return BLANKS.sub(" ", "".join(c for c in kept if not _steers(c))).strip()


def _steers(character: str) -> bool:
    """Say whether a character is only there to change how others are shown; joiners of emoji and scripts stay."""
    return unicodedata.category(character) in ("Cf", "Cs") and character not in "\u200c\u200d"


def in_ascii(text: str, signs: Mapping[str, str]) -> str:
    """Return a text in ASCII: signs have their own, accents fall off, what has no such letter becomes a question mark."""
    for sign, plain in signs.items():
        text = text.replace(sign, plain).replace(sign.rstrip(SHOWN_AS_SIGN), plain)
    text = unicodedata.normalize("NFKD", text.translate(DASHES))
    kept = "".join(c for c in text if not unicodedata.combining(c) and c != SHOWN_AS_SIGN)
    return kept.encode("ascii", "replace").decode()
