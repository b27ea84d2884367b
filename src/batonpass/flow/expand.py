"""Which source lines stand behind an item? Opening them is counted as an on-demand read."""

import os
import re

from msgspec import Struct

from batonpass.flow.outcome import Opened, open_handoff
from batonpass.flow.senses import senses
from batonpass.flow.setup import Setup
from batonpass.model.errors import NotFound
from batonpass.model.handoff import Reading
from batonpass.model.proof import Item, Proof, Resolution, SourceEntry, State
from batonpass.model.source import Span
from batonpass.read import again, look
from batonpass.read.decode import readable

LINES = re.compile(r"(?P<file>.+?)#L(?P<first>\d+)(?:-L?(?P<last>\d+))?$")


class Passage(Struct, frozen=True):
    """Some lines of a source, and how the original stands to them now."""

    file: str  # the stored copy's name, or the file's path
    path: str  # the original, "" when there is none
    first: int
    last: int
    text: str
    state: State | None = None  # None: nobody asked whether they moved
    moved_to: int = 0


def expand(setup: Setup, what: str, place: str = "", *, reader: str = "") -> tuple[Passage, ...]:
    """Return the lines behind a pointer, or some lines of a handoff's file or of the project's."""
    if not place and LINES.match(what):
        return (_file_lines(setup, what),)
    opened = open_handoff(setup, what)
    found = _behind(setup, opened, place) if place.startswith("/") else (_stored_lines(setup, opened, place),)
    if reader:
        _record(setup, opened, found, reader)
    return found


def pointers(proof: Proof) -> tuple[str, ...]:
    """Return what can be expanded."""
    return tuple(pointer for pointer, item in proof.items.items() if item.spans)


def _behind(setup: Setup, opened: Opened, pointer: str) -> tuple[Passage, ...]:
    proof = _proof(opened)
    item = _item(proof, pointer, opened)
    sight = senses(setup, opened.manifest, folder_of(setup, opened), proof)
    entries = {entry.digest: entry for entry in proof.sources}
    pairs = ((entries[span.source], span) for span in item.spans if span.source in entries)
    return tuple(_passage(setup, opened, entry, span, sight.resolve(entry, span)) for entry, span in pairs)


def _passage(setup: Setup, opened: Opened, entry: SourceEntry, span: Span, now: Resolution) -> Passage:
    data = setup.store.read(opened.handoff, entry.stored)
    moved = now.first if now.state == "moved" else 0
    text = again.excerpt(data, span)
    return Passage(entry.stored, entry.path, span.first, span.last, text, now.state, moved)


def _stored_lines(setup: Setup, opened: Opened, place: str) -> Passage:
    """Return lines of a file that stands beside the manifest; without a place, the whole manifest."""
    asked = LINES.match(place)
    name = asked["file"] if asked else place or opened.handoff.file
    return _lines(name, "", setup.store.read(opened.handoff, name), asked)


def _file_lines(setup: Setup, what: str) -> Passage:
    """Return lines of a file of the project itself."""
    asked = LINES.match(what)
    name = asked["file"] if asked else what
    data = look.data(setup.root, name)
    if data is None:
        raise NotFound(f"no file {name}", wanted="a file below the root", todo="name it relative to the root")
    return _lines(name, name, readable(data, setup.redact, name), asked)


def _lines(name: str, path: str, data: bytes, asked: re.Match[str] | None) -> Passage:
    whole = len(data.splitlines())
    first = int(asked["first"]) if asked else 1
    last = min(int(asked["last"] or first) if asked else whole, whole)
    if not 1 <= first <= last:
        raise NotFound(f"no lines {first} to {last}", wanted=f"lines between 1 and {whole}", place=name)
    return Passage(name, path, first, last, again.excerpt(data, (first, last)))


def _proof(opened: Opened) -> Proof:
    if opened.proof is None:
        raise NotFound(
            "no proof.json beside it",
            wanted="the proof that says where items stand",
            todo="open its files by name instead: FILE#L10-L20",
            place=opened.handoff.manifest,
        )
    return opened.proof


def _item(proof: Proof, pointer: str, opened: Opened) -> Item:
    """Return what stands behind a pointer, or behind the first item below it."""
    below = pointer.rstrip("/") + "/"
    found = proof.items.get(pointer) or next((i for p, i in proof.items.items() if p.startswith(below)), None)
    if found is None:
        some = ", ".join(pointers(proof)[:5])
        raise NotFound(
            f"nothing at {pointer}", wanted=f"a pointer such as {some}", place=opened.handoff.manifest
        )
    return found


def folder_of(setup: Setup, opened: Opened) -> str:
    """Return where a handoff's files stand on the disk."""
    return os.path.normpath(os.path.join(setup.root, opened.handoff.directory))


def _record(setup: Setup, opened: Opened, found: tuple[Passage, ...], reader: str) -> None:
    for passage in found:
        setup.store.record_read(
            Reading(
                handoff=opened.handoff.id,
                reader=reader,
                what=passage.file,
                at=f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}",
                tokens=setup.meter.count(passage.text),
                first=passage.first,
                last=passage.last,
                workflow=opened.handoff.workflow,
            )
        )
