"""The handoffs a brief is joined of: as they were stored, as they are named instead, and who was given what."""

from collections.abc import Iterable, Sequence

from batonpass.brief.join import BYTES_PER_TOKEN, Part, Piece
from batonpass.flow.chain import Left, text_of
from batonpass.flow.outcome import opened
from batonpass.flow.setup import Setup
from batonpass.model.errors import NotFound, StorageFailed
from batonpass.model.event import Event
from batonpass.model.files import BRIEF
from batonpass.model.handoff import Handoff, Reading, Selection
from batonpass.model.problem import Problem
from batonpass.tables import load


def piece(setup: Setup, one: Left) -> Piece:
    """Return a handoff's prompt block as it was stored, made now where none was."""
    handoff = one.handoff
    if handoff is None:
        text = text_of(one)
        return Piece("", one.agent, text, setup.meter.count(text), one.path)
    try:
        text = setup.store.read(handoff, BRIEF).decode("utf-8", "replace")
    except NotFound:
        from batonpass.flow.view import view  # noqa: PLC0415 - the slow branch: a hook has stored blocks

        text = view(setup, opened(setup, handoff), "brief")
    tokens = handoff.brief_tokens or setup.meter.count(text)
    return Piece(handoff.id, handoff.agent, text, tokens, one.path or handoff.manifest)


def is_without(piece: Piece, without: Sequence[str]) -> bool:
    """Say whether a handoff is only to be named: its agent's, or this one by its id."""
    return any(piece.agent == one or (piece.id and piece.id.startswith(one)) for one in without)


def named(pieces: Sequence[Piece], kept: Sequence[Piece], setup: Setup) -> tuple[Part, ...]:
    """Return what was left out on demand, by name: nothing is left out unsaid."""
    out = [piece for piece in pieces if piece not in kept]
    lines = [f"- {piece.path} (from {piece.agent}, {piece.tokens} tokens)" for piece in out]
    text = "\n".join(["**Left out here**; read them where you need them", *lines]) + "\n" if out else ""
    return (Part(text, setup.meter.count(text)),) if out else ()


def older(others: Sequence[Handoff]) -> tuple[Part, ...]:
    """Return other work that the same agents left open, by name, the newest first; counted by its length, for hooks."""
    most: int = load.limits()["views"]["named_others"]
    told = [
        f"- {one.scope} (from {one.agent}, {one.manifest_tokens} tokens): `baton show {one.id[:8]}`"
        for one in reversed(others[-most:])
    ]
    told += [f"- and {len(others) - most} more: `baton status`"] if len(others) > most else []
    text = "\n".join(["**Also left open by them**, other work", *told]) + "\n" if told else ""
    return (Part(text, len(text.encode()) // BYTES_PER_TOKEN),) if text else ()


def record(
    setup: Setup, agent: str, selection: Selection, given: Iterable[tuple[Left, int]]
) -> tuple[Problem, ...]:
    """Remember what an agent was given, and how many tokens of it; 0: it was only named.

    Who starts now needs its brief all the same where nothing can be recorded.
    """
    try:
        for one, tokens in given:
            _record(setup, agent, selection, one, tokens)
    except StorageFailed as error:
        said = f"that it was given is not recorded: {error.found}"
        return (Problem("reading", "warning", said, error.todo, error.place),)
    return ()


def _record(setup: Setup, agent: str, selection: Selection, one: Left, tokens: int) -> None:
    at = f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
    if one.handoff is None:
        told: dict[str, object] = {"file": one.path, "reader": agent, "tokens": tokens}
        setup.store.record(Event("role_file.read", at, told))
        return
    workflow = selection.workflow or one.handoff.workflow
    setup.store.record_read(
        Reading(handoff=one.handoff.id, reader=agent, at=at, tokens=tokens, workflow=workflow)
    )
