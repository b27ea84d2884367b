"""What was read, before any budget: the facts of each source."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from batonpass.flow.context import of_blocks
from batonpass.flow.prepare import facts_in
from batonpass.flow.setup import Setup
from batonpass.flow.sources import read_sources
from batonpass.measure.spending import Spending, spending
from batonpass.measure.usage import usage
from batonpass.model.fact import Fact
from batonpass.model.problem import Problem
from batonpass.model.source import Source
from batonpass.tables import load

Agent = Spending  # what one agent of a transcript took


class Used(Struct, frozen=True):
    """What a source takes of a context; of a transcript what its agent's context held at the end, and what it cost."""

    tokens: int
    window: int = 0
    share: float = 0.0
    exact: bool = True
    cost_usd: float | None = None  # of all its agents; None: nobody knows
    agents: tuple[Agent, ...] = ()


class Inspected(Struct, frozen=True):
    """One source, its facts, and what it takes."""

    source: Source
    facts: tuple[Fact, ...]
    used: Used


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
    told = (Inspected(s, facts_in(s, setup.root), used(setup, s, e.tokens)) for s, e in pairs)
    return Inspection(tuple(told), read.problems)


def used(setup: Setup, source: Source, tokens: int) -> Used:
    """Return what a source takes."""
    if not any(block.act is not None for block in source.blocks):
        return Used(tokens)
    models = load.table("models")
    agents = spending(source.blocks, models)
    now = usage(of_blocks(setup, source.blocks), models, otherwise=setup.playbook.budgets.window)
    costs = [agent.cost_usd for agent in agents]
    known = [cost for cost in costs if cost is not None]
    total = round(sum(known), 6) if known and len(known) == len(costs) else None
    return Used(now.tokens, now.window, round(now.share, 4), now.exact, total, agents)


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
            "usage": one.used,
        }
