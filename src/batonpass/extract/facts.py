"""Blocks to facts."""

from collections.abc import Iterable, Iterator
from itertools import chain

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
from batonpass.extract.revised import revised
from batonpass.extract.slices import slices
from batonpass.model.fact import KINDS, Fact
from batonpass.model.source import Source

# One file per kind; the order decides which of two facts from the same line comes first.
ALL = (
    overview, strategy, approach, insight, constraint, non_goal, risk, decision, instruction,
    file, tests, gate, metric, error, blocker, question, dependency, next_step,
)  # fmt: skip


def extract(source: Source, root: str = "") -> tuple[Fact, ...]:
    """Return what a source says, in document order; paths of a transcript become relative to the root."""
    if any(block.act is not None for block in source.blocks):
        from batonpass.extract.evidence import facts as evidence  # noqa: PLC0415 - most sources are documents

        said = chain.from_iterable(map(found, slices(told(source))))
        return tuple(revised(in_order(chain(said, evidence.find(source, root)))))
    if any(block.evidence is not None for block in source.blocks):
        from batonpass.extract.reports import facts as reports  # noqa: PLC0415 - as above

        return tuple(sorted(reports.find(source), key=place))
    return tuple(revised(in_order(chain.from_iterable(map(found, slices(source))))))


def found(source: Source) -> Iterator[Fact]:
    """Yield what every kind finds in a source."""
    reading = Reading(source)
    return (fact for kind in ALL for fact in kind.find(reading))


def told(source: Source) -> Source:
    """Return a transcript without what was done in it: its final message."""
    said = [i for i, block in enumerate(source.blocks) if block.act is None and block.evidence is None]
    place = {old: new for new, old in enumerate(said)}
    blocks = (
        msgspec.structs.replace(source.blocks[i], parent=place.get(source.blocks[i].parent, -1)) for i in said
    )
    # Without the data: marks in it are escaped, and not the message's own.
    return msgspec.structs.replace(source, blocks=tuple(blocks), data=b"")


def in_order(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return facts in document order; what is said twice in the same words is one fact with both spans."""
    said: dict[tuple[object, ...], list[Fact]] = {}
    for fact in facts:
        same = (fact.kind, " ".join(fact.text.casefold().split()), fact.standing)
        said.setdefault((*same, fact.attributes.path, fact.attributes.change), []).append(fact)
    return tuple(sorted(map(joined, said.values()), key=place))


def joined(tellings: list[Fact]) -> Fact:
    """Return several tellings of one fact as one: the surest, with the spans of all."""
    surest = max(tellings, key=lambda fact: fact.confidence)
    if len(tellings) == 1:
        return surest
    spans = tuple(dict.fromkeys(span for fact in tellings for span in fact.spans))
    return msgspec.structs.replace(
        surest,
        spans=spans,
        emphasis=max(fact.emphasis for fact in tellings),
    )


def place(fact: Fact) -> tuple[int, int]:
    """Return where a fact stands; facts of one place stay in the order they were found in."""
    return fact.spans[0].start, KINDS.index(fact.kind)
