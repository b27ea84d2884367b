"""How the work goes about it."""

from collections import Counter
from collections.abc import Iterator

from batonpass.extract.reading import Reading
from batonpass.extract.stating import fact
from batonpass.model.fact import Fact

MOST = 3  # of one section: what follows is the design itself, not how one goes about it


def find(reading: Reading) -> Iterator[Fact]:
    """Yield how the source goes about its work: the first thoughts of each such section."""
    seen: Counter[tuple[str, ...]] = Counter()
    for claim in reading.of("approach"):
        if seen[claim.headings] < MOST and (made := fact("approach", claim)):
            seen[claim.headings] += 1
            yield made
