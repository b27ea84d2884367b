"""What a hand-over left, and how it is opened again."""

from typing import Any

from msgspec import Struct

from batonpass.flow.setup import Setup
from batonpass.model.errors import NotFound
from batonpass.model.fanning import Together
from batonpass.model.foreign_json import value_of
from batonpass.model.handoff import Handoff
from batonpass.model.manifest import decode
from batonpass.model.problem import Problem
from batonpass.model.proof import Proof
from batonpass.model.verdict import Verdict


class Opened(Struct, frozen=True):
    """A handoff with its manifest and proof in hand."""

    handoff: Handoff
    manifest: dict[str, Any]
    data: bytes  # the manifest's exact bytes
    proof: Proof | None  # None: a foreign manifest, or its proof is gone


class Outcome(Struct, frozen=True):
    """What became of one hand-over."""

    opened: Opened
    problems: tuple[Problem, ...]
    alert: Verdict
    new: bool  # False: it stood already, nothing was doubled
    together: Together | None = None  # of a fan-in: how each agent came out

    @property
    def rejected(self) -> bool:
        """Say whether the handoff was published as rejected."""
        return self.opened.handoff.standing == "rejected"


def open_handoff(setup: Setup, what: str) -> Opened:
    """Open the handoff meant by an id, a path or an agent's name."""
    return opened(setup, setup.store.find(what))


def proof_of(opened: Opened, *, wanted: str, todo: str) -> Proof:
    """Return the proof, which some questions cannot do without."""
    if opened.proof is None:
        raise NotFound("no proof.json beside it", wanted=wanted, todo=todo, place=opened.handoff.manifest)
    return opened.proof


def opened(setup: Setup, handoff: Handoff) -> Opened:
    """Open a handoff the store knows."""
    data = setup.store.read(handoff, handoff.file)
    return Opened(handoff, decode(data, handoff.manifest), data, _proof(setup, handoff))


def _proof(setup: Setup, handoff: Handoff) -> Proof | None:
    try:
        data = setup.store.read(handoff, handoff.proof)
    except NotFound:
        return None
    todo = "hand over again, or take the file away to treat the manifest as unproven"
    return value_of(data, handoff.directory + handoff.proof, into=Proof, wanted="a proof", todo=todo)


def reading_tokens(setup: Setup, opened: Opened) -> dict[str, int]:
    """Return what each file of the required reading costs, as far as it stands beside the manifest."""
    listed = opened.manifest.get("required_reading")
    named = [f.get("file") for f in listed if isinstance(f, dict)] if isinstance(listed, list) else []
    there = set(setup.store.names(opened.handoff)).intersection(filter(None, named))
    count = setup.meter.count
    return {
        name: count(setup.store.read(opened.handoff, name).decode("utf-8", "replace"))
        for name in sorted(there)
    }
