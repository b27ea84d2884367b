"""Reports that name their commits, against what git says these commits changed."""

from collections.abc import Iterator
from pathlib import Path

from batonpass.extract.facts import extract
from evaluation.documents.case import Case, paths, read, rows
from evaluation.documents.why import wrong_paths
from evaluation.score import Score
from evaluation.texts import same_path


def cases(folder: Path) -> Iterator[Case]:
    """Yield the documents whose commits are known."""
    for row in rows(folder / "commits_gt.jsonl"):
        yield Case(row["file"], row["repo"], row["subtype"], row, (folder / row["file"]).read_bytes())


def scores(case: Case) -> Iterator[Score]:
    """Score the claimed changes of a report against what git says its commits changed."""
    changed = {p for name in ("created", "modified", "deleted") for p in case.truth.get(name) or ()}
    text = case.data.decode("utf-8", "replace")
    source = read(case)
    facts = extract(source)
    found = paths(facts, "current")
    if found:
        right = sum(any(same_path(t, f) for t in changed) for f in found)
        yield Score(
            f"commits precision, {kind_of(case)}",
            case.repo,
            case.file,
            right / len(found),
            wrong_paths(found, [t for t in changed if any(same_path(t, f) for f in found)], facts, source),
        )
    named = {p for p in changed if p in text}
    if named:
        hit = sum(any(same_path(t, f) for f in found) for t in named)
        why = wrong_paths((), [t for t in named if not any(same_path(t, f) for f in found)], facts, source)
        yield Score(f"commits recall, {kind_of(case)}", case.repo, case.file, hit / len(named), why)


def kind_of(case: Case) -> str:
    """Return whether a document sums up or hands over."""
    return "summaries" if "summary" in case.subtype else "handoffs"
