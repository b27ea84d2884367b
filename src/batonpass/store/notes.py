"""What hooks say in the journal: an event of this moment. On the fast path."""

import time

from batonpass.model.event import Event
from batonpass.store import journal


def note(root: str, name: str, line_bytes: int, told: dict[str, object]) -> None:
    """Add an event to a project's journal, without waiting for the disk as who publishes does."""
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    journal.append(journal.folder_of(root), Event(name, at, told), line_bytes)
