"""Blocks to facts."""

from collections.abc import Iterable

import msgspec

from batonpass.extract.kinds import (
    approach,
    blocker,
    constraint,
    decision,
    dependency,
    error,
    file,
    gate,
    insight,
    instruction,
    metric,
    next_step,
    non_goal,
    overview,
    question,
    risk,
    strategy,
    tests,
)
from batonpass.extract.reading import Reading
from batonpass.model.fact import KINDS, Fact
from batonpass.model.source import Source

# One file per kind; the order decides which of two facts from the same line comes first.
ALL = (
    overview, strategy, approach, insight, constraint, non_goal, risk, decision, instruction,
    file, tests, gate, metric, error, blocker, question, dependency, next_step,
)  # fmt: skip


def extract(source: Source) -> tuple[Fact, ...]:
    """Return what a source says, in document order."""
    reading = Reading(source)
    return in_order(fact for kind in ALL for fact in kind.find(reading))


def in_order(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return facts in document order; what is said twice in the same words is one fact with both spans."""
    said: dict[tuple[object, ...], Fact] = {}
    for fact in facts:
        key = (fact.kind, " ".join(fact.text.casefold().split()), fact.standing, fact.attributes.path, fact.attributes.change)
        before = said.get(key)
        said[key] = fact if before is None else joined(before, fact)
    return tuple(sorted(said.values(), key=place))


def joined(one: Fact, other: Fact) -> Fact:
    """Return two tellings of one fact as one: the surer, with the spans of both."""
    surer, rest = (one, other) if one.confidence >= other.confidence else (other, one)
    spans = tuple(dict.fromkeys((*surer.spans, *rest.spans)))
    return msgspec.structs.replace(surer, spans=spans, emphasis=max(one.emphasis, other.emphasis))


def place(fact: Fact) -> tuple[int, int, str]:
    """Return where a fact stands among the others."""
    return fact.spans[0].start, KINDS.index(fact.kind), fact.text
