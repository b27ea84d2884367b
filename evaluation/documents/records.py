"""Decision records: their decision with and without headings, its reason, and whether it is in force."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from batonpass.extract.facts import extract
from batonpass.model.fact import Fact
from evaluation.documents.case import KEY_DECISIONS, Case, best, of_kind, read, without_headings
from evaluation.documents.why import missed_texts
from evaluation.score import Score
from evaluation.texts import CLOSE, holds, overlap

DEAD = ("superseded", "rejected", "abandoned", "withdrawn", "deprecated")


def scores(case: Case) -> Iterator[Score]:
    """Score a decision record."""
    if case.truth.get("strong"):
        yield _decision("adr decision", case, case.data)
        yield _decision("adr decision, no headings", case, without_headings(case.data))
        if case.truth.get("format") == "madr" and case.truth.get("because"):
            yield _rationale(case)
    yield from _standing(case)


def _decision(name: str, case: Case, data: bytes) -> Score:
    wanted = case.truth.get("decision_text") or case.truth.get("chosen_option") or ""
    chosen = case.truth.get("chosen_option") or ""
    source = read(case, data)
    top = handed_on(extract(source))[:KEY_DECISIONS]
    value = max(best(wanted, top, source), best(opening(case.truth), top, source))
    hit = value >= CLOSE or any(chosen and holds(f.text, chosen) >= CLOSE for f in top)
    why = "" if hit else missed_texts([wanted, opening(case.truth)], "decision", extract(source), source)
    return Score(name, case.repo, case.file, float(hit), why)


def _rationale(case: Case) -> Score:
    because = case.truth["because"]
    facts = handed_on(extract(read(case)))[:KEY_DECISIONS]
    reasons = [f.attributes.rationale for f in facts if f.attributes.rationale]
    value = max((max(overlap(because, r), holds(because, r)) for r in reasons), default=0)
    return Score("madr rationale", case.repo, case.file, float(value >= CLOSE), because[:90])


def _standing(case: Case) -> Iterator[Score]:
    status = str(case.truth.get("status") or "").casefold()
    facts = extract(read(case))
    live = of_kind(facts, "decision")
    if status.startswith(DEAD):
        yield Score("dead records live (0)", case.repo, case.file, float(bool(live)), status[:60])
    elif case.truth.get("strong"):
        dropped = bool(of_kind(facts, "decision", "superseded", "rejected")) and not live
        yield Score("live records dropped (0)", case.repo, case.file, float(dropped), status[:60])


def handed_on(facts: Sequence[Fact]) -> list[Fact]:
    """Return the decisions a reader would be given; of a record that is dead as a whole, all of them."""
    return of_kind(facts, "decision") or of_kind(facts, "decision", "superseded", "rejected")


def opening(truth: Mapping[str, Any]) -> str:
    """Return a decision's text up to its list, or the first item where it begins with one."""
    text = str(truth.get("decision_text") or "").split(" ¶ ")[0]
    items = [str(i) for i in truth.get("decision_items") or ()]
    if items and items[0] in text:
        return text.split(items[0])[0].strip(" *-:") or items[0]
    return re.split(r" [*-] ", text.lstrip("*- "))[0]
