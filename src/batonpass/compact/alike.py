"""Which of many facts say the same, without holding each against each."""

import math
from collections import defaultdict
from collections.abc import Hashable, Sequence

from batonpass.compact.same import marks, same, words
from batonpass.model.fact import Fact
from batonpass.tables import load


class Alike:
    """Facts that were met, found again by what a fact that says the same must share with them."""

    def __init__(self) -> None:
        """Begin with none."""
        self._met: dict[Hashable, list[tuple[int, Fact]]] = defaultdict(list)
        self._count = 0

    def place(self, fact: Fact) -> int | None:
        """Return the number of the first fact that says the same; None where this one is new, and now met."""
        keys = _keys(fact)
        found = {
            number: other for key in keys for number, other in self._met.get(key, ()) if _alike(other, fact)
        }
        if found:
            return min(found)
        for key in keys:
            self._met[key].append((self._count, fact))
        self._count += 1
        return None


def _alike(one: Fact, other: Fact) -> bool:
    if one.kind == "tests":  # the same numbers twice are one run only where they stand in the same report
        return one.attributes == other.attributes and not set(one.spans).isdisjoint(other.spans)
    return one.kind == "file" or same(one.text, other.text)


def _keys(fact: Fact) -> list[Hashable]:
    """Return keys of which two facts that say the same share one."""
    about = fact.attributes
    if fact.kind == "tests":
        return [(fact.kind, fact.standing)]
    if fact.kind == "file":
        return [(fact.kind, fact.standing, about.path, about.change)]
    told = marks(fact.text)
    return [(fact.kind, fact.standing, told, word) for word in prefix(tuple(words(fact.text)), _overlap())]


def _overlap() -> float:
    overlap: float = load.table("rank")["same"]["overlap"]
    return overlap


def prefix(of: Sequence[str], overlap: float) -> list[str]:
    """Return so many of the words, the longest first, that texts with this share of words in common share one."""
    ordered = sorted(of, key=lambda word: (-len(word), word))
    return ordered[: len(ordered) - math.ceil(overlap * len(ordered)) + 1]
