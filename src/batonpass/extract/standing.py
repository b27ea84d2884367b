"""Whether a passage still counts: rejected, superseded, planned, quoted, or current."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from batonpass.extract.phrases import Lexicon
from batonpass.extract.tellings import standing_told
from batonpass.extract.titles import WIDE, is_wide, words
from batonpass.model.fact import Standing
from batonpass.model.source import Block, Source
from batonpass.tables.load import words as table

# The first of these that applies decides: a quoted passage about a rejected option is quoted.
ORDER: tuple[Standing, ...] = ("quoted", "rejected", "superseded", "planned", "current")
STRUCK = re.compile(rb"~~(?=\S)(.+?)(?<=\S)~~|<(?:s|del|strike)>(.+?)</(?:s|del|strike)>", re.DOTALL)
REMARKED = re.compile(rb"~~(?=\S).+?(?<=\S)~~[\s.,:]*\([^()]*\)\W*", re.DOTALL)  # "~~old~~ (why not)"
UNFILLED = re.compile(r"\{[^}]*\|[^}]*\}|\w+ \| \w+")
MARKED = re.compile(r"^\W*(?:\[!(\w+)\]|([^\W\d_]+(?: [^\W\d_]+)?)\s*[:：])")
MOST_STATUS_WORDS = 12
LONGEST_OPENING = 200


@cache
def lists() -> dict[str, Any]:
    """Return the word lists."""
    return table("standing")


@cache
def title_words() -> tuple[dict[tuple[str, ...], Standing], tuple[tuple[str, Standing], ...]]:
    """Return what a title may say: rows of words, and wide substrings."""
    rows: dict[tuple[str, ...], Standing] = {}
    wide: list[tuple[str, Standing]] = []
    for standing, names in lists()["title"].items():
        for name in names:
            if is_wide(name):
                wide.append((name, standing))
            else:
                rows.setdefault(words(name), standing)
    return rows, tuple(wide)


@cache
def longest_title() -> int:
    """Return how many words the longest row of words has."""
    return max(map(len, title_words()[0]))


@lru_cache(maxsize=4096)
def of_title(title: str) -> Standing:
    """Return the standing a heading or a lead gives to what stands under it: half of it must say so."""
    telling = words(title)
    rows, wide = title_words()
    count = len(telling)
    said = [
        rows[part]
        for length in range((count + 1) // 2, min(count, longest_title()) + 1)
        for start in range(count - length + 1)
        if length and (part := telling[start : start + length]) in rows
    ]
    if is_wide(title):
        said += [
            standing for name, standing in wide if name in title and len(name) * 2 >= len(WIDE.findall(title))
        ]
    return strongest(said) if said else standing_told(title)


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
def refusal() -> re.Pattern[str]:
    """Return how a verdict begins that turns something down: the word alone, or before its reason."""
    listed = "|".join(re.escape(word) for word in lists()["status"]["rejected"])
    return re.compile(
        rf"\W*(?:{listed})(?=\W*$|[.,;:：，。—–(]|\s+(?:[—–(-]|because|since|as|due|for|in favou?r)\b)",
        re.IGNORECASE,
    )


def turns_down(verdict: str) -> bool:
    """Tell whether what was decided of something is that it is not to be."""
    return refusal().match(verdict) is not None


@cache
def prose() -> Lexicon[Standing]:
    """Return the phrases by which running text says it no longer counts."""
    return Lexicon(
        (notation, standing, False) for standing in ORDER for notation in lists()["prose"].get(standing, ())
    )


def of_words(text: str, tokens: tuple[str, ...]) -> Standing:
    """Return the standing running text gives itself."""
    return strongest(standing for standing, _ in prose().found(text, tokens))


def strongest(found: Iterable[Standing]) -> Standing:
    """Return the one that decides."""
    most: Standing = "current"
    for standing in found:
        if standing != most and ORDER.index(standing) < ORDER.index(most):
            most = standing
    return most


def of_block(block: Block, source: Source, *, struck_anywhere: bool) -> Standing:
    """Return the standing a block's own form gives it: quoted, or struck out."""
    if block.quoted and not is_callout(block.text):
        return "quoted"
    if struck_anywhere and is_struck(source.data[block.span.start : block.span.end]):
        return "superseded"
    return "current"


def is_struck(raw: bytes) -> bool:
    """Tell whether most of a passage is struck out."""
    said = raw.strip(b" -*+0123456789.|\t\r\n")
    struck = sum(len(a or b) for a, b in STRUCK.findall(raw))
    return struck * 2 > len(said) or REMARKED.fullmatch(said) is not None


@lru_cache(maxsize=1024)
def is_callout(text: str) -> bool:
    """Tell whether a block quote is the author's own remark."""
    found = MARKED.match(text)
    if not found:
        return False
    said = (found[1] or found[2]).casefold()
    return said in lists()["marks"]["callout"]


def is_for_agents(text: str) -> bool:
    """Tell whether a text instructs agents instead of telling about the work."""
    return holds_any(text[:LONGEST_OPENING].casefold(), lists()["marks"]["agents"])


def holds_any(text: str, pieces: Iterable[str]) -> bool:
    """Tell whether one of some pieces stands in a text."""
    for piece in pieces:  # noqa: SIM110 - called for every block; any() takes three times as long
        if piece in text:
            return True
    return False
