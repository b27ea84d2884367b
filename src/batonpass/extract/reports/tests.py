"""Test runs to facts: the current ones of a runner summed, the others each for itself."""

from collections.abc import Iterator, Sequence
from typing import Any

from batonpass.extract.reports.spans import covering
from batonpass.model.evidence import Run
from batonpass.model.fact import Attributes, Fact
from batonpass.model.source import Block, Source

COUNTS = ("passed", "failed", "errors", "skipped", "total")


def find(source: Source) -> Iterator[Fact]:
    """Yield one fact a runner, and one for every run that is no result of its own."""
    current: dict[str, list[tuple[Block, Run]]] = {}
    for block in source.blocks:
        run = block.evidence
        if not isinstance(run, Run):
            continue
        if run.standing == "current":
            current.setdefault(run.runner, []).append((block, run))
        else:
            yield fact(source, [(block, run)])
    for told in current.values():
        yield fact(source, told)


def fact(source: Source, told: Sequence[tuple[Block, Run]]) -> Fact:
    """Return runs of one runner as one fact."""
    runs = [run for _, run in told]
    first = runs[0]
    counts: dict[str, Any] = {name: summed(runs, name) for name in COUNTS}
    times = [run.duration_s for run in runs if run.duration_s is not None]
    return Fact(
        "tests",
        told[0][0].text if len(told) == 1 else f"{first.runner}: {summed_words(runs)}",
        covering(source, [block.span for block, _ in told]),
        "derived",
        first.standing,
        Attributes(
            runner=first.runner,
            **counts,
            duration_s=round(sum(times), 3) if times else None,
            complete=all(run.complete for run in runs),
        ),
        note=first.counted or "read off the report" if len(told) == 1 else f"summed over {len(told)} runs",
    )


def summed(runs: Sequence[Run], name: str) -> int | None:
    """Return the sum of a count over the runs that tell it, None where none does."""
    told = [value for run in runs if (value := getattr(run, name)) is not None]
    return sum(told) if told else None


def summed_words(runs: Sequence[Run]) -> str:
    """Return the sums in words."""
    told = ((summed(runs, name), name) for name in COUNTS[:-1])
    return ", ".join(f"{value} {name}" for value, name in told if value) or "no test was run"
