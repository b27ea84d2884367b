"""What holds of every document: no crash, no facts of nothing, every word proven, and the time it takes."""

import time
from collections.abc import Iterator

from batonpass.extract.facts import extract
from batonpass.extract.nothing import says_nothing
from batonpass.model.fact import Fact
from batonpass.model.source import Source
from evaluation.documents.case import Case, raw, read, shown
from evaluation.score import Score
from evaluation.texts import holds
from evaluation.timing import start


def scores(case: Case) -> Iterator[Score]:
    """Score any document; one that cannot be read is a score too."""
    began = time.perf_counter()
    try:
        extract(read(case))
    except Exception as error:  # noqa: BLE001 - whatever breaks is what this counts
        yield Score("documents that crash (0)", case.repo, case.file, 1.0, f"{type(error).__name__}: {error}")
        return
    took = time.perf_counter() - began
    yield Score("documents that crash (0)", case.repo, case.file, 0.0)
    yield Score("time per document, in P", case.repo, case.file, took / start())
    yield from empty_sections(case)
    yield from provenance(case)


def empty_sections(case: Case) -> Iterator[Score]:
    """Count what was made of blocks that only say there is nothing."""
    source = read(case)
    telling = [b for b in source.blocks if b.text and b.kind in ("paragraph", "item")]
    empty = {b.span.first for b in telling if says_nothing(b.text)}
    if empty:
        spans = ((f, f.spans[0]) for f in extract(source) if len(f.spans) == 1)
        made = [f for f, span in spans if span.first in empty and span.first == span.last]
        note = str([f.text[:60] for f in made])
        yield Score("facts of none-texts (0)", case.repo, case.file, float(len(made)), note)


def provenance(case: Case) -> Iterator[Score]:
    """Count facts whose words do not stand at their spans."""
    source = read(case)
    facts = extract(source)
    wrong = [f for f in facts if holds(_there(f, source), f.text.replace("_", " ")) < 1.0]
    note = str([f.text[:80] for f in wrong[:3]])
    yield Score("facts without proof (0)", case.repo, case.file, float(len(wrong)), note)
    yield Score("facts per document", case.repo, case.file, float(len(facts)))


def _there(fact: Fact, source: Source) -> str:
    """Return all words at a fact's spans; `<a>` is markup in prose, and a word in code."""
    return f"{raw(fact, source)} {shown(fact, source)}".replace("_", " ")
