"""What a message, a transcript or a handoff tells of an agent's work: fields of a manifest, and of the agent's role."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from batonpass.flow.identity import identify, stamped
from batonpass.flow.in_place import drafted
from batonpass.flow.outcome import Opened
from batonpass.flow.reading import Shelf
from batonpass.flow.role_files import own_fields, part_of
from batonpass.flow.roles import role_of
from batonpass.flow.setup import Setup
from batonpass.flow.sources import Sources, read_sources
from batonpass.model.errors import BadContent
from batonpass.model.manifest import as_dict
from batonpass.model.terms import Terms
from batonpass.read.envelope import is_transcript
from batonpass.read.reply import Reply
from batonpass.tables import load

CHANGED = ("files_created", "files_modified", "files_deleted")
HEAD = frozenset({"status", "summary", "id", "artifacts"})  # which every return and many answers have
NOT_PROVEN = ("scope", "status")  # what it is about, and an agent's own words
NOTHING: Mapping[str, Any] = {}


class Told(Struct, frozen=True):
    """What is told of the work."""

    manifest: Mapping[str, Any] = NOTHING
    own: Mapping[str, Any] = NOTHING  # the fields of the role's handoff


def proven_by(setup: Setup, agent: str, message: bytes, handoff: Opened | None) -> Told:
    """Return what evidence tells: of a handoff, else of a whole transcript; nothing of any other message."""
    if handoff:
        return Told(handoff.manifest, own_fields(setup, handoff.handoff) or {})
    if not is_transcript(message):
        return Told()
    return _drawn(setup, agent, read_sources(setup, ("-",), {}, stdin=lambda: message))


def told_in(setup: Setup, agent: str, reply: Reply) -> Told:
    """Return what a message tells: of a role's own handoff its fields, else what is read in it."""
    fields = reply.fields
    role = role_of(setup, agent)
    own = {field.path[0] for field in role.fields} - HEAD if role else set()
    if {"from_agent", "status"} <= fields.keys() or own & fields.keys() or fields.keys() & CHANGED:
        return Told(fields, fields)
    text = _readable(reply.prose)
    try:
        sources = read_sources(setup, (), {load.profile(Terms(agent=agent).type).full_text: text})
    except BadContent:  # nothing but white space
        return Told()
    return _drawn(setup, agent, sources, reply.status)


def _drawn(setup: Setup, agent: str, sources: Sources, status: str = "") -> Told:
    terms = Terms(agent=agent or "agent", status=status)
    made = drafted(setup, terms, sources, Shelf(setup, sources))
    manifest = {field: value for field, value in as_dict(made.manifest).items() if field not in NOT_PROVEN}
    part = part_of(setup, terms, sources)
    if part is None:
        return Told(manifest)
    stamp = stamped(setup, terms, identify(setup, terms, sources.entries))
    return Told(manifest, part.filled(setup, made, terms, stamp).fields)


def _readable(text: str) -> str:
    """Return a text whose lines people could have written; what goes on longer is data, and dear to read."""
    most: int = load.table("returns")["line_chars"]
    return "\n".join(line[:most] for line in text.split("\n"))
