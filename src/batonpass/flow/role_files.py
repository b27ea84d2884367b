"""The handoff file of an agent's role: filled when it hands over, laid out where the next agent finds it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from batonpass.flow.outcome import opened
from batonpass.flow.roles import is_kept, role_of, slot_of
from batonpass.flow.setup import Setup
from batonpass.flow.sources import Sources
from batonpass.model.errors import NotFound
from batonpass.model.files import HANDOFF
from batonpass.model.handoff import Handoff
from batonpass.model.manifest import leaves
from batonpass.model.proof import Proof, SourceEntry
from batonpass.model.roles import Fields, Filled
from batonpass.model.terms import Terms
from batonpass.read.role_file import fields_of

if TYPE_CHECKING:
    from batonpass.flow.role_part import Part


def part_of(setup: Setup, terms: Terms, sources: Sources) -> "Part | None":
    """Return what the sources say to the agent's role, None where it has none."""
    role = role_of(setup, terms.agent)
    if role is None:
        return None
    from batonpass.flow.role_part import gathered  # noqa: PLC0415 - in many teams nobody has a role

    return gathered(setup, role, terms, sources)


def proven(proof: Proof, filled: Filled | None) -> Proof:
    """Return the proof with what stands behind a role's file."""
    return replace(proof, fields=dict(filled.items)) if filled else proof


def lay_out(setup: Setup, handoff: Handoff) -> None:
    """Put a published handoff's role file where the next agent finds it; again changes nothing."""
    slot = slot_of(setup, handoff.agent, handoff.session, handoff.group)
    if slot is None or handoff.standing != "published" or HANDOFF not in setup.store.names(handoff):
        return
    data = setup.store.read(handoff, HANDOFF)
    fields: dict[str, Any] = fields_of(data, handoff.directory + HANDOFF)
    role = role_of(setup, handoff.agent)
    if role and role.details and fields.get("artifacts", {}).get("details"):
        setup.store.rounds.put_details(slot, role.details, _details(setup, handoff))
    setup.store.rounds.put(slot, data)


def _details(setup: Setup, handoff: Handoff) -> bytes:
    """Return what an agent left in full: its documents as they are, the reports of tools as they are too."""
    proof = opened(setup, handoff).proof
    kept = [entry for entry in (proof.sources if proof else ()) if is_kept(entry)]
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
        return setup.store.read(handoff, HANDOFF).decode("utf-8", "replace")
    except NotFound:
        known = ", ".join(setup.playbook.handoffs.roles) or "none in this playbook"
        raise NotFound(
            f"{handoff.agent} left no handoff file of a role",
            wanted=f"a handoff of an agent that has a role ({known})",
            todo="hand over with --playbook, as `baton compact … --playbook bazinga --agent developer`",
            place=handoff.manifest,
        ) from None
