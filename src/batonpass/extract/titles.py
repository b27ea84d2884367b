"""Titles, labels, columns and keys as comparable words."""

import re
import unicodedata
from functools import cache, lru_cache
from typing import NamedTuple

# Numbering, emoji, check marks and brackets say nothing about what a title names.
WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
EMPTY_WORDS = frozenset({"the", "a", "an", "and", "our", "my", "your", "of", "for", "all", "any", "s"})
# "Decision 3: Use X" and "Risk — data loss" name a kind and say it in one line.
HEAD_AND_TAIL = re.compile(r"^(?P<head>[^:：—–]{1,60}?)\s*(?:[:：]|\s[—–-]\s)\s*(?P<tail>\S.*)$", re.DOTALL)
IDENTIFIER = re.compile(
    r"^\W{0,3}(?P<id>(?P<letters>[A-Z][A-Za-z]{0,9})[-_ ]?(?P<number>\d{1,4}(?:\.\d+)*[a-z]?))\b[\s.:)\]—–-]*",
)
NUMBERING = re.compile(r"^(?:(?:\d+|[a-z]|[ivx]+)[.)]\s+)*(?:[\d.]+\s+)?", re.IGNORECASE)
ACCENTED = re.compile("[\u00c0-\u024f]")
WIDE = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uff66-\uff9f]")  # Chinese, Japanese, Korean


class Identified(NamedTuple):
    """An identifier at the start of a text, its letters, and what follows."""

    id: str
    letters: str
    rest: str


@cache
def bare() -> dict[int, str]:
    """Return accented Latin letter → the letter without its accent."""
    return {c: unicodedata.normalize("NFKD", chr(c))[:1] for c in range(0xC0, 0x250)}


def plain_letters(text: str) -> str:
    """Return Latin letters without their accents; other scripts stay as they are."""
    if text.isascii() or ACCENTED.search(text) is None:
        return text
    return text.translate(bare())


@lru_cache(maxsize=8192)
def words(title: str) -> tuple[str, ...]:
    """Return the telling words of a title: case, plural, accents, numbers and emoji folded away."""
    spaced = CAMEL.sub(" ", title).replace("’", "'")
    found = WORD.findall(plain_letters(spaced).casefold())
    return tuple(singular(w) for w in found if not w.isdigit() and w not in EMPTY_WORDS)


def singular(word: str) -> str:
    """Return a word without its plural ending, the same crude way for names and for titles."""
    length = len(word)
    if length > 4 and word.endswith("ies"):  # noqa: PLR2004 - "dies" and "ties" are whole words
        return word[:-3] + "y"
    if length > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):  # noqa: PLR2004
        return word[:-1]
    return word


def is_wide(text: str) -> bool:
    """Tell whether a text holds Chinese, Japanese or Korean characters."""
    return not text.isascii() and WIDE.search(text) is not None


def split_title(title: str) -> tuple[str, str]:
    """Return what stands before and after the colon or dash of a title; the tail may be empty."""
    bare = NUMBERING.sub("", title.strip(), count=1)
    found = HEAD_AND_TAIL.match(bare)
    return (found["head"], found["tail"].strip()) if found else (bare, "")


def identified(text: str) -> Identified | None:
    """Return the identifier a text starts with, as in `D-04: JSON, no YAML`."""
    found = IDENTIFIER.match(text)
    if not found:
        return None
    return Identified(found["id"], found["letters"].casefold(), text[found.end() :].strip())
