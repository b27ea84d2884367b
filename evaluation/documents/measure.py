"""Every document of a folder with ground truth, scored by what it is."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from evaluation.documents import commits, every, hidden, plans, records
from evaluation.documents.case import Case, cases
from evaluation.score import Score

BY_SUBTYPE: Mapping[str, Callable[[Case], Iterator[Score]]] = MappingProxyType(
    {
        "adr": records.scores,
        "adr_cosmos": records.scores,
        "gsd_summary": plans.gsd_summary,
        "superpowers_plan": plans.superpowers_plan,
        "gsd_plan": plans.gsd_plan,
        "openspec_design": plans.openspec_design,
        "speckit_research": plans.speckit_research,
    }
)


def scores(folder: Path | None) -> Iterator[Score]:
    """Yield every score of every document."""
    if folder is None:
        return
    for case in cases(folder):
        if case.subtype in BY_SUBTYPE:
            yield from BY_SUBTYPE[case.subtype](case)
        yield from every.scores(case)
    for case in commits.cases(folder):
        yield from commits.scores(case)
    yield from hidden.scores(folder)
