"""One found file, or one text, into a source with its blocks."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from batonpass.model.source import Source, digest_of
from batonpass.read import may_be
from batonpass.read.decode import damage, readable
from batonpass.read.draft import Draft
from batonpass.read.formats import code, json, markdown, text, yaml
from batonpass.read.found import Found, empty, no_report, other_encoding, too_large
from batonpass.read.lines import Lines
from batonpass.read.recognise import recognise, suffix_of
from batonpass.read.unreadable import Unreadable
from batonpass.tables.load import limits

FORMATS: Mapping[str, Callable[[Lines], Draft]] = {
    "markdown": markdown.blocks,
    "yaml": yaml.blocks,
    "json": json.blocks,
    "text": text.blocks,
}
MAY_BE_TRANSCRIPTS = frozenset({"json", "text", "markdown"})  # logs of streams have all sorts of suffixes
Redact = Callable[[str], str]


class Seen(NamedTuple):
    """What a text turned out to be, and its blocks."""

    format: str
    draft: Draft


def parse(found: Found, *, redact: Redact, max_bytes: int, force: bool = False) -> Source:
    """Return a source with its blocks; one above `max_bytes` is only kept, unless forced."""
    data = readable(found.data, redact, found.path or found.name)
    most = max_bytes if force or len(found.data) <= max_bytes else _most_of(data, max_bytes)
    if len(found.data) <= most or force:
        return _read(found, data)
    draft = Draft(Lines(data))
    draft.problems.append(too_large(found.path or found.name, len(found.data), most))
    return _source(found, draft, recognise(found.name, b"").format)


def _most_of(data: bytes, max_bytes: int) -> int:
    """Return the limit: of a transcript another one, as it is read by record, and a day's work is longer than any document."""
    most: int = limits()["transcript"]["max_bytes"]
    return max(most, max_bytes) if may_be.client(data) else max_bytes


def parse_text(text: str, name: str, redact: Redact) -> Source:
    """Return a text that came as a string, with its blocks."""
    data = text.encode("utf-8", "replace")
    problems = () if data.strip() else (empty(name),)
    return _read(Found(name, "", data, problems), readable(data, redact, name))


def parse_report(found: Found, *, redact: Redact) -> Source:
    """Return what somebody gave as a report, whatever its size; what is none is kept and said so."""
    from batonpass.read.reports.known import report  # noqa: PLC0415 - see may_be

    lines = Lines(readable(found.data, redact, found.path or found.name))
    made = report(lines, suffix_of(found.name), asked=True)
    draft = made.draft if made else Draft(lines)
    if not draft.blocks and not draft.problems and not found.problems:
        draft.problems.append(no_report(found.name))
    return _source(found, draft, made.format if made else "text")


def _read(found: Found, data: bytes) -> Source:
    lines = Lines(data)
    kind, language = recognise(found.name, data)
    if seen := _transcript(lines, kind) or _report(lines, suffix_of(found.name)):
        return _source(found, seen.draft, seen.format)
    if kind == "code":
        return _source(found, code.blocks(lines, language), kind)
    try:
        return _source(found, FORMATS[kind](lines), kind)
    except Unreadable as error:
        draft = text.blocks(lines)
        draft.warn("source-unparsed", error.found, "mend that line; it was read as plain text", error.line)
        return _source(found, draft, "text")


def _transcript(lines: Lines, kind: str) -> Seen | None:
    client = may_be.client(lines.data) if kind in MAY_BE_TRANSCRIPTS else ""
    if not client:
        return None
    from batonpass.read import transcripts  # noqa: PLC0415 - see may_be

    return Seen(client, transcripts.blocks(lines, client))


def _report(lines: Lines, suffix: str) -> Seen | None:
    if not may_be.report(lines.data, suffix):
        return None
    from batonpass.read.reports.known import report  # noqa: PLC0415 - see may_be

    made = report(lines, suffix, asked=False)
    return Seen(made.format, made.draft) if made else None


def _source(found: Found, draft: Draft, kind: str) -> Source:
    place = found.path or found.name
    own = [replace(problem, path=place) for problem in draft.problems]
    if draft.lines.data is not found.data and (encoding := damage(found.data)):
        own.append(other_encoding(place, encoding))
    return Source(
        name=found.name,
        format=kind,
        data=draft.lines.data,
        digest=draft.lines.source,
        original=digest_of(found.data),
        path=found.path,
        lines=draft.lines.count,
        blocks=tuple(draft.blocks),
        problems=(*found.problems, *own),
    )
