"""What was read, before any budget: the facts of each source."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from batonpass.extract.facts import extract
from batonpass.flow.setup import Setup
from batonpass.flow.sources import read_sources
from batonpass.model.fact import Fact
from batonpass.model.problem import Problem
from batonpass.model.source import Source


class Inspected(Struct, frozen=True):
    """One source, its facts, and how many tokens it takes."""

    source: Source
    facts: tuple[Fact, ...]
    tokens: int


class Inspection(Struct, frozen=True):
    """All sources, and what was wrong with some."""

    sources: tuple[Inspected, ...]
    problems: tuple[Problem, ...]


def inspect(
    setup: Setup, paths: Sequence[str], *, force: bool = False, stdin: Callable[[], bytes] | None = None
) -> Inspection:
    """Read and extract."""
    read = read_sources(setup, paths, {}, force=force, stdin=stdin)
    pairs = zip(read.sources, read.entries, strict=True)
    return Inspection(tuple(Inspected(s, extract(s, setup.root), e.tokens) for s, e in pairs), read.problems)


def lines_of(inspection: Inspection) -> Iterator[dict[str, object]]:
    """Yield each source as the JSON value `baton extract --json` prints."""
    for one in inspection.sources:
        yield {
            "source": {
                "path": one.source.path or one.source.name,
                "format": one.source.format,
                "digest": one.source.digest,
            },
            "facts": list(one.facts),
            "usage": {"tokens": one.tokens, "window": 0, "share": 0.0, "exact": True},
        }
