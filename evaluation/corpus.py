"""How well extraction reads documents agents really wrote: one table from a folder with ground truth.

    python -m evaluation.corpus FOLDER [--misses MEASURE]

Every score is averaged per document, then per repository, then over repositories, so that no
family of look-alike files decides it. Headings and front matter the truth was read from are
taken away where a measure says so.
"""

import argparse
import json
import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import unescape
from pathlib import Path
from statistics import fmean, median
from typing import Any, NamedTuple

from batonpass.extract.facts import extract
from batonpass.extract.nothing import says_nothing
from batonpass.model.fact import Fact
from batonpass.model.source import Source
from batonpass.read.found import Found
from batonpass.read.parse import parse

WORD = re.compile(r"[^\W_]+")
WIDE = re.compile("[\u2e80-\u9fff\uac00-\ud7af]")
ELEMENT = re.compile(r"</?(?:sup|sub|br|b|i|u|em|strong|code|kbd|a|span|img|p|div|small)\b[^<>]*>")
HEADING = re.compile(r"^#{1,6} .*$", re.MULTILINE)
FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
LINES = re.compile(r"(?::L?\d.*|\s+\(.*\)|\s+—.*|\s+--?\s.*)$")
KEY_DECISIONS = 5
CLOSE, SUPPORTED = (
    0.6,
    0.5,
)  # token F1 from which two texts say the same, and from which one supports the other
DEAD = ("superseded", "rejected", "abandoned", "withdrawn", "deprecated")


class Score(NamedTuple):
    """What one measure came to on one document."""

    measure: str
    repo: str
    file: str
    value: float
    note: str = ""


class Case(NamedTuple):
    """One document of the folder with its ground truth."""

    file: str
    repo: str
    subtype: str
    truth: Mapping[str, Any]
    data: bytes


def words(text: str) -> list[str]:
    """Return the words of a text; of Chinese, Japanese and Korean, the characters."""
    found: list[str] = []
    for word in WORD.findall(text.casefold()):
        found += list(word) if WIDE.search(word) else [word]
    return found


def overlap(one: str, other: str) -> float:
    """Return the token F1 of two texts."""
    a, b = words(one), words(other)
    if not a or not b:
        return 0.0
    left: dict[str, int] = defaultdict(int)
    for w in a:
        left[w] += 1
    shared = 0
    for w in b:
        if left[w]:
            left[w] -= 1
            shared += 1
    return 2 * shared / (len(a) + len(b))


def holds(whole: str, part: str) -> float:
    """Return the share of a part's words that stand in the whole."""
    wanted = words(part)
    there = set(words(whole))
    return sum(w in there for w in wanted) / len(wanted) if wanted else 0.0


def read(case: Case, data: bytes | None = None) -> Source:
    """Return a document as a source."""
    found = Found(Path(case.file).name, case.file, case.data if data is None else data)
    return parse(found, redact=lambda text: text, max_bytes=len(case.data) + 1)


def shown(fact: Fact, source: Source) -> str:
    """Return the whole text a fact was read from."""
    raw = " ".join(source.data[s.start : s.end].decode("utf-8", "replace") for s in fact.spans)
    return unescape(ELEMENT.sub("", raw))


def of_kind(facts: Iterable[Fact], kind: str, *standings: str) -> list[Fact]:
    """Return the facts of one kind, surest first, in document order between equals."""
    wanted = standings or ("current",)
    return sorted((f for f in facts if f.kind == kind and f.standing in wanted), key=lambda f: -f.confidence)


def best(truth: str, facts: Sequence[Fact], source: Source) -> float:
    """Return how well the best of some facts says a truth."""
    return max((max(overlap(truth, shown(f, source)), overlap(truth, f.text)) for f in facts), default=0.0)


def file_name(text: str) -> str:
    """Return a path of the truth without its remarks and line numbers."""
    return LINES.sub("", text.strip().strip("`")).strip("`").removeprefix("./")


def f1(found: set[str], truth: set[str]) -> float:
    """Return the F1 of two sets of paths; a basename counts where the folder is left out."""
    if not truth:
        return 1.0 if not found else 0.0
    hits = {t for t in truth if any(same_path(t, f) for f in found)}
    right = {f for f in found if any(same_path(t, f) for t in truth)}
    precision = len(right) / len(found) if found else 0.0
    recall = len(hits) / len(truth)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def same_path(one: str, other: str) -> bool:
    """Tell whether two paths name one file, as far as both say."""
    return one == other or one.endswith("/" + other) or other.endswith("/" + one)


def paths(facts: Iterable[Fact], *standings: str) -> set[str]:
    """Return the paths of changed files."""
    return {
        f.attributes.path or ""
        for f in facts
        if f.kind == "file" and f.standing in standings and f.attributes.change != "read"
    }


def adr(case: Case) -> Iterator[Score]:
    """Score a decision record: its decision, with and without headings, its reason and its standing."""
    truth = case.truth
    if truth.get("strong"):
        wanted = truth.get("decision_text") or truth.get("chosen_option") or ""
        chosen = truth.get("chosen_option") or ""
        for name, data in (
            ("adr decision", case.data),
            ("adr decision, no headings", without_headings(case.data)),
        ):
            source = read(case, data)
            top = handed_on(extract(source))[:KEY_DECISIONS]
            value = max(best(wanted, top, source), best(opening(truth), top, source))
            hit = value >= CLOSE or any(chosen and holds(f.text, chosen) >= CLOSE for f in top)
            yield Score(name, case.repo, case.file, float(hit), f"{value:.2f} {wanted[:90]!r}")
        if truth.get("format") == "madr" and truth.get("because"):
            facts = handed_on(extract(read(case)))[:KEY_DECISIONS]
            reasons = [f.attributes.rationale or "" for f in facts]
            value = max(
                (max(overlap(truth["because"], r), holds(truth["because"], r)) for r in reasons if r),
                default=0,
            )
            yield Score("madr rationale", case.repo, case.file, float(value >= CLOSE), truth["because"][:90])
    status = str(truth.get("status") or "").casefold()
    live = of_kind(extract(read(case)), "decision")
    if status.startswith(DEAD):
        yield Score("dead records live (0)", case.repo, case.file, float(bool(live)), status[:60])
    elif truth.get("strong"):
        every = of_kind(extract(read(case)), "decision", "current", "superseded", "rejected")
        yield Score(
            "live records dropped (0)", case.repo, case.file, float(bool(every) and not live), status[:60]
        )


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


def without_headings(data: bytes) -> bytes:
    """Return a document without its headings."""
    return HEADING.sub("", data.decode("utf-8", "replace")).encode()


def without_front_matter(data: bytes) -> bytes:
    """Return a document without its front matter."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    return FRONT_MATTER.sub("", text, count=1).encode()


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
        yield Score("gsd_summary files F1", case.repo, case.file, f1(found, truth), note_of(found, truth))
    wanted = [str(d) for d in case.truth.get("decisions") or ()]
    top = of_kind(facts, "decision")[: min(KEY_DECISIONS, len(wanted))]
    supported = [d for d in wanted if any(overlap(d, b.text) >= SUPPORTED for b in source.blocks)]
    hits = [d for d in supported if best(d, top, source) >= SUPPORTED]
    if supported:
        share = len(hits) / min(KEY_DECISIONS, len(supported))
        missed = [d[:60] for d in supported if d not in hits]
        yield Score("gsd_summary decisions", case.repo, case.file, min(1.0, share), str(missed))


def note_of(found: set[str], truth: set[str]) -> str:
    """Return what was found too much and what was missed."""
    extra = sorted(f for f in found if not any(same_path(f, t) for t in truth))
    missed = sorted(t for t in truth if not any(same_path(f, t) for f in found))
    return f"extra {extra[:6]} missed {missed[:6]}"


def superpowers_plan(case: Case) -> Iterator[Score]:
    """Score a plan's files to create, modify and test."""
    truth = {file_name(p) for group in (case.truth.get("files") or {}).values() for p in group}
    if truth:
        found = paths(extract(read(case)), "planned", "current")
        yield Score(
            "superpowers plan files F1", case.repo, case.file, f1(found, truth), note_of(found, truth)
        )


def gsd_plan(case: Case) -> Iterator[Score]:
    """Score a plan's files, from its `<files>` alone and from all of it."""
    truth = {
        file_name(p)
        for p in (*(case.truth.get("files_modified") or ()), *(case.truth.get("task_files") or ()))
    }
    if truth:
        found = paths(extract(read(case, without_front_matter(case.data))), "planned", "current")
        yield Score("gsd plan files F1", case.repo, case.file, f1(found, truth), note_of(found, truth))


def openspec_design(case: Case) -> Iterator[Score]:
    """Score a design's decisions by place, its risks and non-goals by words."""
    source = read(case)
    facts = extract(source)
    decisions = case.truth.get("decisions") or []
    if decisions:
        top = of_kind(facts, "decision")
        hits = [any(in_section(f, source, d) for f in top) for d in decisions]
        missed = [d["title"] for d, hit in zip(decisions, hits, strict=True) if not hit]
        yield Score("openspec decisions", case.repo, case.file, fmean(map(float, hits)), str(missed))
    for name, kind in (("risks", "risk"), ("non_goals", "non_goal")):
        bullets = (case.truth.get(name) or {}).get("bullets") or []
        stated = [b for b in bullets if not says_nothing(b)]
        if stated:
            found = of_kind(facts, kind)
            hits = [any(holds(shown(f, source), b.split(" ¶ ")[0]) >= CLOSE for f in found) for b in stated]
            missed = [b[:60] for b, hit in zip(stated, hits, strict=True) if not hit]
            yield Score(f"openspec {name}", case.repo, case.file, fmean(map(float, hits)), str(missed))


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


BY_SUBTYPE: Mapping[str, Callable[[Case], Iterator[Score]]] = {
    "adr": adr,
    "adr_cosmos": adr,
    "gsd_summary": gsd_summary,
    "superpowers_plan": superpowers_plan,
    "gsd_plan": gsd_plan,
    "openspec_design": openspec_design,
    "speckit_research": speckit_research,
}


def commits(case: Case) -> Iterator[Score]:
    """Score the claimed changes of a report against what git says its commits changed."""
    changed = {p for name in ("created", "modified", "deleted") for p in case.truth.get(name) or ()}
    text = case.data.decode("utf-8", "replace")
    found = paths(extract(read(case)), "current")
    if found:
        right = sum(any(same_path(t, f) for t in changed) for f in found)
        yield Score(
            f"commits precision, {kind_of(case)}",
            case.repo,
            case.file,
            right / len(found),
            note_of(found, changed),
        )
    named = {p for p in changed if p in text}
    if named:
        hit = sum(any(same_path(t, f) for f in found) for t in named)
        yield Score(
            f"commits recall, {kind_of(case)}", case.repo, case.file, hit / len(named), note_of(found, named)
        )


def kind_of(case: Case) -> str:
    """Return whether a document sums up or hands over."""
    return "summaries" if "summary" in case.subtype else "handoffs"


def empty_sections(case: Case) -> Iterator[Score]:
    """Count what was made of blocks that only say there is nothing."""
    source = read(case)
    empty = {
        b.span.first
        for b in source.blocks
        if b.text and b.kind in ("paragraph", "item") and says_nothing(b.text)
    }
    if empty:
        made = [
            f
            for f in extract(source)
            if len(f.spans) == 1 and f.spans[0].first in empty and f.spans[0].first == f.spans[0].last
        ]
        yield Score(
            "facts of none-texts (0)",
            case.repo,
            case.file,
            float(len(made)),
            str([f.text[:60] for f in made]),
        )


def provenance(case: Case) -> Iterator[Score]:
    """Count facts whose words do not stand at their spans."""
    source = read(case)
    began = time.perf_counter()
    facts = extract(source)
    took = (time.perf_counter() - began) * 1000
    wrong = [f for f in facts if holds(shown(f, source).replace("_", " "), f.text.replace("_", " ")) < 1.0]
    yield Score(
        "facts without proof (0)",
        case.repo,
        case.file,
        float(len(wrong)),
        str([f.text[:80] for f in wrong[:3]]),
    )
    yield Score("ms per document", case.repo, case.file, took)
    yield Score("facts per document", case.repo, case.file, float(len(facts)))


def cases(folder: Path) -> Iterator[Case]:
    """Yield the documents of a folder, with what is known about them."""
    for name in ("A/gt.jsonl", "B/gt.jsonl", "C/gt.jsonl"):
        for row in rows(folder / name):
            yield Case(
                row["file"], row["repo"], row["subtype"], row["gt"], (folder / row["file"]).read_bytes()
            )


def rows(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a JSONL file."""
    return (
        [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        if path.is_file()
        else []
    )


def score(folder: Path) -> list[Score]:
    """Return every score of every document; a crash is one too."""
    found: list[Score] = []
    for case in cases(folder):
        measures = [m for m in (BY_SUBTYPE.get(case.subtype), empty_sections, provenance) if m]
        found += [s for measure in measures for s in measure(case)]
    for row in rows(folder / "commits_gt.jsonl"):
        case = Case(row["file"], row["repo"], row["subtype"], row, (folder / row["file"]).read_bytes())
        found += list(commits(case))
    return found


def table(scores: Sequence[Score]) -> Iterator[str]:
    """Yield the lines of the table: measure, macro and micro average, documents, repositories."""
    by_measure: dict[str, list[Score]] = defaultdict(list)
    for one in scores:
        by_measure[one.measure].append(one)
    yield f"{'measure':34} {'macro':>7} {'micro':>7} {'n':>5} {'repos':>5}"
    for measure in sorted(by_measure):
        group = by_measure[measure]
        by_repo: dict[str, list[float]] = defaultdict(list)
        for one in group:
            by_repo[one.repo].append(one.value)
        macro, micro = fmean(fmean(v) for v in by_repo.values()), fmean(s.value for s in group)
        tail = ""
        if measure.startswith("ms"):
            values = [s.value for s in group]
            tail = f"  median {median(values):.1f} max {max(values):.1f}"
        yield f"{measure:34} {macro:7.3f} {micro:7.3f} {len(group):5} {len(by_repo):5}{tail}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, or the worst documents of one measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--misses", default="", help="print the documents of this measure, worst first")
    given = parser.parse_args(arguments)
    scores = score(given.folder)
    if given.misses:
        zero_is_best = given.misses.endswith("(0)")
        chosen = sorted(
            (s for s in scores if s.measure == given.misses),
            key=lambda s: -s.value if zero_is_best else s.value,
        )
        for one in chosen:
            print(f"{one.value:6.2f} {one.file}\n       {one.note}", flush=True)
        return 0
    print("\n".join(table(scores)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
