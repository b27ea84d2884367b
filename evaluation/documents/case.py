"""One document with its ground truth, and what extraction makes of it."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

from batonpass.model.fact import Fact
from batonpass.model.source import Source
from batonpass.read.found import Found
from batonpass.read.parse import parse
from evaluation.texts import overlap

ELEMENT = re.compile(r"</?(?:sup|sub|br|b|i|u|em|strong|code|kbd|a|span|img|p|div|small)\b[^<>]*>")
HEADING = re.compile(r"^#{1,6} .*$", re.MULTILINE)
FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
KEY_DECISIONS = 5


class Case(NamedTuple):
    """One document of the folder with its ground truth."""

    file: str
    repo: str
    subtype: str
    truth: Mapping[str, Any]
    data: bytes


def read(case: Case, data: bytes | None = None) -> Source:
    """Return a document as a source."""
    found = Found(Path(case.file).name, case.file, case.data if data is None else data)
    return parse(found, redact=lambda text: text, max_bytes=len(case.data) + 1)


def shown(fact: Fact, source: Source) -> str:
    """Return the whole text a fact was read from."""
    return unescape(ELEMENT.sub("", raw(fact, source)))


def raw(fact: Fact, source: Source) -> str:
    """Return the bytes a fact was read from as text, with what looks like markup in code too."""
    return " ".join(source.data[s.start : s.end].decode("utf-8", "replace") for s in fact.spans)


def of_kind(facts: Iterable[Fact], kind: str, *standings: str) -> list[Fact]:
    """Return the facts of one kind, surest first, in document order between equals."""
    wanted = standings or ("current",)
    return sorted((f for f in facts if f.kind == kind and f.standing in wanted), key=lambda f: -f.confidence)


def best(truth: str, facts: Sequence[Fact], source: Source) -> float:
    """Return how well the best of some facts says a truth."""
    return max((max(overlap(truth, shown(f, source)), overlap(truth, f.text)) for f in facts), default=0.0)


def paths(facts: Iterable[Fact], *standings: str) -> set[str]:
    """Return the paths of changed files."""
    return {
        f.attributes.path or ""
        for f in facts
        if f.kind == "file" and f.standing in standings and f.attributes.change != "read"
    }


def without_headings(data: bytes) -> bytes:
    """Return a document without its headings."""
    return HEADING.sub("", data.decode("utf-8", "replace")).encode()


def without_front_matter(data: bytes) -> bytes:
    """Return a document without its front matter."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    return FRONT_MATTER.sub("", text, count=1).encode()


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
