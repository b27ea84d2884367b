"""Short texts that hooks keep for a session, whatever ends in between. On the fast path.

A cache: what is lost is made again, or missed by nobody.
"""

import os

from batonpass.store import runs

PINNED = "pinned"  # what comes back after a compaction
FOLDER = ".baton/cache"


def put(root: str, kind: str, session: str, text: str) -> None:
    """Keep a text in place of the one before."""
    runs.keep(_place(root, kind, session), text.encode("utf-8", "replace"))


def get(root: str, kind: str, session: str) -> str:
    """Return what is kept, "" where nothing is."""
    try:
        with open(_place(root, kind, session), encoding="utf-8") as file:
            return file.read()
    except (OSError, ValueError):
        return ""


def _place(root: str, kind: str, session: str) -> str:
    name = os.path.basename(session.replace("\\", "/")) or "unknown"
    return os.path.join(root, FOLDER, kind, f"{name}.txt")
