"""What must hold, whatever is done."""

from collections.abc import Iterator

from batonpass.extract.reading import Reading
from batonpass.extract.stating import fact
from batonpass.model.fact import Fact


def find(reading: Reading) -> Iterator[Fact]:
    """Yield what the source says must hold."""
    for claim in reading.of("constraint"):
        if made := fact("constraint", claim):
            yield made
