"""All facts of a report or a git trail."""

from collections.abc import Iterator

from batonpass.extract.reports import changes, errors, gates, metrics, tests
from batonpass.model.fact import Fact
from batonpass.model.source import Source

ALL = (changes, tests, gates, metrics, errors)


def find(source: Source) -> Iterator[Fact]:
    """Yield the facts, each kind for itself."""
    for kind in ALL:
        yield from kind.find(source)
