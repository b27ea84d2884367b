"""The one idea the work follows."""

from collections.abc import Iterator

from batonpass.extract.reading import Reading
from batonpass.extract.stating import fact
from batonpass.model.fact import Fact


def find(reading: Reading) -> Iterator[Fact]:
    """Yield what the source says it is going for: the first thought of each such section."""
    seen: set[tuple[str, ...]] = set()
    for claim in reading.of("strategy"):
        if claim.headings not in seen and (made := fact("strategy", claim)):
            seen.add(claim.headings)
            yield made
