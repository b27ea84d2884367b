"""What the user demanded, in the user's own words."""

from collections.abc import Iterator

from batonpass.extract.reading import Reading
from batonpass.extract.stating import fact
from batonpass.model.fact import Fact


def find(reading: Reading) -> Iterator[Fact]:
    """Yield what the source says the user demanded."""
    for claim in reading.of("instruction"):
        if claim.standing == "quoted":
            claim.standing = "current"  # a quote of the user is what is looked for here
        if made := fact("instruction", claim):
            yield made
