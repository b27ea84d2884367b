"""Which source lines stand behind an item? Opening them is counted as an on-demand read."""

import os

from batonpass.flow.outcome import Opened, open_handoff, proof_of
from batonpass.flow.passage import LINES, Passage, file_of, lines, of_project
from batonpass.flow.senses import Sight
from batonpass.flow.setup import Setup
from batonpass.model.errors import BadContent, BatonError, NotFound
from batonpass.model.handoff import Reading
from batonpass.model.proof import Item, Proof, SourceEntry
from batonpass.model.source import Span
from batonpass.read import again

SOME = 5  # pointers named to a person who guessed wrong


def expand(setup: Setup, what: str, place: str = "", *, reader: str = "") -> tuple[Passage, ...]:
    """Return the lines behind a pointer, or some lines of a handoff's file or of the project's."""
    if not place and LINES.match(what):
        what, place = _around(setup, what)
        if not what:
            return (of_project(setup, place),)
    opened = open_handoff(setup, what)
    found = _behind(setup, opened, place) if place.startswith("/") else (_stored_lines(setup, opened, place),)
    if reader:
        _record(setup, opened, found, reader)
    return found


def _around(setup: Setup, place: str) -> tuple[str, str]:
    """Return the id of the handoff beside whose manifest a file stands, and the place in it; no id: in none."""
    path = file_of(place)
    try:
        handoff = setup.store.find(path)
    except BatonError:
        return "", place
    published = handoff.id and setup.store.by_key(handoff.id) is not None
    names = setup.store.names(handoff) if published else ()
    name = max((n for n in names if path.replace(os.sep, "/").endswith(f"/{n}")), key=len, default="")
    return (handoff.id, name + place[len(path) :]) if name else ("", place)


def pointers(proof: Proof) -> tuple[str, ...]:
    """Return what can be expanded."""
    return tuple(pointer for pointer, item in proof.every_item.items() if item.spans)


def _behind(setup: Setup, opened: Opened, pointer: str) -> tuple[Passage, ...]:
    wanted = "the proof that says where items stand"
    proof = proof_of(opened, wanted=wanted, todo="open its files by name instead: FILE#L10-L20")
    spans = dict.fromkeys(span for item in _items(proof, pointer, opened) for span in item.spans)
    sight = Sight(setup, opened.manifest, folder_of(setup, opened), proof)
    entries = {entry.digest: entry for entry in proof.sources}
    pairs = ((entries[span.source], span) for span in spans if span.source in entries)
    return tuple(_passage(sight, opened, entry, span) for entry, span in pairs)


def _passage(sight: Sight, opened: Opened, entry: SourceEntry, span: Span) -> Passage:
    now = sight.resolve(entry, span)
    moved = now.first if now.state == "moved" else 0
    text = again.excerpt(_as_read(sight, opened, entry), span)
    return Passage(entry.stored, entry.path, span.first, span.last, text, now.state, moved)


def _as_read(sight: Sight, opened: Opened, entry: SourceEntry) -> bytes:
    """Return a source as it was read; raise where neither its copy nor the original is that any more."""
    data = sight.as_read(entry)
    if data is not None:
        return data
    both = f", and so is {entry.path}" if entry.path else ""
    raise BadContent(
        f"the stored copy is not what was read any more{both}",
        wanted="the lines as they were read",
        todo="bring it back from version control or a backup, or hand over again",
        place=opened.handoff.directory + entry.stored,
    )


def _stored_lines(setup: Setup, opened: Opened, place: str) -> Passage:
    """Return lines of a file that stands beside the manifest; without a place, the whole manifest."""
    name = file_of(place) or opened.handoff.file
    entry = next((e for e in (opened.proof.sources if opened.proof else ()) if e.stored == name), None)
    if entry is None:
        return lines(name, "", setup.store.read(opened.handoff, name), place)
    sight = Sight(setup, opened.manifest, folder_of(setup, opened), opened.proof)
    return lines(name, "", _as_read(sight, opened, entry), place)


def _items(proof: Proof, pointer: str, opened: Opened) -> tuple[Item, ...]:
    """Return what stands behind a pointer and behind everything below it."""
    below = pointer.rstrip("/") + "/"
    items = tuple(item for at, item in proof.every_item.items() if at == pointer or at.startswith(below))
    if not items:
        some = ", ".join(pointers(proof)[:SOME])
        wanted = f"a pointer such as {some}" if some else "a handoff in which something was found"
        raise NotFound(f"nothing at {pointer}", wanted=wanted, place=opened.handoff.manifest)
    if not any(item.spans for item in items):
        why = items[0].note or "it was computed"
        raise NotFound(f"no source lines behind {pointer}: {why}", place=opened.handoff.manifest)
    return items


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
