"""A context is nearly full: everything is handed over, and the next session is opened with a prompt in a file."""

import os
from typing import Any

from msgspec import Struct

from batonpass.brief.sections import listed
from batonpass.decide.gate import used
from batonpass.flow.pinning import of_session
from batonpass.flow.setup import Setup
from batonpass.flow.so_far import Part, main_agent, so_far
from batonpass.model.errors import BadContent
from batonpass.model.event import Event
from batonpass.model.files import MANIFEST
from batonpass.model.usage import Usage
from batonpass.read.statusline import session_of
from batonpass.store import files, kept
from batonpass.tables import load

FOLDER = ".baton/openings"


class Opening(Struct, frozen=True):
    """The prompt a new session begins with, and the handoff it rests on."""

    path: str  # of the prompt, relative to the root
    manifest: str
    tokens: int


def emergency(setup: Setup, transcript: str, measured: Usage | None = None) -> Opening:
    """Hand over all a session did so far, and write the prompt its successor begins with; twice gives the same."""
    session = session_of(transcript) if transcript else ""
    told = so_far(setup, Part(session=session, transcript=transcript))
    if told is None:
        raise BadContent(
            "nothing to hand over: no client has written a transcript here",
            wanted="the transcript of the session that is nearly full",
            todo="name it with --transcript",
            place=transcript,
        )
    handoff, pinned = told.opened.handoff, of_session(setup, session)
    kept.put(setup.root, kept.PINNED, session, pinned)
    text = load.text("opening.md").format(
        session=session,
        share=f"{used(measured)}" if measured and measured.window else "nearly",
        pinned=_below(pinned),
        manifest=handoff.directory + MANIFEST,
        id=handoff.id,
        agent=main_agent(),
        next=_next(told.opened.manifest),
    )
    path = f"{FOLDER}/{os.path.basename(session) or 'session'}.md"
    place = os.path.join(setup.root, path)
    with files.storing(place):
        files.save(place, text.encode())
    opening = Opening(path, handoff.manifest, setup.meter.count(text))
    _record(setup, session, opening)
    return opening


def _below(pinned: str) -> str:
    """Return what is pinned one level below the title it comes under."""
    return "\n".join(f"#{line}" if line.startswith("#") else line for line in pinned.strip().splitlines())


def _next(manifest: dict[str, Any]) -> str:
    steps = listed(manifest, "next_steps")
    return f": {steps[0].rstrip('.')}" if steps else ""


def _record(setup: Setup, session: str, opening: Opening) -> None:
    at = f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
    told: dict[str, object] = {"session": session, "opening": opening.path, "manifest": opening.manifest}
    setup.store.record(Event("context.emergency", at, told, f"emergency:{session}:{opening.manifest}"))
