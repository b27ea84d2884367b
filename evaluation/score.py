"""Scores, their averages, and the goals they are held against."""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from statistics import fmean, median
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

GOALS = Path(__file__).with_name("goals.toml")


class Score(NamedTuple):
    """What one measure came to on one document."""

    measure: str
    repo: str
    file: str
    value: float
    note: str = ""  # what was missed; empty where nobody may look


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """What a measure should come to."""

    at_least: float | None = None
    at_most: float | None = None
    of: Literal["macro", "median", "max"] = "macro"

    def held(self, value: float) -> bool:
        """Tell whether a value, as it is printed, is good enough."""
        shown = round(value, 3)
        low = self.at_least is None or shown >= self.at_least
        return low and (self.at_most is None or shown <= self.at_most)

    def __str__(self) -> str:
        """Say the goal as the table does."""
        bound = f">= {self.at_least:g}" if self.at_least is not None else f"<= {self.at_most:g}"
        return bound if self.of == "macro" else f"{self.of} {bound}"


class Average(NamedTuple):
    """One measure over all its documents; `macro` is averaged per repository first."""

    measure: str
    macro: float
    median: float
    max: float
    documents: int
    repositories: int


@cache
def goals() -> dict[str, Goal]:
    """Return the goals by measure."""
    return msgspec.convert(tomllib.loads(GOALS.read_text("utf-8")), dict[str, Goal])


def macro(values: Iterable[tuple[str, float]]) -> float:
    """Return the mean of the means of every repository, so that no family of look-alikes decides."""
    by_repo: dict[str, list[float]] = defaultdict(list)
    for repo, value in values:
        by_repo[repo].append(value)
    return fmean(fmean(group) for group in by_repo.values())


def averages(scores: Iterable[Score]) -> Iterator[Average]:
    """Yield every measure's averages, in the order of their names."""
    by_measure: dict[str, list[Score]] = defaultdict(list)
    for one in scores:
        by_measure[one.measure].append(one)
    for measure in sorted(by_measure):
        group = by_measure[measure]
        values = [one.value for one in group]
        whole = macro((one.repo, one.value) for one in group)
        yield Average(
            measure, whole, median(values), max(values), len(group), len({one.repo for one in group})
        )


def missed(average: Average) -> bool:
    """Tell whether a measure has a goal and does not reach it."""
    goal = goals().get(average.measure)
    return goal is not None and not goal.held(getattr(average, goal.of))


def table(all_averages: Sequence[Average]) -> Iterator[str]:
    """Yield the lines of the table; what misses its goal is marked."""
    yield f"  {'measure':44} {'macro':>7} {'median':>8} {'max':>8} {'n':>5} {'repos':>5}   goal"
    for one in all_averages:
        goal = goals().get(one.measure)
        mark = " " if goal is None else "✗" if missed(one) else "✓"
        yield (
            f"{mark} {one.measure:44} {one.macro:7.3f} {one.median:8.3f} {one.max:8.3f}"
            f" {one.documents:5} {one.repositories:5}   {goal or ''}".rstrip()
        )


def worst(scores: Iterable[Score], measure: str) -> Iterator[str]:
    """Yield the documents of a measure, worst first, with what was missed."""
    goal = goals().get(measure)
    low_is_good = goal is not None and goal.at_most is not None
    chosen = sorted(
        (s for s in scores if s.measure == measure), key=lambda s: -s.value if low_is_good else s.value
    )
    for one in chosen:
        yield f"{one.value:6.2f} {one.file}"
        if one.note:
            yield from (f"       {line}" for line in one.note.splitlines())
