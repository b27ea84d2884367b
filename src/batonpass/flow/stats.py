"""The figures of manifests: tokens, ratio, and what became of every kind of fact."""

from collections.abc import Sequence

from msgspec import Struct

from batonpass.flow.check import open_names, unreadable
from batonpass.flow.outcome import open_handoff
from batonpass.flow.setup import Setup
from batonpass.model.errors import BadContent
from batonpass.model.handoff import Reading
from batonpass.model.problem import Problem
from batonpass.model.proof import Receipt


class Figures(Struct, frozen=True):
    """One manifest in numbers."""

    path: str
    agent: str
    type: str
    bytes: int
    tokens: int
    required_reading_tokens: int
    items: int
    receipt: Receipt | None  # None: a manifest without a proof
    reads: tuple[Reading, ...]


class Stats(Struct, frozen=True):
    """The figures of manifests, and which of them cannot be read."""

    figures: tuple[Figures, ...]
    problems: tuple[Problem, ...]


def stats(setup: Setup, names: Sequence[str]) -> Stats:
    """Return the figures of each manifest; no names are all handoffs that are open."""
    figures: list[Figures] = []
    problems: list[Problem] = []
    for name in names or open_names(setup):
        try:
            figures.append(_figures(setup, name))
        except BadContent as error:
            problems.append(unreadable(error, name))
    return Stats(tuple(figures), tuple(problems))


def _figures(setup: Setup, name: str) -> Figures:
    opened = open_handoff(setup, name)
    handoff, proof = opened.handoff, opened.proof
    return Figures(
        path=handoff.manifest,
        agent=handoff.agent,
        type=handoff.type,
        bytes=len(opened.data),
        tokens=setup.meter.count(opened.data.decode("utf-8", "replace")),
        required_reading_tokens=handoff.required_reading_tokens,
        items=len(proof.items) if proof else 0,
        receipt=proof.receipt if proof else None,
        reads=setup.store.reads(handoff=handoff.id) if handoff.id else (),
    )
