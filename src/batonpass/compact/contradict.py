"""When two decisions cannot both hold: another value, another choice, the opposite, or what the other one rejected."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from msgspec import Struct

from batonpass.compact.alike import prefix
from batonpass.compact.same import same
from batonpass.model.fact import Fact
from batonpass.tables import load

WORD = re.compile(r"[\w@#+][\w./@#+'’:-]*[\w#+%]|\w")
NAME = re.compile(r".+[A-Z]|.*\d|\w+[._]\w+")
NUMBER = re.compile(r"\d[\d.,_]*[a-z%]*", re.IGNORECASE)
PATH = re.compile(r".*/|.+\.[a-z]{1,4}$")
STEM = re.compile(r"(?<=\w{3})(?:ing|ed|es|s|e)$")


class Told(Struct, frozen=True):
    """A decision's words: as they stand, and without those that say nothing."""

    words: tuple[str, ...]
    about: tuple[str, ...]  # content words, folded
    topic: frozenset[str]  # their stems, without choices, names and numbers
    choices: frozenset[str]  # names that stand behind a choosing word
    which: frozenset[tuple[str, str]]  # what a number tells apart: `module 4`


@cache
def table() -> dict[str, Any]:
    """Return the word lists, the words themselves as sets."""
    told = {key: value for key, value in load.words("conflicts").items() if key != "duplicates"}
    return {key: frozenset(value) if isinstance(value, list) else value for key, value in told.items()}


@lru_cache(maxsize=8192)
def told(text: str) -> Told:
    """Return a decision's words."""
    words = tuple(WORD.findall(text.replace("`", "")))
    folded = [word.casefold() for word in words]
    chosen = frozenset(_choices(words, folded))
    about = tuple(word for word in folded if word not in table()["small"])
    topic = (w for w in about if w not in table()["choosing"] | table()["ends"] and not NUMBER.fullmatch(w))
    return Told(
        words, about, frozenset(stem(w) for w in topic if w not in chosen), chosen, frozenset(_which(folded))
    )


def _which(folded: Sequence[str]) -> Iterator[tuple[str, str]]:
    for noun, number in pairwise(folded):
        if noun in table()["numbered"] and NUMBER.fullmatch(number):
            yield noun, number


def stem(word: str) -> str:
    """Return a word without the ending that verbs and plurals take."""
    return STEM.sub("", word)


def _choices(words: Sequence[str], folded: Sequence[str]) -> Iterator[str]:
    """Yield the names that stand behind a choosing word, up to the end of the choice."""
    chosen = False
    for at, (word, plain) in enumerate(zip(words, folded, strict=True)):
        if plain in table()["choosing"]:
            chosen = True
        elif plain in table()["ends"]:
            chosen = False
        elif (
            chosen
            and at
            and not NUMBER.fullmatch(word)
            and (word[:1].isupper() or NAME.match(word))
            and not PATH.match(word)
        ):
            yield plain


def keys(fact: Fact) -> list[str]:
    """Return words of which two decisions on one matter share one."""
    words = told(fact.text)
    named = {stem(w) for name in fact.attributes.alternatives for w in told(name).about}
    return [
        *prefix(tuple(words.topic), table()["overlap"]),
        *sorted(named | {stem(w) for w in words.choices}),
    ]


def contradict(one: Fact, other: Fact) -> bool:
    """Say whether two decisions cannot both hold."""
    if one.standing != other.standing:
        return same(one.text, other.text)
    if one.standing == "rejected":
        return False
    if _takes_rejected(one, other) or _takes_rejected(other, one):
        return True
    return _differ(told(one.text), told(other.text))


def _takes_rejected(one: Fact, other: Fact) -> bool:
    """Say whether one chose what the other rejected, on the same matter."""
    mine, theirs = told(one.text), told(other.text)
    return any(
        _chosen(name, theirs) and _on_one_matter(mine, theirs)
        for name in map(str.casefold, one.attributes.alternatives)
        if len(name) >= table()["names"] and name not in map(str.casefold, other.attributes.alternatives)
    )


def _chosen(name: str, said: Told) -> bool:
    """Say whether a text takes what is named, and does not turn it down."""
    words = [word.casefold() for word in said.words]
    wanted = [word.casefold() for word in WORD.findall(name)]
    for at in range(len(words) - len(wanted) + 1):
        if wanted and words[at : at + len(wanted)] == wanted:
            before = f" {' '.join(words[max(at - 3, 0) : at])} "
            return not any(f" {sign} " in before for sign in table()["instead"])
    return False


def _on_one_matter(one: Told, other: Told) -> bool:
    return len(one.topic) <= 1 or not one.topic.isdisjoint(other.topic)


def _differ(one: Told, other: Told) -> bool:
    """Say whether two texts tell the same but for a value, a choice or a negation."""
    if one.which and other.which and one.which != other.which:
        return False
    if _shared(one.topic, other.topic) >= table()["overlap"] and _other_choice(one, other):
        return True
    before, (mine, theirs), common = _apart(one.about, other.about)
    if common < table()["frame"] or max(len(mine), len(theirs)) > table()["choice"]:
        return False
    if _opposite(mine, theirs):
        return True
    if _other_value(before, mine, theirs):
        return True
    named = any(PATH.match(word) for word in (*mine, *theirs))
    return bool(mine and theirs) and before in table()["choosing"] and not named


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one and other else 0.0


def _other_choice(one: Told, other: Told) -> bool:
    return (
        bool(one.choices - other.choices)
        and bool(other.choices - one.choices)
        and not one.choices & other.choices
    )


def _apart(one: Sequence[str], other: Sequence[str]) -> tuple[str, tuple[Sequence[str], Sequence[str]], int]:
    """Return the word before the part in which two texts differ, that part of both, and how much they share."""
    most = min(len(one), len(other))
    head = next((at for at in range(most) if one[at] != other[at]), most)
    most -= head
    tail = next((at for at in range(most) if one[-1 - at] != other[-1 - at]), most)
    apart = one[head : len(one) - tail], other[head : len(other) - tail]
    return one[head - 1] if head else "", apart, head + tail


def _opposite(one: Sequence[str], other: Sequence[str]) -> bool:
    """Say whether all that one has more is that it says no."""
    signs = table()["negation"]
    refused = [bool(signs.intersection(part)) for part in (one, other)]
    rest = [[word for word in part if word not in signs and word != "do"] for part in (one, other)]
    return refused[0] != refused[1] and rest[0] == rest[1]


def _other_value(before: str, one: Sequence[str], other: Sequence[str]) -> bool:
    """Say whether one number is another, and nothing else is; a number that tells which one is meant is no value."""
    if len(one) != len(other):
        return False
    words = (before, *one)
    apart = [at for at, word in enumerate(one) if word != other[at]]
    return (
        len(apart) == 1
        and all(NUMBER.fullmatch(part[apart[0]]) for part in (one, other))
        and words[apart[0]] not in table()["numbered"]
    )
