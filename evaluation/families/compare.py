"""Every family, method by method: recall, precision, leaks, tokens and milliseconds."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean, median
from typing import NamedTuple

from evaluation.families.baselines import METHODS, picked
from evaluation.families.case import Expected, right
from evaluation.handed import handed
from evaluation.score import macro

OURS = "baton"


class Row(NamedTuple):
    """What one method made of one document."""

    family: str
    method: str
    repo: str
    recall: float | None  # None: there is nothing to be found
    precision: float | None  # None: nothing was shown
    leaks: float | None  # None: there is nothing to leak
    tokens: int
    ms: float


def rows(one: Expected) -> Iterator[Row]:
    """Yield what every method makes of a document; of a baseline any line under any kind counts."""
    yield _ours(one)
    for method in METHODS:
        got = picked(method, one.text)
        found = [any(piece.shows(line) for line in got.lines) for piece in one.pieces]
        true = [any(piece.shows(line) for piece in one.pieces) for line in got.lines]
        leaked = [any(never(line) for line in got.lines) for never in one.never]
        yield Row(one.family, method, one.repo, *_means(found, true, leaked), got.tokens, got.ms)


def _ours(one: Expected) -> Row:
    got = handed(one.text, one.type)
    asked = [item for item in got.items if item.kind in one.kinds]
    found = [any(right(piece, item) for item in asked) for piece in one.pieces]
    true = [any(right(piece, item) for piece in one.pieces) for item in asked]
    decided = [item for item in got.items if item.kind == "decision"] if not one.pieces else got.items
    leaked = [any(never(item.text) for item in decided) for never in one.never]
    return Row(one.family, OURS, one.repo, *_means(found, true, leaked), got.tokens, got.ms)


def _means(*groups: Sequence[bool]) -> tuple[float | None, float | None, float | None]:
    one, two, three = (fmean(group) if group else None for group in groups)
    return one, two, three


def table(found: Iterable[Row]) -> Iterator[str]:
    """Yield the lines of the table; averages are per repository first, times are medians."""
    by_family: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in found:
        by_family[row.family][row.method].append(row)
    yield f"{'family':34} {'n':>4} {'repos':>5}  {'method':10} {'recall':>7} {'prec.':>7} {'leaks':>7} {'tokens':>7} {'ms':>7}"
    for family in sorted(by_family):
        for method, group in by_family[family].items():
            repos = len({row.repo for row in group})
            about = f"{family:34} {len(group):4} {repos:5}" if method == OURS else " " * 45
            shares = (_share(group, name) for name in ("recall", "precision", "leaks"))
            tokens, ms = fmean(row.tokens for row in group), median(row.ms for row in group)
            yield f"{about}  {method:10} {' '.join(shares)} {tokens:7.0f} {ms:7.1f}"


def _share(group: Sequence[Row], name: str) -> str:
    values = [(row.repo, getattr(row, name)) for row in group]
    known = [(repo, value) for repo, value in values if value is not None]
    return f"{macro(known):7.3f}" if known else f"{'–':>7}"
