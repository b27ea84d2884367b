"""A later statement takes the place of an earlier one about the same subject, where it says that something changed."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import log2

import msgspec

from batonpass.extract.phrases import Lexicon, tokens_of
from batonpass.extract.subjects import stems
from batonpass.extract.titles import WIDE, is_wide
from batonpass.extract.weights import weights
from batonpass.model.fact import Attributes, Fact
from batonpass.tables.load import table, words

# Kinds that say how something is; a later risk or step does not undo an earlier one.
STATING = frozenset({"decision", "constraint", "insight", "approach", "strategy"})
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
IDENTIFIER = re.compile(r"\b[A-Z]{1,8}[-_ ]?\d{1,4}\b")
GUESSED = 0.5  # a fact less sure is a guess
Subject = dict[str, float]  # word → how rare it is


def revised(facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the facts, in document order, with those superseded that a later one says it replaces."""
    dead: dict[int, Fact] = {}  # place of a fact → the one that replaces it
    known: dict[int, Fact] = {}  # place of a fact only guessed → what it is, as it replaces one that is known
    subjects: dict[int, Subject] = {}
    for at, fact in enumerate(facts):
        if not may_revise(fact) or not revises(fact.text):
            continue
        named = [e for e in range(at) if states(facts[e]) and names(fact, facts[e])]
        nearest = replaced(facts, at, subjects)
        dead |= dict.fromkeys([*named, nearest] if nearest >= 0 else named, fact)
        if nearest >= 0 and fact.confidence < GUESSED <= facts[nearest].confidence:
            known[at] = of_kind(fact, facts[nearest])
    for at, fact in enumerate(facts):
        yield replaced_by(dead[at], fact) if at in dead else known.get(at, fact)


def may_revise(fact: Fact) -> bool:
    """Tell whether a fact may say how something is from now on; a value only guessed to be measured may be a limit."""
    return states(fact) or (
        fact.kind == "metric" and fact.standing == "current" and fact.confidence < GUESSED
    )


def of_kind(fact: Fact, earlier: Fact) -> Fact:
    """Return a fact only guessed as what the one it replaces was known to be."""
    about = fact.attributes if fact.kind == earlier.kind else Attributes()
    return msgspec.structs.replace(fact, kind=earlier.kind, basis=earlier.basis, attributes=about)


def replaced_by(later: Fact, fact: Fact) -> Fact:
    """Return a fact as one that no longer holds, and what it gave way to."""
    note = f"line {later.spans[0].first} says otherwise: {later.text}"
    return msgspec.structs.replace(fact, standing="superseded", note=note)


def states(fact: Fact) -> bool:
    """Tell whether a fact says how something is now."""
    return fact.kind in STATING and fact.standing == "current" and fact.basis == "verbatim"


@cache
def revising() -> Lexicon[bool]:
    """Return the phrases by which a text says that something changed: True where it goes on with the text before."""
    return Lexicon(
        (notation, name == "goes_on", name == "goes_on")
        for name, listed in words("standing")["revises"].items()
        for notation in listed
    )


def revises(text: str) -> bool:
    """Tell whether a text says that something is otherwise than it was."""
    return any(True for _ in revising().found(text, tokens_of(text)))


def names(later: Fact, earlier: Fact) -> bool:
    """Tell whether a fact names the identifier of the one it replaces: "supersedes D-03"."""
    known = earlier.attributes.id
    if not known or known == later.attributes.id:
        return False
    return plain(known) in {plain(found) for found in IDENTIFIER.findall(later.text)}


def plain(identifier: str) -> str:
    """Return an identifier without what is written between its letters and its number."""
    return re.sub(r"[-_ ]", "", identifier).casefold()


def replaced(facts: Sequence[Fact], at: int, subjects: dict[int, Subject]) -> int:
    """Return which earlier fact a revising one replaces: the sentence before it, or the last about the same; -1 for none."""
    fact = facts[at]
    if any(tag for tag, _ in revising().found(fact.text, tokens_of(fact.text))):
        near = at - 1
        return near if near >= 0 and states(facts[near]) and facts[near].spans[0] == fact.spans[0] else -1
    return next(
        (e for e in range(at - 1, -1, -1) if states(facts[e]) and is_same(facts, e, at, subjects)), -1
    )


def is_same(facts: Sequence[Fact], earlier: int, later: int, subjects: dict[int, Subject]) -> bool:
    """Tell whether two facts are about the same subject, and say different things of it."""
    numbers: dict[str, float] = table("extract")["revised"]
    mine, theirs = (subjects.setdefault(at, subject(facts[at].text)) for at in (later, earlier))
    shared = mine.keys() & theirs.keys()
    if len(shared) < numbers["least_words"]:
        return False
    share = sum(theirs[word] for word in shared) / sum(theirs.values())
    values = [frozenset(NUMBER.findall(facts[at].text)) for at in (earlier, later)]
    if all(values):
        return values[0] != values[1] and not values[0] < values[1] and share >= numbers["share"]
    enough = len(shared) >= numbers["words_without_value"] and share >= numbers["share_without_value"]
    return not any(values) and enough and theirs.keys() != mine.keys()


def subject(text: str) -> Subject:
    """Return the telling words of a text, rare ones weighing more; of Chinese, Japanese and Korean, pairs of characters."""
    numbers: dict[str, float] = table("extract")["revised"]
    found = {word: share for word in stems(text) if (share := weights().common(word)) < numbers["too_common"]}
    told = {word: -log2(share) for word, share in found.items()}
    if is_wide(text):
        told |= dict.fromkeys(map("".join, pairwise(WIDE.findall(text))), 1.0)
    return told
