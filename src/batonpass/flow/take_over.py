"""An agent starts: store → brief → record who was given what."""

from collections.abc import Sequence

from batonpass.brief.join import Gap, Piece, join
from batonpass.flow.outcome import opened
from batonpass.flow.setup import Setup
from batonpass.model.errors import NotFound, Refused
from batonpass.model.event import Event
from batonpass.model.files import BRIEF
from batonpass.model.handoff import Handoff, Reading, Selection
from batonpass.read import look


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
    handoffs = chosen(setup, selection)
    gaps = [_gap(setup, name) for name in _missing(setup, agent, selection, expected, handoffs)]
    _record_gaps(setup, agent, selection, gaps)
    if gaps and setup.mode == "enforce":
        raise Refused(
            f"no handoff from {', '.join(gap.agent for gap in gaps)}",
            wanted=f"a manifest of every agent before {agent}",
            todo='run `baton compact` for it, or go on with its full artifacts in mode = "warn"',
        )
    pieces = [_piece(setup, handoff) for handoff in handoffs]
    most = budget or setup.playbook.budgets.handoff
    text = join(pieces, gaps, agent, most, name_only=name_only)
    for handoff, piece in zip(handoffs, pieces, strict=True):
        given = piece.tokens if piece.text.strip("\n") in text else 0  # 0: it was only named
        _record(setup, agent, selection, handoff, given)
    return text


def chosen(setup: Setup, selection: Selection) -> tuple[Handoff, ...]:
    """Return the newest open handoff of each agent and type; where nothing narrows it, of the newest run."""
    found = setup.store.open_handoffs(selection)
    if found and not (selection.workflow or selection.session or selection.group):
        run = _run(found[-1])
        found = tuple(h for h in found if _run(h) == run)
    newest = {(h.agent, h.type, h.group): h for h in found}
    return tuple(h for h in found if newest[h.agent, h.type, h.group] is h)


def _run(handoff: Handoff) -> tuple[str, str]:
    return handoff.workflow, handoff.session


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


def _piece(setup: Setup, handoff: Handoff) -> Piece:
    """Return a handoff's prompt block as it was stored, made now where none was."""
    try:
        text = setup.store.read(handoff, BRIEF).decode()
    except NotFound:
        from batonpass.flow.view import view  # noqa: PLC0415 - the slow branch: a hook has stored blocks

        text = view(setup, opened(setup, handoff), "brief")
    tokens = handoff.brief_tokens or setup.meter.count(text)
    return Piece(handoff.id, handoff.agent, text, tokens, handoff.manifest)


def _record(setup: Setup, agent: str, selection: Selection, handoff: Handoff, tokens: int) -> None:
    workflow = selection.workflow or handoff.workflow
    setup.store.record_read(
        Reading(handoff=handoff.id, reader=agent, at=_now(setup), tokens=tokens, workflow=workflow)
    )


def _record_gaps(setup: Setup, agent: str, selection: Selection, gaps: Sequence[Gap]) -> None:
    for gap in gaps:
        told: dict[str, object] = {"agent": gap.agent, "for": agent, "workflow": selection.workflow}
        setup.store.record(Event("gap.found", _now(setup), told))


def _now(setup: Setup) -> str:
    return f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
