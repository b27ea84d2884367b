"""What a person keeps, whatever its age: handoffs and sessions that retention leaves alone."""

from collections.abc import Iterator, Sequence

from batonpass.flow.setup import Setup
from batonpass.model.errors import NotFound, WrongUse
from batonpass.model.event import Event
from batonpass.model.handoff import Kept, Selection

CHANGED = "pin.changed"
THINGS = ("handoff", "session")


def pin(
    setup: Setup, names: Sequence[str], sessions: Sequence[str] = (), *, keep: bool = True
) -> tuple[str, ...]:
    """Keep handoffs and sessions, or keep them no longer; return what changed by that."""
    if not (names or sessions):
        raise WrongUse("nothing to keep", wanted="MANIFEST..., or --session S")
    now = pinned(setup)
    told = [*_handoffs(setup, names, now, keep=keep), *(("session", _known(setup, s, now)) for s in sessions)]
    changed = [(thing, name) for thing, name in dict.fromkeys(told) if keep != (name in _of(now, thing))]
    at = f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
    for thing, name in changed:
        setup.store.record(Event(CHANGED, at, {thing: name, "keep": keep}))
    return tuple(name for _, name in changed)


def pinned(setup: Setup) -> Kept:
    """Return what is kept now."""
    found: dict[tuple[str, str], bool] = {}
    for event in setup.store.events(CHANGED):
        for thing in THINGS:
            if name := event.data.get(thing):
                found[thing, str(name)] = event.data.get("keep") is True
    kept = {
        thing: frozenset(name for (of, name), keep in found.items() if keep and of == thing)
        for thing in THINGS
    }
    return Kept(kept["handoff"], kept["session"])


def _of(kept: Kept, thing: str) -> frozenset[str]:
    return kept.handoffs if thing == "handoff" else kept.sessions


def _handoffs(setup: Setup, names: Sequence[str], now: Kept, *, keep: bool) -> Iterator[tuple[str, str]]:
    for name in names:
        gone = [one for one in now.handoffs if not keep and one.startswith(name)]
        yield "handoff", gone[0] if len(gone) == 1 else setup.store.find(name).id


def _known(setup: Setup, session: str, now: Kept) -> str:
    """Return a session that there is, or that is kept already."""
    there = setup.store.handoffs(Selection(session=session)) or setup.store.reasoning(session=session)
    if not there and session not in now.sessions:
        known = sorted({h.session for h in setup.store.handoffs(Selection()) if h.session})
        raise NotFound(
            f"no session {session!r}", wanted=f"one of {', '.join(known) or 'none: there is no session yet'}"
        )
    return session
