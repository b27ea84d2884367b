"""What was found out."""

from collections.abc import Iterator

from batonpass.extract.reading import Reading
from batonpass.extract.stating import fact, is_weighed
from batonpass.model.fact import Fact


def find(reading: Reading) -> Iterator[Fact]:
    """Yield what the source says it found out."""
    for claim in reading.of("insight"):
        if not is_weighed(claim) and (made := fact("insight", claim)):
            yield made
