"""Which family a title, a label, a column or a key belongs to: the word lists, looked up."""

import re
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from batonpass.extract.tellings import most_told
from batonpass.extract.titles import IDENTIFIER, is_wide, split_title, words
from batonpass.model.fact import KINDS
from batonpass.tables.load import words as table

# What words may tell of a heading; what else they tell is a standing.
TOLD = frozenset(KINDS) | {"file_created", "file_modified", "file_deleted", "alternatives", "for_agents"}
SAME = {"for_agents": "silent"}
Carrier = Literal["heading", "label", "column", "tag"]
Phrase = tuple[str, ...]

# A name must be at least this share of a title's words: "Why the risk engine was slow" is no risk.
COVERAGE = 1 / 3
WIDE_COVERAGE = 0.3
# How sure a title makes us that names a family and then says of what.
ALL_BUT = 0.9
# How sure its words make us where no name stands in it.
BY_WORDS = 0.95
WHY = re.compile(r"\W*(?:[\d.]+\s*)?(?:why|warum|pourquoi|por qu[eé])\b", re.IGNORECASE)
NEGATED = re.compile(r"\W*(?:no|zero|without|none|sin|sem|sans|aucune?)\s+\w", re.IGNORECASE)  # "No errors"
PREPOSITION = re.compile(
    r"\s+(?:for|of|to|about|in|from|during|on|we|that|before|after|by|with|when|i|this|at|you|the|which|and (?:how|why|what)|para|de|do|da|pour|du|des)\s+",
    re.IGNORECASE,
)
SEPARATORS = ("/", "&", "+", " and ", "、", "・", "与", "和", "及", " y ", " e ", " et ", "＆", ",")


class Named(NamedTuple):
    """A family, how much of the title names it, and what the title says beyond the name."""

    family: str
    share: float = 1.0
    tail: str = ""


NOBODY = Named("", 0.0)


@cache
def index(carrier: Carrier) -> tuple[dict[Phrase, str], tuple[tuple[str, str], ...], int]:
    """Return phrase → family, the wide names longest first, and the longest phrase's length."""
    phrases: dict[Phrase, str] = {}
    wide: dict[str, str] = {}
    for family, names in own_names(carrier) + general_names():
        for name in names:
            if is_wide(name):
                wide.setdefault(name, family)
            elif key := words(name):
                phrases.setdefault(key, family)
    longest_first = sorted(wide.items(), key=lambda pair: (-len(pair[0]), pair[0]))
    return phrases, tuple(longest_first), max(map(len, phrases))


def own_names(carrier: Carrier) -> list[tuple[str, list[str]]]:
    """Return the names that mean something else when this carrier bears them."""
    return list(table("carriers")[carrier].items())


def general_names() -> list[tuple[str, list[str]]]:
    """Return the names that mean the same everywhere."""
    return [(family, names) for family, by in table("families").items() for names in by.values()]


@cache
def whole_only() -> frozenset[Phrase]:
    """Return the names that count only where they are all of a title: "Updates", not "Protobuf Updates"."""
    return frozenset(words(name) for name in table("carriers")["whole"]["names"])


@cache
def topics() -> frozenset[Phrase | str]:
    """Return the names that only say what an entry is about, inside a section that tells its kind."""
    listed = table("carriers")["topics"]["names"]
    return frozenset(name if is_wide(name) else words(name) for name in listed)


@cache
def kinds_by_letters() -> dict[str, str]:
    """Return which kind an identifier's letters stand for."""
    listed = table("carriers")["identifiers"]
    return {letters: kind for kind, group in listed.items() for letters in group}


@lru_cache(maxsize=8192)
def named(title: str, carrier: Carrier) -> Named:
    """Return the family of a title: of all of it, else of its head, else of what stands before its colon."""
    whole = of_parts(title, carrier) if title else NOBODY
    if not title or whole.share == 1.0:
        return whole
    if whole.family and of_parts(unqualified(title), carrier) == Named(whole.family):
        return Named(whole.family)
    if carrier == "heading" and are_orders(title):
        return Named("silent", ALL_BUT)
    if NEGATED.match(title):
        return NOBODY
    if carrier == "heading" and WHY.match(title):
        return Named("rationale", ALL_BUT)
    return of_head(title, carrier) or before_colon(title, carrier) or named_by_words(title, carrier) or whole


def are_orders(title: str) -> bool:
    """Tell a title that only holds orders to whoever writes: "Rules for the assistant"."""
    known, said = table("carriers")["orders"], words(title)
    return said[:1] != () and said[0] in known["heads"] and said[1:] in known_audience()


@cache
def known_audience() -> frozenset[Phrase]:
    """Return whom a title may mean that holds orders to whoever writes."""
    return frozenset(words(name) for name in table("carriers")["orders"]["audience"])


def named_by_words(title: str, carrier: Carrier) -> Named | None:
    """Return the family that the words of a heading tell of, where no name stands in it."""
    family = most_told(title, TOLD) if carrier == "heading" else ""
    return Named(SAME.get(family, family), BY_WORDS) if family else None


def unqualified(title: str) -> str:
    """Return a title without the words that only say which of them: "Known errors" are errors."""
    first, _, rest = title.strip().partition(" ")
    return rest if first.casefold() in table("carriers")["qualifiers"]["words"] else title


def before_colon(title: str, carrier: Carrier) -> Named | None:
    """Return the family of what stands before a colon, with what the title says after it."""
    head, tail = split_title(title)
    first = of_parts(head, carrier) if tail else NOBODY
    if not first.family or first.share < 0.5:  # noqa: PLR2004 - half of the words before the colon
        return None
    return Named(first.family, first.share, tail)


def of_head(title: str, carrier: Carrier) -> Named | None:
    """Return the family of what stands before a preposition: "Risks for the launch" is about risks."""
    head = PREPOSITION.split(title, maxsplit=1)
    if len(head) == 1 or not head[0].strip():
        return None
    if words(head[0]) in whole_only():
        return named_by_words(head[0], carrier)
    found = of_words(head[0], carrier)
    if found.share < 1.0:
        return named_by_words(head[0], carrier)
    return Named(found.family, ALL_BUT) if found.family != "plain" else None


def of_parts(title: str, carrier: Carrier) -> Named:
    """Return the family of a title; where it joins two, goals lose their claim and the first wins."""
    whole = of_words(title, carrier)
    if whole.share == 1.0 or not any(mark in title for mark in SEPARATORS):
        return whole
    parts = [part for part in split(title) if part.strip()]
    found = [name for part in parts if (name := of_words(part, carrier)).family]
    if len(found) < 2:  # noqa: PLR2004 - it takes two to differ
        return whole
    families = [name.family for name in found]
    if "goals" in families and any(f != "goals" for f in families):
        return Named("goals", 1.0)
    return found[0]


def split(title: str) -> list[str]:
    """Return the parts of a title that joins several: "Risks / Trade-offs"."""
    parts = [title]
    for mark in SEPARATORS:
        parts = [piece for part in parts for piece in part.split(mark)]
    return parts


def of_words(title: str, carrier: Carrier) -> Named:
    """Return the family with the longest name in a title, the one at its end before others."""
    phrases, wide, longest = index(carrier)
    if is_wide(title):
        return of_wide(title, wide) or of_latin(words(title), phrases, longest)
    return of_latin(words(title), phrases, longest)


def of_wide(title: str, names: tuple[tuple[str, str], ...]) -> Named | None:
    """Return the family of the longest wide name inside a title."""
    length = sum(1 for c in title if c.isalnum())
    for name, family in names:
        if name in title and len(name) >= length * WIDE_COVERAGE:
            return Named(family, len(name) / length)
    return None


def of_latin(title: Phrase, phrases: dict[Phrase, str], longest: int) -> Named:
    """Return the family of the longest phrase; of equally long ones the last in the title."""
    count = len(title)
    for length in range(min(count, longest), 0, -1):
        if length < count * COVERAGE and not (length > 1 and length * 4 >= count):
            break
        for start in range(count - length, -1, -1):
            part = title[start : start + length]
            family = phrases.get(part)
            if family and (length == count or part not in whole_only()):
                return Named(family, length / count)
    return NOBODY


@lru_cache(maxsize=8192)
def is_topic(title: str) -> bool:
    """Tell whether a title only names what an entry is about."""
    known = topics()
    return words(split_title(title)[0]) in known or title.strip() in known


def of_identifier(text: str) -> str:
    """Return the kind an identifier at the start of a text stands for, "" when none does."""
    found = IDENTIFIER.match(text)
    return kinds_by_letters().get(found["letters"].casefold(), "") if found else ""


def refers_to_document(text: str) -> bool:
    """Tell whether a text begins with the identifier of a whole document: ADR-12, RFC 2119."""
    found = IDENTIFIER.match(text)
    return found is not None and found["letters"].casefold() in table("carriers")["documents"]["letters"]
