"""What weights are tuned on: sentences written for it, and documents whose headings say what stands below them."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from zlib import crc32

from batonpass.extract.nothing import says_nothing
from batonpass.extract.sentences import sentences
from batonpass.extract.traits import traits
from batonpass.extract.units import FRONT_MATTER, Unit, survey
from batonpass.model.source import Block, Span
from evaluation.documents.case import Case, cases, read

SENTENCES = Path(__file__).with_name("tune_sentences.toml")
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


def written() -> Iterator[Example]:
    """Yield the sentences written for tuning, each as a paragraph and as an item."""
    for kind, listed in tomllib.loads(SENTENCES.read_text("utf-8")).items():
        for text in listed:
            for form in ("paragraph", "item"):
                block = Block(form, text, NOWHERE, level=int(form == "item"))
                yield Example(tuple(traits(text, block)), kind, 1.0, "")


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
