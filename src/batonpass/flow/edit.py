"""A person corrects a handoff before it is handed on: their words become items of basis `user`."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from batonpass.brief.correct import Corrected, corrected
from batonpass.brief.edit import Corrections, from_text, to_text
from batonpass.compact.places import own_item
from batonpass.flow.check import problems_of
from batonpass.flow.finish import outcome, with_brief, with_problems
from batonpass.flow.outcome import Opened, Outcome, open_handoff, opened, proof_of, reading_tokens
from batonpass.flow.role_files import lay_out, own_fields, with_corrections
from batonpass.flow.setup import Setup
from batonpass.model.manifest import leaves, spelled
from batonpass.model.proof import Proof
from batonpass.model.source import digest_of
from batonpass.validate.all import RULES

Made = Corrections  # what a person changed
JUDGED = frozenset(rule.NAME for rule in RULES)


def editable(setup: Setup, what: str) -> str:
    """Return a handoff as the text a person edits."""
    return to_text(open_handoff(setup, what).manifest)


def correct(setup: Setup, what: str, text: str) -> tuple[Outcome, Corrections]:
    """Put the edited text in place; the versions before stay beside it. Unchanged text changes nothing."""
    before = open_handoff(setup, what)
    corrections = from_text(text, before.manifest)
    if not corrections:
        return outcome(setup, before, new=False), corrections
    wanted = "the proof that says which words are a person's"
    proof = proof_of(before, wanted=wanted, todo="mend the file itself: it is nobody's but yours")
    now = corrected(before.manifest, corrections)
    manifest, data = _counted(setup, now.manifest)
    proof = _proven(proof, now, data)
    after = Opened(before.handoff, manifest, data, proof)
    return outcome(setup, _put_in_place(setup, after, proof), new=True), corrections


def _counted(setup: Setup, manifest: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Return the manifest with its own size told right, counted again until the number holds."""
    budget: Mapping[str, Any] = manifest.get("context_budget") or {}
    while True:
        data = spelled(manifest)
        tokens = setup.meter.count(data.decode())
        if not budget or budget.get("manifest_tokens") == tokens:
            return manifest, data
        budget = {**budget, "manifest_tokens": tokens}
        manifest = {**manifest, "context_budget": budget}


def _proven(proof: Proof, now: Corrected, data: bytes) -> Proof:
    """Return the proof with every untouched item at its new place, and the person's own as what they are."""
    kept = {at: proof.items[origin] for at, origin in now.kept.items() if origin in proof.items}
    shown = dict(leaves(now.manifest))
    said = [at for at in now.own if not at.startswith("/context_budget")]
    own = {at: own_item(now.manifest, shown, at) for at in said}
    return replace(proof, items=kept | own, manifest_digest=digest_of(data))


def _put_in_place(setup: Setup, after: Opened, proof: Proof) -> Opened:
    """Judge the corrected handoff; what its sources or a merge were blamed for stays said."""
    said = tuple(p for p in proof.problems if p.rule not in JUDGED)
    proof = with_problems(setup, proof, (*said, *problems_of(setup, after)))
    receipt = replace(proof.receipt, manifest_tokens=setup.meter.count(after.data.decode()))
    costs = reading_tokens(setup, after)
    role = with_corrections(own_fields(setup, after.handoff), after.manifest, proof)
    proof, text = with_brief(setup, after.manifest, replace(proof, receipt=receipt), costs, role)
    at = f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
    data = msgspec.json.encode(proof)
    edited = setup.store.correct(
        after.handoff, after.data, data, at=at, brief=text, role=spelled(role) if role else None
    )
    lay_out(setup, edited)
    return opened(setup, edited)
