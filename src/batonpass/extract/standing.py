"""Whether a passage still counts: rejected, superseded, planned, quoted, or current."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from batonpass.extract.phrases import Lexicon
from batonpass.extract.titles import WIDE, is_wide, words
from batonpass.model.fact import Standing
from batonpass.model.source import Block, Source
from batonpass.tables.load import words as table

# The first of these that applies decides: a quoted passage about a rejected option is quoted.
ORDER: tuple[Standing, ...] = ("quoted", "rejected", "superseded", "planned", "current")
STRUCK = re.compile(rb"~~(?=\S)(.+?)(?<=\S)~~|<(?:s|del|strike)>(.+?)</(?:s|del|strike)>", re.DOTALL)
UNFILLED = re.compile(r"\{[^}]*\|[^}]*\}|\w+ \| \w+")
MARKED = re.compile(r"^\W*(?:\[!(\w+)\]|([^\W\d_]+(?: [^\W\d_]+)?)\s*[:：])")
MOST_STATUS_WORDS = 12


@cache
def lists() -> dict[str, Any]:
    """Return the word lists."""
    return table("standing")


@cache
def title_words() -> tuple[tuple[Standing, tuple[tuple[str, ...], ...], tuple[str, ...]], ...]:
    """Return what a title may say, per standing: rows of words, and wide substrings."""
    return tuple(
        (
            standing,
            tuple(words(name) for name in lists()["title"][standing] if not is_wide(name)),
            tuple(name for name in lists()["title"][standing] if is_wide(name)),
        )
        for standing in ORDER
        if standing in lists()["title"]
    )


@lru_cache(maxsize=4096)
def of_title(title: str) -> Standing:
    """Return the standing a heading or a lead gives to what stands under it."""
    telling = words(title)
    for standing, rows, wide in title_words():
        if any(covers(row, telling) for row in rows) or any(
            name in title and len(name) * 2 >= len(WIDE.findall(title)) for name in wide
        ):
            return standing
    return "current"


def covers(row: tuple[str, ...], title: tuple[str, ...]) -> bool:
    """Tell whether a row of words makes up at least half of a title."""
    length = len(row)
    if not length or length * 2 < len(title):
        return False
    return any(title[i : i + length] == row for i in range(len(title) - length + 1))


@cache
def status_words() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the words of a status, folded."""
    return tuple((name, tuple(w.casefold() for w in listed)) for name, listed in lists()["status"].items())


@lru_cache(maxsize=1024)
def of_status(status: str) -> Standing:
    """Return what a `Status:` says; a list of choices nobody chose from says nothing."""
    low = " ".join(status.casefold().split()[:MOST_STATUS_WORDS])
    if UNFILLED.search(low):
        return "current"
    said = dict.fromkeys(name for name, listed in status_words() if any(w in low for w in listed))
    if "partly" in said:
        return "current"
    places = {name: earliest(low, name) for name in said}
    first = min(places, key=lambda name: places[name], default="live")
    return first if first in ("superseded", "rejected") else "current"  # type: ignore[return-value] # narrowed by the test


def earliest(text: str, name: str) -> int:
    """Return where the first word of a status list stands in a text."""
    listed = dict(status_words())[name]
    return min(place for w in listed if (place := text.find(w)) >= 0)


@cache
def prose() -> Lexicon[Standing]:
    """Return the phrases by which running text says it no longer counts."""
    return Lexicon(
        (notation, standing, False)
        for standing in ORDER
        for notation in lists()["prose"].get(standing, ())
    )


def of_words(text: str, tokens: list[str]) -> Standing:
    """Return the standing running text gives itself."""
    return strongest(standing for standing, _ in prose().found(text, tokens))


def strongest(found: Iterable[Standing]) -> Standing:
    """Return the one that decides."""
    all_of_them = frozenset(found)
    return next((s for s in ORDER if s in all_of_them), "current")


def of_block(block: Block, source: Source, *, struck_anywhere: bool) -> Standing:
    """Return the standing a block's own form gives it: quoted, or struck out."""
    if block.quoted and not is_callout(block.text):
        return "quoted"
    if struck_anywhere and is_struck(source.data[block.span.start : block.span.end]):
        return "superseded"
    return "current"


def is_struck(raw: bytes) -> bool:
    """Tell whether most of a passage is struck out."""
    struck = sum(len(a or b) for a, b in STRUCK.findall(raw))
    return struck * 2 > len(raw.strip(b" -*+0123456789.|\t"))


@lru_cache(maxsize=1024)
def is_callout(text: str) -> bool:
    """Tell whether a block quote is the author's own remark."""
    found = MARKED.match(text)
    if not found:
        return False
    said = (found[1] or found[2]).casefold()
    return said in lists()["marks"]["callout"]


@lru_cache(maxsize=2048)
def is_for_agents(text: str) -> bool:
    """Tell whether a text instructs agents instead of telling about the work."""
    low = text[:200].casefold()
    return any(mark in low for mark in lists()["marks"]["agents"])
