"""What kind of fact running text sounds like, where no section tells it."""

import re
from functools import cache
from typing import NamedTuple

from batonpass.extract import standing as standings
from batonpass.extract.phrases import Lexicon, entries_of, tokens_of
from batonpass.extract.titles import is_wide
from batonpass.model.fact import Kind, Standing
from batonpass.tables.load import table, words

SPECIFIC = re.compile(r"\d|`|[A-Z]{2,}|[a-z][A-Z]|\w_\w")
NOISE = "noise"


class Leaning(NamedTuple):
    """The kind a text sounds like most, how much, and the standing its words give it."""

    kind: Kind | None
    weight: float
    standing: Standing


UNDECIDED = Leaning(None, 0.0, "current")


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


def leaning(text: str) -> Leaning:
    """Return what a sentence sounds like."""
    tokens = tokens_of(text)
    numbers = table("extract")["prose"]
    if len(tokens) < numbers["shortest_sentence"] and not is_wide(text):
        return UNDECIDED
    scores = scored(text, tokens)
    noise = scores.pop(NOISE, 0.0)
    kind = max(scores, key=lambda k: (scores[k], k), default="")
    # One cue says less about a long sentence than about a short one.
    reach = min(1.0, numbers["long_sentence"] / len(tokens)) if tokens else 1.0
    weight = scores[kind] * (1 - noise) * reach if kind else 0.0
    if weight and SPECIFIC.search(text):
        weight += numbers["specific"]
    if weight >= numbers["threshold"]:
        return Leaning(kind, weight, standings.of_words(text, tokens))  # type: ignore[arg-type] # the keys of the word list are kinds
    standing = standings.of_words(text, tokens)
    # What was decided against is a decision, whatever else the sentence says.
    return Leaning("decision", numbers["threshold"], standing) if standing == "rejected" else UNDECIDED


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
