"""Plans, designs and summaries: their files, decisions, risks and non-goals."""

from collections.abc import Iterator, Mapping
from statistics import fmean
from typing import Any

from batonpass.extract.facts import extract
from batonpass.extract.nothing import says_nothing
from batonpass.model.fact import Fact
from batonpass.model.source import Source
from evaluation.documents.case import (
    KEY_DECISIONS,
    Case,
    best,
    of_kind,
    paths,
    read,
    shown,
    without_front_matter,
)
from evaluation.documents.why import missed_texts, wrong_paths
from evaluation.score import Score
from evaluation.texts import CLOSE, SUPPORTED, f1, file_name, holds, overlap


def gsd_summary(case: Case) -> Iterator[Score]:
    """Score a summary whose front matter says what its body tells, without the front matter."""
    source = read(case, without_front_matter(case.data))
    facts = extract(source)
    truth = {
        file_name(p)
        for p in (*(case.truth.get("files_created") or ()), *(case.truth.get("files_modified") or ()))
    }
    if truth:
        found = paths(facts, "current")
        yield Score(
            "gsd_summary files F1",
            case.repo,
            case.file,
            f1(found, truth),
            wrong_paths(found, truth, facts, source),
        )
    wanted = [str(d) for d in case.truth.get("decisions") or ()]
    top = of_kind(facts, "decision")[: min(KEY_DECISIONS, len(wanted))]
    supported = [d for d in wanted if any(overlap(d, b.text) >= SUPPORTED for b in source.blocks)]
    hits = [d for d in supported if best(d, top, source) >= SUPPORTED]
    if supported:
        share = len(hits) / min(KEY_DECISIONS, len(supported))
        why = missed_texts([d for d in supported if d not in hits], "decision", facts, source)
        yield Score("gsd_summary decisions", case.repo, case.file, min(1.0, share), why)


def superpowers_plan(case: Case) -> Iterator[Score]:
    """Score a plan's files to create, modify and test."""
    truth = {file_name(p) for group in (case.truth.get("files") or {}).values() for p in group}
    if truth:
        source = read(case)
        facts = extract(source)
        found = paths(facts, "planned", "current")
        why = wrong_paths(found, truth, facts, source)
        yield Score("superpowers plan files F1", case.repo, case.file, f1(found, truth), why)


def gsd_plan(case: Case) -> Iterator[Score]:
    """Score a plan's files, from its `<files>` alone and from all of it."""
    truth = {
        file_name(p)
        for p in (*(case.truth.get("files_modified") or ()), *(case.truth.get("task_files") or ()))
    }
    if truth:
        source = read(case, without_front_matter(case.data))
        facts = extract(source)
        found = paths(facts, "planned", "current")
        why = wrong_paths(found, truth, facts, source)
        yield Score("gsd plan files F1", case.repo, case.file, f1(found, truth), why)


def openspec_design(case: Case) -> Iterator[Score]:
    """Score a design's decisions by place, its risks and non-goals by words."""
    source = read(case)
    facts = extract(source)
    decisions = case.truth.get("decisions") or []
    if decisions:
        top = of_kind(facts, "decision")
        hits = [any(in_section(f, source, d) for f in top) for d in decisions]
        missed = [d["title"] for d, hit in zip(decisions, hits, strict=True) if not hit]
        why = missed_texts(missed, "decision", facts, source)
        yield Score("openspec decisions", case.repo, case.file, fmean(map(float, hits)), why)
    for name, kind in (("risks", "risk"), ("non_goals", "non_goal")):
        bullets = _told(case.truth.get(name) or {})
        stated = [b for b in bullets if not says_nothing(b)]
        if stated:
            found = of_kind(facts, kind)
            hits = [any(holds(shown(f, source), b.split(" ¶ ")[0]) >= CLOSE for f in found) for b in stated]
            missed = [b for b, hit in zip(stated, hits, strict=True) if not hit]
            why = missed_texts(missed, kind, facts, source)
            yield Score(f"openspec {name}", case.repo, case.file, fmean(map(float, hits)), why)


def _told(section: Mapping[str, Any]) -> list[str]:
    """Return what a section lists: where it opens with a table, its rows; the bullets come from further below."""
    table = str(section.get("first_paragraph") or "")
    if not table.startswith("|"):
        return list(section.get("bullets") or [])
    rows = [row.strip(" |").split("|")[0].strip() for row in table.split("| |")]
    return [row for row in rows[1:] if row.strip("-: ")]


def in_section(fact: Fact, source: Source, decision: Mapping[str, str]) -> bool:
    """Tell whether a fact was read in the section of a decision."""
    lines = {b.span.first for b in source.blocks if decision["title"] in (b.text, *b.headings)}
    title = decision["title"].split(" ¶ ")[0]
    return any(s.first in lines for s in fact.spans) or overlap(shown(fact, source), title) >= CLOSE


def speckit_research(case: Case) -> Iterator[Score]:
    """Score a research document's decisions and their reasons."""
    source = read(case)
    found = of_kind(extract(source), "decision")
    decisions = case.truth.get("decisions") or []
    if not decisions:
        return
    hits = [
        any(
            holds(f.text, d["decision"]) >= CLOSE or holds(shown(f, source), d["decision"]) >= 1
            for f in found
        )
        for d in decisions
    ]
    yield Score(
        "speckit decisions",
        case.repo,
        case.file,
        fmean(map(float, hits)),
        str([d["decision"][:50] for d, h in zip(decisions, hits, strict=True) if not h]),
    )
    reasoned = [d for d in decisions if d.get("rationale")]
    if reasoned:
        reasons = [f.attributes.rationale or "" for f in found]
        told = [
            any(r and max(holds(d["rationale"], r), holds(r, d["rationale"])) >= CLOSE for r in reasons)
            for d in reasoned
        ]
        yield Score("speckit rationale", case.repo, case.file, fmean(map(float, told)))
