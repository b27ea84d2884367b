"""An agent starts: store → brief → record who was given what."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from batonpass.brief.join import Gap, Part, Piece, join
from batonpass.flow import reasoning
from batonpass.flow.briefing import Around, beside
from batonpass.flow.chain import Left, chain, missing, text_of
from batonpass.flow.open_ones import chosen
from batonpass.flow.outcome import opened
from batonpass.flow.roles import plain_name
from batonpass.flow.room import room_of
from batonpass.flow.setup import Setup
from batonpass.model.errors import NotFound, Refused
from batonpass.model.event import Event
from batonpass.model.files import BRIEF
from batonpass.model.handoff import Handoff, Reading, Selection
from batonpass.model.problem import Problem
from batonpass.read import look


class Briefed(Struct, frozen=True):
    """A prompt block, and what was found wrong on the way to it."""

    text: str
    problems: tuple[Problem, ...] = ()


class Wish(Struct, frozen=True, kw_only=True):
    """What is asked of a brief beside for whom it is."""

    expected: tuple[str, ...] = ()  # who must have handed over
    without: tuple[str, ...] = ()  # agents or ids whose handoffs are only named
    budget: int = 0  # tokens; 0 = what the playbook gives
    model: str = ""  # the agent runs on; "" = as the team has it
    name_only: bool = False  # over budget, name each handoff by its path


def take_over(
    setup: Setup,
    agent: str,
    selection: Selection,
    *,
    expected: Sequence[str] = (),
    budget: int = 0,
    name_only: bool = False,
) -> str:
    """Return the prompt block for the next agent, and record that it was given."""
    return brief(
        setup, agent, selection, Wish(expected=tuple(expected), budget=budget, name_only=name_only)
    ).text


def brief(setup: Setup, agent: str, selection: Selection, wish: Wish) -> Briefed:
    """Return the prompt block for the next agent with what is wrong with the files before it; record that it was given."""
    open_ones = chosen(setup, replace(selection, to=""))
    found = None if wish.expected else chain(setup, agent, selection, open_ones)
    handoffs = chosen(setup, selection) if found is None else ()
    left = found.left if found else tuple(Left(one.agent, one.at, handoff=one) for one in handoffs)
    gaps = [] if found else _gaps(setup, agent, selection, wish.expected, handoffs)
    if found and found.missing:
        _record_gaps(setup, agent, selection, [Gap(" or ".join(one_of)) for one_of in found.missing])
        raise missing(setup, agent, selection, found)
    pieces = [_piece(setup, one) for one in left]
    kept = [piece for piece in pieces if not _is_without(piece, wish.without)]
    most = wish.budget or room_of(setup.playbook, plain_name(setup, agent), wish.model)
    problems = (*(found.problems if found else ()), *_unexplained(setup, agent, selection))
    parts = _named(pieces, kept, setup)
    if found:
        parts += beside(setup, agent, selection, Around(kept, open_ones, found.problems), most)
    text = join(kept, gaps, agent, most, name_only=wish.name_only, parts=parts)
    for one, piece in zip(left, pieces, strict=True):
        given = (
            piece.tokens if piece in kept and piece.text.strip("\n") in text else 0
        )  # 0: it was only named
        _record(setup, agent, selection, one, given)
    return Briefed(text, problems)


def _gaps(
    setup: Setup, agent: str, selection: Selection, expected: Sequence[str], handoffs: Sequence[Handoff]
) -> list[Gap]:
    """Return who should have handed over and has not, and record it; where rules are enforced it is an error."""
    gaps = [_gap(setup, name) for name in _missing(setup, agent, selection, expected, handoffs)]
    _record_gaps(setup, agent, selection, gaps)
    if gaps and setup.mode == "enforce":
        raise Refused(
            f"no handoff from {', '.join(gap.agent for gap in gaps)}",
            wanted=f"a manifest of every agent before {agent}",
            todo='run `baton compact` for it, or go on with its full artifacts in mode = "warn"',
        )
    return gaps


def _unexplained(setup: Setup, agent: str, selection: Selection) -> tuple[Problem, ...]:
    """Return whose saved reasoning is missing before an agent starts; where that is enforced it is an error."""
    lacks = reasoning.lacking(setup, agent, selection.session, selection.group) if selection.session else ()
    if setup.modes.stopping(lacks):
        raise Refused(
            "; ".join(problem.message for problem in lacks),
            wanted=f"it saved before {agent} starts",
            todo=lacks[0].todo,
        )
    return lacks if setup.modes.of_rule(reasoning.RULE) != "observe" else ()


def _is_without(piece: Piece, without: Sequence[str]) -> bool:
    return any(piece.agent == one or (piece.id and piece.id.startswith(one)) for one in without)


def _named(pieces: Sequence[Piece], kept: Sequence[Piece], setup: Setup) -> tuple[Part, ...]:
    """Return what was left out on demand, by name: nothing is left out unsaid."""
    out = [piece for piece in pieces if piece not in kept]
    lines = [f"- {piece.path} (from {piece.agent}, {piece.tokens} tokens)" for piece in out]
    text = "\n".join(["**Left out here**; read them where you need them", *lines]) + "\n" if out else ""
    return (Part(text, setup.meter.count(text)),) if out else ()


def _missing(
    setup: Setup, agent: str, selection: Selection, expected: Sequence[str], handoffs: Sequence[Handoff]
) -> list[str]:
    """Return who should have handed over and has not: as told, else by the workflow's plan."""
    there = {handoff.agent for handoff in handoffs}
    return [name for name in expected or _before(setup, agent, selection.workflow) if name not in there]


def _before(setup: Setup, agent: str, workflow: str) -> tuple[str, ...]:
    plan = next((w.agents for w in setup.store.workflows() if w.id == workflow), ()) if workflow else ()
    return plan[: plan.index(agent)] if agent in plan else ()


def _gap(setup: Setup, agent: str) -> Gap:
    """Return what an agent left instead of a manifest, with what reading it would cost."""
    place = setup.store.place(agent, "", "0" * 12, "2000-01-01T00:00:00Z")
    folder = place.rstrip("/").rpartition("/")[0]
    files = look.matches(setup.root, f"{folder}/**/*") if agent else ()
    counted = (
        (path, setup.meter.count((look.data(setup.root, path) or b"").decode("utf-8", "replace")))
        for path in files
    )
    return Gap(agent, tuple(counted))


def _piece(setup: Setup, one: Left) -> Piece:
    """Return a handoff's prompt block as it was stored, made now where none was."""
    handoff = one.handoff
    if handoff is None:
        text = text_of(one)
        return Piece("", one.agent, text, setup.meter.count(text), one.path)
    try:
        text = setup.store.read(handoff, BRIEF).decode()
    except NotFound:
        from batonpass.flow.view import view  # noqa: PLC0415 - the slow branch: a hook has stored blocks

        text = view(setup, opened(setup, handoff), "brief")
    tokens = handoff.brief_tokens or setup.meter.count(text)
    return Piece(handoff.id, handoff.agent, text, tokens, one.path or handoff.manifest)


def _record(setup: Setup, agent: str, selection: Selection, one: Left, tokens: int) -> None:
    if one.handoff is None:
        told: dict[str, object] = {"file": one.path, "reader": agent, "tokens": tokens}
        setup.store.record(Event("role_file.read", _now(setup), told))
        return
    workflow = selection.workflow or one.handoff.workflow
    setup.store.record_read(
        Reading(handoff=one.handoff.id, reader=agent, at=_now(setup), tokens=tokens, workflow=workflow)
    )


def _record_gaps(setup: Setup, agent: str, selection: Selection, gaps: Sequence[Gap]) -> None:
    for gap in gaps:
        told: dict[str, object] = {"agent": gap.agent, "for": agent, "workflow": selection.workflow}
        setup.store.record(Event("gap.found", _now(setup), told))


def _now(setup: Setup) -> str:
    return f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
