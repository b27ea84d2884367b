"""A small world in memory: a manifest, the files it names, and what was read to make it."""

import fnmatch
import posixpath
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from batonpass.measure.vocabulary import Vocabulary
from batonpass.model.proof import Difference, Item, Proof, Receipt, Resolution, SourceEntry
from batonpass.model.source import Span, digest_of
from batonpass.validate.rule import Case
from batonpass.validate.subject import Senses, Stat, Subject

METER = Vocabulary()
DIRECTORY = "artifacts/top-down-analyzer/2025-10-21-auth/"
SOUND = {
    "from_agent": "top-down-analyzer",
    "to_agents": ["backend-architect"],
    "artifact_type": "research",
    "timestamp": "2025-10-21T10:30:00Z",
    "scope": "Authentication system analysis",
    "summary": {"key_insights": ["Tokens expire after 1 hour"], "constraints": ["Logins stay as they are"]},
    "artifacts_directory": DIRECTORY,
}
RECEIPT = Receipt("research", "", "o200k", 0, 0, 0, 1.0, 450, 1000, {})


def senses(
    files: Mapping[str, str],
    agents: tuple[str, ...] = (),
    copies: Mapping[str, str] | None = None,
    directory: str = DIRECTORY,
) -> Senses:
    """Return senses that see these files below the root and nothing else."""
    kept = copies or {}

    def stat(path: str) -> Stat:
        real = posixpath.normpath(posixpath.join("/root", path))
        if not f"{real}/".startswith("/root/"):
            return "outside"
        if real.removeprefix("/root/") in files:
            return "file"
        inside = any(f"/root/{name}".startswith(f"{real}/") for name in (*files, f"{directory}x"))
        return "directory" if inside else "missing"

    def expand(glob: str) -> tuple[str, ...]:
        wanted = posixpath.normpath(glob)
        return tuple(sorted(name for name in files if fnmatch.fnmatchcase(name, wanted)))

    def file_tokens(path: str) -> int | None:
        text = files.get(posixpath.normpath(path))
        return None if text is None else METER.count(text)

    def resolve(entry: SourceEntry, span: Span) -> Resolution:
        if entry.path not in files:
            return Resolution("missing")
        return again(span, files[entry.path].encode())

    def span_text(entry: SourceEntry, span: Span) -> str | None:
        piece = kept.get(entry.stored, "").encode()[span.start : span.end]
        return piece.decode() if digest_of(piece) == span.digest else None

    def stored_digest(entry: SourceEntry) -> str | None:
        return digest_of(kept[entry.stored].encode()) if entry.stored in kept else None

    return Senses(
        size=METER.count,
        stat=stat,
        file_tokens=file_tokens,
        expand=expand,
        resolve=resolve,
        stored_digest=stored_digest,
        span_text=span_text,
        known_agents=frozenset(agents),
    )


def again(span: Span, data: bytes) -> Resolution:
    """Look for a span's whole lines in a text."""
    lines, many = data.split(b"\n"), span.last - span.first + 1
    for first in sorted(range(1, len(lines) + 1), key=lambda n: abs(n - span.first)):
        if digest_of(b"\n".join(lines[first - 1 : first - 1 + many])) == span.digest:
            last = first + many - 1
            return Resolution("verified" if first == span.first else "moved", first, last)
    return Resolution("drifted")


def entry(name: str, text: str) -> SourceEntry:
    """Return a source whose original stands at the root."""
    digest = digest_of(text.encode())
    return SourceEntry(name, name, name, "markdown", digest, digest, text.count("\n"), METER.count(text))


def span(text: str, place: str) -> Span:
    """Return the span of `L3` or `L3-L4` of a text."""
    numbers = [int(n) for n in re.findall(r"\d+", place)]
    first, last = numbers[0], numbers[-1]
    lines = text.encode().split(b"\n")
    start = sum(len(line) + 1 for line in lines[: first - 1])
    piece = b"\n".join(lines[first - 1 : last])
    return Span(digest_of(text.encode()), first, last, start, start + len(piece), digest_of(piece))


def item(sources: Mapping[str, str], behind: str) -> Item:
    """Return what stands behind a place: `notes.md#L3`, or a note."""
    name, mark, place = behind.partition("#")
    return Item((span(sources[name], place),)) if mark else Item((), note=behind)


def prove(
    data: bytes, sources: Mapping[str, str], proven: Mapping[str, str], differs: tuple[Difference, ...] = ()
) -> Proof:
    """Return the proof of a manifest's bytes."""
    entries = tuple(entry(name, text) for name, text in sources.items())
    items = {pointer: item(sources, behind) for pointer, behind in proven.items()}
    return Proof(digest_of(data), "id", entries, items, RECEIPT, differences=differs)


def encode(manifest: Mapping[str, Any]) -> bytes:
    """Return a manifest as a person would write it."""
    return msgspec.json.format(msgspec.json.encode(manifest), indent=2)


def world(case: Case) -> tuple[Subject, Senses]:
    """Return a rule's example as the rule sees it."""
    manifest = {key: value for key, value in (SOUND | case.manifest).items() if value is not None}
    data = encode(manifest)
    proof = prove(data, case.read, case.proven, case.differs) if case.read else None
    beside = {f"{DIRECTORY}{name}": text for name, text in (case.read | case.files).items()}
    changed: dict[str, str | None] = {**case.read, **case.project, **beside}
    files = {name: text for name, text in changed.items() if text is not None}
    copies = {name: text for name, text in {**case.read, **case.stored}.items() if text is not None}
    subject = Subject(manifest=manifest, data=data + case.edited.encode(), path="manifest.json", proof=proof)
    return subject, senses(files, case.agents, copies)
