"""The handoff file of an agent's role: filled when it hands over, laid out where the next agent finds it."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from batonpass.compact.build import Draft
from batonpass.compact.filling.fill import fill
from batonpass.compact.filling.known import Known, claimed
from batonpass.extract.spoken import of_file, spoken
from batonpass.flow.outcome import opened
from batonpass.flow.roles import plain_name, role_of, slot_of
from batonpass.flow.setup import Setup
from batonpass.flow.sources import Sources
from batonpass.flow.statuses import vocabulary
from batonpass.model.errors import BadContent, NotFound
from batonpass.model.files import HANDOFF, MANIFEST
from batonpass.model.handoff import Handoff
from batonpass.model.manifest import leaves
from batonpass.model.proof import Item, Proof, SourceEntry
from batonpass.model.returns import UNKNOWN
from batonpass.model.roles import Fields, Filled, Given, Role, Spoken
from batonpass.model.source import Source
from batonpass.model.terms import Stamp, Terms
from batonpass.read.git.place import branch
from batonpass.read.reply import gist
from batonpass.read.role_file import fields_of
from batonpass.read.stated.text import stated
from batonpass.tables import load


class Part(Struct, frozen=True):
    """What the sources say to a role, gathered while their blocks are there."""

    role: Role | None = None
    spoken: tuple[Spoken, ...] = ()
    status: str = ""
    branch: tuple[Given, ...] = ()
    gist: str = ""  # the line that says most
    kept: bool = False  # whether there is anything to keep in full

    def filled(self, setup: Setup, made: Draft, terms: Terms, stamp: Stamp) -> Filled | None:
        """Return the file, None where the agent has no role."""
        if self.role is None:
            return None
        slot = slot_of(setup, terms.agent, terms.session, terms.group)
        details = setup.store.rounds.details_place(slot, self.role.details) if slot and self.kept else ""
        known = Known(
            facts=made.facts,
            spoken=self.spoken,
            claimed=claimed(self.spoken),
            terms=terms,
            stamp=stamp,
            status=terms.status or self.status or UNKNOWN,
            gist=self.gist,
            branch=self.branch,
            manifest=stamp.directory + MANIFEST,
            details=details,
            names=tuple(entry.name for entry in made.proof.sources),
        )
        return fill(self.role, known, setup.meter.count)

    @staticmethod
    def content(filled: Filled | None) -> dict[str, bytes]:
        """Return the file as it stands beside the manifest."""
        return {HANDOFF: filled.data} if filled else {}


def proven(proof: Proof, filled: Filled | None) -> Proof:
    """Return the proof with what stands behind a role's file."""
    return replace(proof, fields=dict(filled.items)) if filled else proof


def part_of(setup: Setup, terms: Terms, sources: Sources) -> Part:
    """Return what the sources say to the agent's role."""
    role = role_of(setup, terms.agent)
    if role is None:
        return Part()
    said = tuple(one for source in sources.sources for one in _said(role, source))
    titles = [title for source in sources.sources if (title := _title(source))]
    return Part(
        role,
        spoken=said,
        status=_status(setup, terms, sources),
        branch=_branch(setup, sources.sources),
        gist=titles[-1] if titles else "",
        kept=bool(role.details) and any(map(_is_kept, sources.entries)),
    )


def _said(role: Role, source: Source) -> tuple[Spoken, ...]:
    """Return what one source says by the names of the role's fields: an own handoff file exactly what is in it."""
    if source.format == "json":
        try:
            own = fields_of(source.data, source.path or source.name)
        except BadContent:  # any other JSON, or a torn file: it is read as a document
            return spoken(source, role)
        return of_file(role, own, source)
    return spoken(source, role)


def _status(setup: Setup, terms: Terms, sources: Sources) -> str:
    """Return how the agent says it ended: in a handoff file of its own, else in words; what it said last counts."""
    words = vocabulary(setup, plain_name(setup, terms.agent))
    latest = sources.sources[::-1]
    own = (_own_status(source) for source in latest if source.name.endswith(".json"))
    said = (stated(_own_words(source), words) for source in latest if not source.name.endswith(".json"))
    return next(filter(None, (*own, *said)), "")


def _own_status(source: Source) -> str:
    try:
        told = fields_of(source.data, source.name)["status"]
    except BadContent:
        return ""
    return told if isinstance(told, str) else ""


def _title(source: Source) -> str:
    """Return a document's first title, else the line that says most of an agent's words."""
    heading = next((block.text for block in source.blocks if block.kind == "heading"), "")
    return heading or gist(_own_words(source))


def _own_words(source: Source) -> str:
    """Return what an agent says in a document, or last in a transcript; tools say nothing of how it ended."""
    if any(block.act is not None for block in source.blocks):
        return "\n".join(block.text for block in source.blocks if block.act is not None and block.act.final)
    return "" if any(block.evidence is not None for block in source.blocks) else source.text


def _branch(setup: Setup, sources: Sequence[Source]) -> tuple[Given, ...]:
    """Return the branch that is checked out, where git is a witness."""
    if not any(source.format.startswith("git") for source in sources):
        return ()
    name = branch(setup.root)
    return (Given(name, Item((), "derived", note="the branch that is checked out")),) if name else ()


def lay_out(setup: Setup, handoff: Handoff) -> None:
    """Put a published handoff's role file where the next agent finds it; again changes nothing."""
    slot = slot_of(setup, handoff.agent, handoff.session, handoff.group)
    if slot is None or handoff.standing != "published" or HANDOFF not in setup.store.names(handoff):
        return
    data = setup.store.read(handoff, HANDOFF)
    fields: dict[str, Any] = msgspec.json.decode(data)
    role = role_of(setup, handoff.agent)
    if role and role.details and fields.get("artifacts", {}).get("details"):
        setup.store.rounds.put_details(slot, role.details, _details(setup, handoff))
    setup.store.rounds.put(slot, data)


def _details(setup: Setup, handoff: Handoff) -> bytes:
    """Return what an agent left in full: its documents as they are, the reports of tools as they are too."""
    proof = opened(setup, handoff).proof
    kept = [entry for entry in (proof.sources if proof else ()) if _is_kept(entry)]
    parts = [_detail(entry, setup.store.read(handoff, entry.stored)) for entry in kept]
    return b"\n\n".join(parts)


def _detail(entry: SourceEntry, data: bytes) -> bytes:
    if entry.format == "markdown":
        return data
    text = data.decode("utf-8", "replace").rstrip("\n")
    fence = "`" * (max((len(run) for run in _runs(text)), default=2) + 1)
    return f"{entry.name}:\n\n{fence}\n{text}\n{fence}\n".encode()


def _runs(text: str) -> list[str]:
    return [part for part in text.replace("\n", " ").split() if set(part) == {"`"}]


def _is_kept(entry: SourceEntry) -> bool:
    formats = load.table("evidence")["formats"]
    return entry.format not in {"json", "git", "git-part", *formats["transcripts"]}


def own_fields(setup: Setup, handoff: Handoff) -> Fields | None:
    """Return the fields of a handoff's role file, None where it has none."""
    if HANDOFF not in setup.store.names(handoff):
        return None
    return fields_of(setup.store.read(handoff, HANDOFF), handoff.directory + HANDOFF)


def with_corrections(fields: Fields | None, manifest: Mapping[str, Any], proof: Proof) -> Fields | None:
    """Return a role's fields with what a person corrected in the manifest since."""
    shown = dict(leaves(manifest))
    own = {
        at: item
        for at, item in proof.items.items()
        if item.basis == "user" and not item.spans and at in shown
    }
    said = [{"at": at, "text": str(shown[at])} for at in own]
    return fields | {"corrections": said} if fields and said else fields


def role_file(setup: Setup, handoff: Handoff) -> str:
    """Return a handoff's role file as it is."""
    try:
        return setup.store.read(handoff, HANDOFF).decode()
    except NotFound:
        known = ", ".join(setup.playbook.handoffs.roles) or "none in this playbook"
        raise NotFound(
            f"{handoff.agent} left no handoff file of a role",
            wanted=f"a handoff of an agent that has a role ({known})",
            todo="hand over with --playbook, as `baton compact … --playbook bazinga --agent developer`",
            place=handoff.manifest,
        ) from None
