"""What weights are tuned on: sentences written for it, and documents whose headings say what stands below them."""

import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from zlib import crc32

from batonpass.extract.nothing import says_nothing
from batonpass.extract.rows import whole
from batonpass.extract.sentences import sentences
from batonpass.extract.traits import traits
from batonpass.extract.units import FRONT_MATTER, Unit, survey
from batonpass.model.source import Block, Span
from batonpass.read.parse import parse_text
from evaluation.documents.case import Case, cases, read
from evaluation.planted.judge import shows
from evaluation.planted.wordings import Scattered, authors

SENTENCES = Path(__file__).with_name("voices")
NOWHERE = Span("", 1, 1, 0, 1, "")
KEPT_BACK = 4  # one repository in so many is not trained on
KINDS = ("constraint", "decision", "error", "insight", "next_step", "non_goal", "question", "risk", "blocker")
# What a section's family says of the units in it; those that are not here say nothing either way.
CLASS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(
        ("", "plain", "context", "work", "tasks", "metadata", "silent", "overview", "tests_planned"), "other"
    )
    | dict.fromkeys(("file", "file_mentioned", "file_modified", "file_created"), "file")
    | {"gate": "other", "tests": "tests", "metric": "metric"}
    | {kind: kind for kind in KINDS}
    | {"alternatives": "rejected"}
)
# What a distractor is, where it is not simply nothing.
FALLEN: Mapping[str, str] = MappingProxyType(
    {"rejected": "rejected", "superseded": "superseded", "quoted": "quoted"}
)
# What voices also say and running text is not asked for: it is read from where it stands.
UNASKED: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("overview", "strategy", "approach", "gate", "planned"), "other")
)
NOT_WRITTEN_AS_FINDINGS = frozenset({"prompt_like"})
LONG = 200  # a paragraph of more characters is also shown sentence by sentence


class Example(NamedTuple):
    """One text, what it is, and how much it counts."""

    traits: tuple[str, ...]
    kind: str
    weight: float
    group: str  # texts of one group share its weight


def is_kept_back(repo: str) -> bool:
    """Tell whether a repository only serves to measure."""
    return crc32(repo.encode()) % KEPT_BACK == 0


def written(without: Collection[str] = ()) -> Iterator[Example]:
    """Yield the sentences written for tuning, but for those of some voices."""
    yield from of_authors()
    for name in voices():
        if name not in without:
            yield from of_voice(name)


def voices() -> list[str]:
    """Return the names of all voices."""
    return sorted(path.stem for path in SENTENCES.glob("*.toml"))


def of_voice(name: str) -> Iterator[Example]:
    """Yield the sentences of a voice, each as a paragraph and as an item."""
    for kind, listed in tomllib.loads((SENTENCES / f"{name}.toml").read_text("utf-8")).items():
        asked = UNASKED.get(kind, kind)
        yield from (example for text in listed for example in of_sentence(text, asked))


def of_sentence(text: str, kind: str) -> Iterator[Example]:
    """Yield a sentence as a paragraph and as an item."""
    for form in ("paragraph", "item"):
        block = Block(form, text, NOWHERE, level=int(form == "item"))
        yield Example(tuple(traits(text, block)), kind, 1.0, "")


def of_authors() -> Iterator[Example]:
    """Yield the planted wordings that may be tuned on: what tells a fact, and the talk around it."""
    for author in authors():
        if not author.tuned:
            continue
        for fact in author.fact:
            yield from of_forms(fact.kind, fact.value, fact.scattered)
            yield from of_text(fact.structured.text, fact.kind, fact.value)
        for distractor in author.distractor:
            for said in (distractor.scattered, distractor.structured.text):
                yield from of_text(said, FALLEN.get(distractor.standing, "other"), distractor.value)


def of_forms(kind: str, value: tuple[str, ...], scattered: Scattered) -> Iterator[Example]:
    """Yield a fact as it stands in a paragraph, in a list and in a table."""
    yield from of_text(scattered.paragraph, kind, value)
    yield from of_text(scattered.item, kind, value)
    yield from of_text(
        f"{scattered.header}\n{'|---' * scattered.header.count('|')}\n{scattered.row}", kind, value
    )


def of_text(text: str, kind: str, value: tuple[str, ...]) -> Iterator[Example]:
    """Yield the sentences of a text: of the kind where the value stands in them, else of none."""
    for unit in survey(parse_text(text, "text.md", str)):
        block = unit.block
        pieces = tuple(sentences(unit.text)) if block.kind == "paragraph" else (unit.text,)
        pieces = (whole(unit),) if block.kind == "row" else pieces
        told = [piece for piece in pieces if shows(piece, value)] or [
            p for p in pieces if shows(p, value[:1])
        ]
        for piece in filter(None, pieces):
            yield Example(tuple(traits(piece, block)), kind if piece in told else "other", 1.0, "")


def of_documents(folder: Path) -> Iterator[Example]:
    """Yield what the documents of the repositories trained on say under headings that name a kind."""
    seen: set[str] = set()
    for case in cases(folder):
        if case.file in seen or is_kept_back(case.repo) or case.subtype in NOT_WRITTEN_AS_FINDINGS:
            continue
        seen.add(case.file)
        for unit, kind in labelled(case):
            group = f"{case.repo} {kind == 'other'}"
            block = unit.block
            yield Example(tuple(traits(unit.text, block)), kind, 1.0, group)
            if block.kind == "paragraph" and len(unit.text) > LONG:
                pieces = sentences(unit.text)
                for piece in pieces:
                    yield Example(tuple(traits(piece, block)), kind, 1 / len(pieces), group)


def labelled(case: Case) -> Iterator[tuple[Unit, str]]:
    """Yield the units of a document no label or lead tells of, with what their section says they are."""
    for unit in survey(read(case)):
        block = unit.block
        if block.kind not in ("paragraph", "item") or unit.leads or not unit.text or says_nothing(unit.text):
            continue
        kind = CLASS.get(unit.family, "")
        if kind == "" or unit.via in ("label", "tag") or FRONT_MATTER in block.tags:
            continue
        told = unit.via == "section" and unit.section.depth == 0 and unit.section.confidence == 1.0
        if kind == "other" or told:
            yield unit, kind
