"""The documents of a folder with ground truth, as what their readers should get."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from batonpass.extract.nothing import says_nothing
from batonpass.model.fact import Kind
from evaluation.documents import commits
from evaluation.documents.case import Case, cases, without_front_matter
from evaluation.documents.records import DEAD, opening
from evaluation.families.case import Expected, Piece, path, words_of
from evaluation.texts import file_name


class Family(NamedTuple):
    """What documents of a subtype are called, and the kind of work they come from."""

    name: str
    type: str = "handoff"


FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        "adr": Family("A decision records"),
        "adr_cosmos": Family("A decision records, cosmos"),
        "gsd_summary": Family("B gsd summaries"),
        "gsd_plan": Family("B gsd plans", "plan"),
        "superpowers_plan": Family("B superpowers plans", "plan"),
        "openspec_design": Family("B openspec designs"),
        "speckit_research": Family("B speckit research"),
    }
)
CHANGED = ("created", "modified", "deleted")
LISTS: Mapping[str, Kind] = MappingProxyType({"risks": "risk", "non_goals": "non_goal"})


def expected(folder: Path | None) -> Iterator[Expected]:
    """Yield every document that has something to be found."""
    if folder is None:
        return
    known = (_expected(case) for case in cases(folder) if case.subtype in FAMILIES)
    committed = (_committed(case) for case in commits.cases(folder))
    yield from (one for found in (known, committed) for one in found if one.pieces or one.never)


def _committed(case: Case) -> Expected:
    text = case.data.decode("utf-8", "replace")
    changed = dict.fromkeys(p for group in CHANGED for p in case.truth.get(group) or ())
    named = tuple(path(p) for p in changed if p in text)
    return Expected(f"C {commits.kind_of(case)}, files git shows", case.repo, case.file, text, named)


def _expected(case: Case) -> Expected:
    data = without_front_matter(case.data) if case.subtype.startswith("gsd_") else case.data
    pieces: tuple[Piece, ...] = ()
    dead: tuple[Piece, ...] = ()
    if case.subtype.startswith("adr"):
        pieces, dead = _record(case.truth)
    else:
        pieces = (*_files(case.truth), *_decisions(case.truth), *_listed(case.truth))
    family, text = FAMILIES[case.subtype], data.decode("utf-8", "replace")
    never = tuple(piece.shows for piece in dead)
    return Expected(family.name, case.repo, case.file, text, pieces, never, family.type)


def _record(truth: Mapping[str, Any]) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Return a record's decision, as what must be told or as what must not."""
    said = opening(truth) or str(truth.get("chosen_option") or "")
    piece = (words_of("decision", said),) if said.strip() else ()
    if str(truth.get("status") or "").casefold().startswith(DEAD):
        return (), piece
    return (piece if truth.get("strong") else ()), ()


def _files(truth: Mapping[str, Any]) -> Iterator[Piece]:
    named = [p for key in ("files_created", "files_modified", "task_files") for p in truth.get(key) or ()]
    named += [p for group in (truth.get("files") or {}).values() for p in group]
    yield from map(path, dict.fromkeys(map(file_name, named)))


def _decisions(truth: Mapping[str, Any]) -> Iterator[Piece]:
    for one in truth.get("decisions") or ():
        said = one if isinstance(one, str) else one.get("decision") or one.get("title") or ""
        yield words_of("decision", said.split(" ¶ ")[0])


def _listed(truth: Mapping[str, Any]) -> Iterator[Piece]:
    for key, kind in LISTS.items():
        bullets = (truth.get(key) or {}).get("bullets") or ()
        yield from (words_of(kind, b.split(" ¶ ")[0]) for b in bullets if not says_nothing(b))
