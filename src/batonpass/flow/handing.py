"""The open handoffs of a session, asked of the store and kept for hooks."""

from batonpass.flow.open_ones import chosen
from batonpass.flow.setup import Setup, open_project
from batonpass.model.handoff import Handoff, Selection
from batonpass.store import files, handed
from batonpass.store.handed import Handed
from batonpass.store.lock import held


def remember(root: str, session: str, setup: Setup | None = None) -> list[Handed]:
    """Return the open handoffs of a session, and keep them for the next hook.

    One at a time: who looked before another handoff was published must not write after who looked behind it.
    """
    setup = setup or open_project(root)
    place = handed.place(root, session)
    with held(f"{place}.lock"):
        seen = handed.sizes(root)  # before asking: what comes meanwhile is news again
        told = [_plain(one) for one in chosen(setup, Selection(session=session))]
        files.save(place, handed.encoded(told, seen))
    return told


def _plain(handoff: Handoff) -> Handed:
    told = {name: getattr(handoff, name) for name in Handed.__slots__ if name != "tokens"}
    return Handed(**told, tokens=handoff.brief_tokens)
