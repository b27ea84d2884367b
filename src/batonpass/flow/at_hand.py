"""The open handoffs of a session, as hooks know them. On the fast path."""

from batonpass.store import handed
from batonpass.store.handed import Handed


def open_handoffs(root: str, session: str) -> list[Handed]:
    """Return the open handoffs of a session, oldest first."""
    known = handed.known(root, session)
    if known is None:
        from batonpass.flow.handing import remember  # noqa: PLC0415 - the slow branch: it asks the ledger

        known = remember(root, session)
    return known
