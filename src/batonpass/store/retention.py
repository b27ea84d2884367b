"""Which handoffs retention may take away."""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from batonpass.model.handoff import Handoff, Kept


def outdated(
    handoffs: Collection[Handoff],
    *,
    now: str,
    days: int,
    keep_newest: int,
    pinned: Kept,
    manifest_of: Callable[[Handoff], bytes],
) -> tuple[Handoff, ...]:
    """Return the old ones that are not pinned, not among the newest of their agent, and not referred to."""
    before = datetime.fromisoformat(now) - timedelta(days=days)
    own = {handoff.id for handoff in handoffs if handoff.session in pinned.sessions}
    safe = _newest(handoffs, keep_newest) | pinned.handoffs | own
    kept = [h for h in handoffs if h.id in safe or not _older(h, before)]
    going = {h.directory: h for h in handoffs if h.id not in safe and _older(h, before)}
    while kept:  # what a kept handoff refers to is kept, and what that refers to
        said = b"\n".join(manifest_of(h) for h in kept)
        kept = [going.pop(place) for place in tuple(going) if place.encode() in said]
    return tuple(going.values())


def _newest(handoffs: Collection[Handoff], count: int) -> set[str]:
    newest: dict[str, list[Handoff]] = {}
    for handoff in sorted(handoffs, key=lambda h: (h.at, h.directory), reverse=True):
        of_agent = newest.setdefault(handoff.agent, [])
        if handoff.standing == "published" and len(of_agent) < count:
            of_agent.append(handoff)
    return {handoff.id for of_agent in newest.values() for handoff in of_agent}


def _older(handoff: Handoff, before: datetime) -> bool:
    try:
        return datetime.fromisoformat(handoff.at) < before
    except (ValueError, TypeError):  # a foreign timestamp, or one without its zone: its age is unknown
        return False
