"""Cues: phrases that speak for a kind of fact, and how much those of a text weigh."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from batonpass.extract import standing as standings
from batonpass.extract.phrases import Lexicon, entries_of, tokens_of
from batonpass.extract.titles import is_wide
from batonpass.tables.load import table, words


@cache
def weights() -> dict[str, float]:
    """Return how much a cue of each strength weighs."""
    found: dict[str, float] = table("extract")["cue"]
    return found


@cache
def cues() -> Lexicon[tuple[str, float]]:
    """Return all cues of all kinds, each with its weight."""
    return Lexicon(
        entry
        for kind, lists in words("cues").items()
        for name, notations in lists.items()
        for entry in entries_of({name: notations}, (kind, weights().get(name, weights()["wide"])))
    )


def scored(text: str, tokens: tuple[str, ...]) -> dict[str, float]:
    """Return the weight of every kind: each further cue takes a share of what is left to one."""
    left: dict[str, float] = {}
    seen: set[tuple[str, int]] = set()
    for (kind, weight), place in cues().found(text, tokens):
        if (kind, place) not in seen:
            seen.add((kind, place))
            left[kind] = left.get(kind, 1.0) * (1 - weight)
    return {kind: 1 - rest for kind, rest in left.items()}


class Rows(NamedTuple):
    """A list of words: the single ones, and the wide and longer ones, which are looked for in the text as it is."""

    single: frozenset[str]
    longer: tuple[str, ...]


@cache
def word_rows(listed: tuple[str, ...]) -> Rows:
    """Return a list of words as it is looked for: what is asked of every text keeps it."""
    single = {w for w in listed if not is_wide(w) and " " not in w}
    return Rows(frozenset(single), tuple(w for w in listed if w not in single))


def in_words(text: str, listed: Sequence[str] | Rows) -> bool:
    """Tell whether a short text holds one of the words of a list."""
    single, longer = listed if isinstance(listed, Rows) else word_rows(tuple(listed))
    if not single.isdisjoint(tokens_of(text)):
        return True
    if not longer:
        return False
    return standings.holds_any(text.casefold(), longer)
