"""How long documents take, the slowest first."""

from collections.abc import Iterator
from statistics import median

from batonpass.flow.evaluate import Evaluation, Judged
from batonpass.surfaces.cli.page import EMPTY, Block, Part, Table, joined, line, number
from batonpass.tables import load

HEAD = ("document", "lines", "read", "extract", "compact", "ms", "ms per 1,000 lines")


def speed(told: Evaluation, rounds: int, *, whole: bool = False) -> Iterator[Block]:
    """Yield totals and the documents; `whole`: every one of them."""
    ordered = sorted(told.documents, key=lambda d: (-d.times.ms, d.path))
    all_ms = [one.times.ms for one in ordered]
    lines = sum(one.lines for one in ordered)
    yield line(
        *joined(
            [
                (f"{number(len(ordered))} document{'s' if len(ordered) > 1 else ''}", "title"),
                f"{number(lines)} lines in {sum(all_ms):.1f} ms",
                f"median {median(all_ms):.1f} ms",
                f"slowest {max(all_ms):.1f} ms",
                (f"medians of {rounds} rounds" if rounds > 1 else "one round", "quiet"),
            ]
        )
    )
    yield EMPTY
    shown = ordered if whole else ordered[: load.limits()["terminal"]["documents"]]
    yield Table(HEAD, tuple(map(_row, shown)), frozenset(HEAD[1:]), indent=0)
    if more := len(ordered) - len(shown):
        yield line((f"and {number(more)} more: `--all` shows every one", "quiet"), indent=2)


def _row(one: Judged) -> tuple[Part, ...]:
    steps = (one.times.read_ms, one.times.extract_ms, one.times.compact_ms, one.times.ms)
    per_thousand = one.times.ms / max(one.lines, 1) * 1000
    return (
        (one.path, "name"),
        number(one.lines),
        *(f"{step:.1f}" for step in steps),
        f"{per_thousand:.1f}",
    )
