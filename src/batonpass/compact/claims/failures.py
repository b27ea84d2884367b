"""Failed tests: what a session, a log and a report file all tell of, once."""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from batonpass.compact.claims.ground import is_evidence, together
from batonpass.model.fact import Fact

# tests/test_cart.py::TestCart::test_total · tests.test_cart.TestCart.test_total · cart > takes a discount
RAISED = re.compile(
    r"^: (?:[\w.]*(?:Error|Exception|Failure): )?"
)  # one source names what was raised, another not
BETWEEN = re.compile(r"::|\s[>›]\s|[./#]")


def once(facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts with every failed test told once, with the spans of all sources that tell of it."""
    kept = list(facts)
    again: set[int] = set()
    for told in _alike(facts):
        first, *others = sorted(told.values(), key=len, reverse=True)
        for other in others:
            for index, same in zip(first, other, strict=False):
                kept[index] = replace(kept[index], spans=together([kept[index], facts[same]]))
            again.update(other)
    return [fact for index, fact in enumerate(kept) if index not in again]


def _alike(facts: Sequence[Fact]) -> Iterator[dict[str, list[int]]]:
    """Yield the failures of one name and message by the source that tells of them; in one source they are several."""
    same: dict[tuple[str, str], dict[str, list[int]]] = {}
    for index, fact in enumerate(facts):
        name = fact.attributes.name
        if fact.kind == "error" and name and is_evidence(fact):
            matter = (BETWEEN.split(name)[-1], RAISED.sub("", fact.text.removeprefix(name)))
            same.setdefault(matter, {}).setdefault(fact.spans[0].source, []).append(index)
    return (told for told in same.values() if len(told) > 1)
