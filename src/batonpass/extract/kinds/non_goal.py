"""What is left out on purpose."""

from collections.abc import Iterator

from batonpass.extract.reading import Reading
from batonpass.extract.stating import fact
from batonpass.model.fact import Fact


def find(reading: Reading) -> Iterator[Fact]:
    """Yield what the source leaves out on purpose."""
    for claim in reading.of("non_goal"):
        if claim.standing == "rejected":
            claim.standing = "current"  # "rejected" above a list of non-goals says nothing new
        if made := fact("non_goal", claim):
            yield made
