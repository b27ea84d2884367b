"""Cues: phrases that speak for a kind of fact, and how much those of a text weigh."""

from functools import cache

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


@cache
def word_rows(listed: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the single words of a list folded, and its wide and longer entries as substrings."""
    single = {w for w in listed if not is_wide(w) and " " not in w}
    return frozenset(single), tuple(w for w in listed if w not in single)


def in_words(text: str, listed: list[str]) -> bool:
    """Tell whether a short text holds one of the words of a list."""
    single, longer = word_rows(tuple(listed))
    if not single.isdisjoint(tokens_of(text)):
        return True
    if not longer:
        return False
    return standings.holds_any(text.casefold(), longer)
