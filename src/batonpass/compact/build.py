"""Facts and a profile to a manifest and its proof: reconcile, assign, fit, render, prove."""

from typing import Any

import msgspec
from msgspec import Struct

from batonpass.compact.counts import counts
from batonpass.compact.fit import Fitting
from batonpass.compact.listing import listing
from batonpass.compact.materials import Materials, Shares
from batonpass.compact.readings import Chosen, RequiredFile, choose
from batonpass.compact.receipt import receipt
from batonpass.compact.reconcile import reconcile
from batonpass.compact.render import fields, items
from batonpass.compact.share import Share
from batonpass.compact.slots import Candidate, assign, left_out
from batonpass.model.errors import ManifestTooLargeError, WrongUse
from batonpass.model.fact import Fact
from batonpass.model.manifest import (
    SCHEMA_VERSION,
    ContextBudget,
    KeyDecision,
    Manifest,
    encode,
)
from batonpass.model.profile import Profile
from batonpass.model.proof import Item, LeftOut, Proof, Why
from batonpass.model.source import digest_of
from batonpass.tables import load

MOST_CHARS = 16  # of running text in a token; it has four or five


class Draft(Struct, frozen=True):
    """A manifest with its exact bytes, its proof, and the files to keep beside it."""

    manifest: Manifest
    data: bytes
    proof: Proof
    readings: tuple[RequiredFile, ...]
    facts: tuple[Fact, ...] = ()  # as they hold, those that were left out too


def build(materials: Materials) -> Draft:
    """Return the best manifest that fits, and the proof of every line of it."""
    reconciled = reconcile(materials.facts, materials.ground)
    facts = reconciled.facts
    reading = choose(facts, materials.terms.require, materials.find, materials.budgets.required_reading)
    computed = counts(facts, materials.profile.counts)
    frame = _Frame(materials, reading, {name: value for name, (value, _) in computed.items()})
    fitting, assigned = _fit(materials, facts, frame)
    manifest, data, tokens = frame.fitted(fitting)
    proven = {f"/summary/{name}": item for name, (_, item) in computed.items()}
    proven |= items(fitting.chosen, materials.profile, facts) | _reading_items(reading)
    kept = {index for candidate in fitting.chosen for index in candidate.facts} | reading.facts
    proof = Proof(
        manifest_digest=digest_of(data),
        id=materials.stamp.id,
        sources=materials.sources,
        items=proven,
        receipt=receipt(materials, facts, kept, tokens, reading.tokens),
        left_out=_left_out(facts, kept, (*assigned, *fitting.left)),
        differences=(*materials.differences, *reconciled.differences),
    )
    return Draft(manifest, data, proof, reading.readings, facts)


def _fit(
    materials: Materials, facts: tuple[Fact, ...], frame: "_Frame"
) -> tuple[Fitting, tuple[tuple[int, Why], ...]]:
    if not _is_far_too_much(facts, materials.profile, frame.limit):
        fitting, left = _filled(materials, facts, frame, crowded=False)
        if not fitting.is_full:
            return fitting, left
    return _filled(materials, facts, frame, crowded=True)


def _is_far_too_much(facts: tuple[Fact, ...], profile: Profile, limit: int) -> bool:
    """Say whether all of it is worth showing and could never fit, however few tokens its characters take."""
    if profile.marginal or profile.beyond:
        return False
    shown = (slot.kind for slot in profile.slots if not slot.cap or slot.overflow)
    wanted = frozenset(shown)
    chars = sum(len(fact.text) for fact in facts if fact.kind in wanted and fact.standing == "current")
    return chars > limit * MOST_CHARS


def _filled(
    materials: Materials, facts: tuple[Fact, ...], frame: "_Frame", *, crowded: bool
) -> tuple[Fitting, tuple[tuple[int, Why], ...]]:
    profile, limit = materials.profile, frame.limit
    assignment = assign(facts, profile, crowded=crowded)
    used = materials.size(encode(frame.manifest([], 0)).decode())
    fitting = Fitting(
        profile,
        materials.size,
        used=used,
        target=min(profile.target, limit),
        limit=limit,
        share=_share(materials.shares, facts, limit - used),
    )
    fitting.fill(
        [
            () if slot.form == "readings" else group
            for slot, group in zip(profile.slots, assignment.by_slot, strict=True)
        ]
    )
    fitting.use_up(materials.size(encode(frame.manifest(fitting.chosen, limit)).decode()))
    return fitting, assignment.left


def _share(shares: Shares | None, facts: tuple[Fact, ...], room: int) -> Share | None:
    if shares is None:
        return None
    return Share(tuple(map(shares.owner, facts)), max(room // shares.count, 1))


class _Frame:
    """The fixed fields of one manifest, and how it looks with some items in it."""

    def __init__(self, materials: Materials, reading: Chosen, computed: dict[str, Any]) -> None:
        self.materials, self.reading, self.computed = materials, reading, computed
        self.limit = _limit(materials.profile, materials.terms.budget)
        self.listing = listing(materials.sources, [r.stored for r in reading.readings])

    def fitted(self, fitting: Fitting) -> tuple[Manifest, bytes, int]:
        """Return the manifest within its limit, counted on its exact bytes."""
        while True:
            manifest, data, tokens = self.counted(fitting.chosen)
            if tokens <= self.limit:
                return manifest, data, tokens
            if not fitting.drop_least():
                raise ManifestTooLargeError(
                    f"the fixed fields alone take {tokens} tokens",
                    wanted=f"at most {self.limit}",
                    todo="shorten scope or the list of receivers, or raise --budget",
                )

    def counted(self, chosen: list[Candidate]) -> tuple[Manifest, bytes, int]:
        """Return a manifest that states its own size: counted again until the number holds."""
        tokens = self.limit
        while True:
            manifest = self.manifest(chosen, tokens)
            data = encode(manifest)
            now = self.materials.size(data.decode())
            if now == tokens:
                return manifest, data, now
            tokens = now

    def manifest(self, chosen: list[Candidate], tokens: int) -> Manifest:
        """Return the manifest with these items in it."""
        m = self.materials
        shown = fields(chosen, m.profile)
        summary = self.computed | shown.pop("summary")
        decisions = tuple(KeyDecision(**d) for d in shown.pop("key_decisions", ()))
        filled: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in shown.items()}
        return Manifest(
            from_agent=m.terms.agent,
            to_agents=m.terms.to,
            artifact_type=m.terms.type,
            timestamp=m.stamp.timestamp,
            scope=m.terms.scope[: load.limits()["schema"]["scope_chars"]],
            summary=summary,
            key_decisions=decisions,
            required_reading=self.reading.references,
            optional_context=self.listing.references,
            artifacts_directory=m.stamp.directory,
            detail_files=self.listing.names,
            context_budget=ContextBudget(tokens, self.reading.tokens, m.budgets.handoff),
            status=m.terms.status,
            phase=m.terms.phase,
            workflow_id=m.terms.workflow,
            session_id=m.terms.session,
            group_id=m.terms.group,
            supersedes=m.supersedes,
            id=m.stamp.id,
            schema_version=SCHEMA_VERSION,
            **filled,
        )


def _limit(profile: Profile, asked: int) -> int:
    if asked > profile.limit:
        raise WrongUse(
            f"a budget of {asked} tokens",
            wanted=f"at most {profile.limit}, the limit of profile {profile.name}",
            todo="ask for less, or leave it out",
        )
    return asked or profile.limit


def _reading_items(reading: Chosen) -> dict[str, Item]:
    found = {}
    for index, item in enumerate(reading.items):
        found[f"/required_reading/{index}/file"] = msgspec.structs.replace(
            item, note="copied beside the manifest"
        )
        if reading.references[index].description:
            found[f"/required_reading/{index}/description"] = item
    return found


def _left_out(
    facts: tuple[Fact, ...], kept: set[int], why: tuple[tuple[int, Why], ...]
) -> tuple[LeftOut, ...]:
    reasons = {index: reason for index, reason in reversed(why) if index not in kept}
    most = load.limits()["proof"]["left_out"]
    return tuple(left_out(facts[index], reasons[index]) for index in sorted(reasons)[:most])
