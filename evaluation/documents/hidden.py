"""What kind a passage is, where its heading is hidden: told by its words, its form and what stands beside it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from batonpass.extract.facts import extract
from batonpass.extract.hearing import Hearing
from batonpass.extract.nothing import says_nothing
from batonpass.extract.units import FRONT_MATTER, Unit, survey
from batonpass.extract.weights import weights
from evaluation.documents.case import Case, cases, read, without_headings
from evaluation.score import Score
from evaluation.tune_examples import NOT_WRITTEN_AS_FINDINGS, is_kept_back

KINDS = ("constraint", "decision", "insight", "next_step", "question", "risk")
MEASURE = "kind, headings hidden"


class Passage(NamedTuple):
    """A passage, the kind its heading gives it, and the kind it is taken for without."""

    told: str
    taken: str


def scores(folder: Path) -> Iterator[Score]:
    """Score each kind over all passages of repositories that were not trained on; the table averages over kinds."""
    found = [passage for case in held(folder) for passage in passages(case)]
    for kind in KINDS:
        yield Score(MEASURE, kind, kind, f1(kind, found), note(kind, found))


def held(folder: Path) -> Iterator[Case]:
    """Yield the documents of the repositories that only serve to measure, each once."""
    seen: set[str] = set()
    for case in cases(folder):
        if case.file not in seen and is_kept_back(case.repo) and case.subtype not in NOT_WRITTEN_AS_FINDINGS:
            seen.add(case.file)
            yield case


def passages(case: Case) -> Iterator[Passage]:
    """Yield the items and paragraphs of a document that stand directly under a heading of one of the kinds."""
    told = {u.block.span.first: u.section.family for u in survey(read(case)) if is_told(u)}
    if not told:
        return
    bare = read(case, without_headings(case.data))
    units = survey(bare)
    hearing = Hearing(units)
    said = {fact.spans[0].first: fact.kind for fact in extract(bare) if fact.kind in KINDS}
    for unit in units:
        line = unit.block.span.first
        if line in told and unit.text:
            yield Passage(told.pop(line), said.get(line) or leaning(unit, hearing))


def is_told(unit: Unit) -> bool:
    """Tell whether a unit's heading, and nothing nearer to it, says of which kind it is."""
    block, section = unit.block, unit.section
    return (
        block.kind in ("item", "paragraph")
        and section.family == unit.family
        and section.family in KINDS
        and (section.depth, section.confidence) == (0, 1.0)
        and not (unit.leads or says_nothing(unit.text) or FRONT_MATTER in block.tags)
    )


def leaning(unit: Unit, hearing: Hearing) -> str:
    """Return the kind of the six a unit sounds like most, however little that is."""
    sums: Mapping[str, float] = dict(zip(weights().classes, hearing.sums(unit, unit.text), strict=True))
    return max(KINDS, key=lambda kind: sums[kind])


def f1(kind: str, found: list[Passage]) -> float:
    """Return the F1 of one kind over all passages."""
    hits = sum(p.told == p.taken == kind for p in found)
    either = sum(p.told == kind for p in found) + sum(p.taken == kind for p in found)
    return 2 * hits / either if either else 0.0


def note(kind: str, found: list[Passage]) -> str:
    """Say what the passages of a kind were taken for."""
    taken = Counter(p.taken for p in found if p.told == kind)
    return ", ".join(f"{other} {count}" for other, count in taken.most_common())
