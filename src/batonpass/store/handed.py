"""The open handoffs of a session as hooks know them, without opening the ledger. On the fast path.

They are asked of the store once and kept; what the journal says since then tells whether that still holds.
"""

import json
import os

from batonpass.model.files import BRIEF
from batonpass.model.may_be_json import NO_JSON
from batonpass.store import journal, runs

NEWS = b'"event":"handoff.'
NO_NEWS = b'"event":"handoff.read"'
SEARCHED = 1_000_000  # bytes of a journal that are read faster than a ledger is opened
FILE = "handed.list"  # beside the runs of the session


class Handed:
    """One open handoff."""

    __slots__ = ("agent", "directory", "group", "id", "scope", "status", "to", "tokens", "type")

    def __init__(self, **told: object) -> None:
        """Hold what a brief, a gate and a status line need of it."""
        self.id, self.agent, self.directory = str(told["id"]), str(told["agent"]), str(told["directory"])
        self.scope, self.status = str(told.get("scope") or ""), str(told.get("status") or "")
        self.type, self.group = str(told.get("type") or ""), str(told.get("group") or "")
        to, tokens = told.get("to"), told.get("tokens")
        self.to = [str(name) for name in to] if isinstance(to, list | tuple) else []
        self.tokens = tokens if isinstance(tokens, int) else 0  # of its prompt block

    def as_dict(self) -> dict[str, object]:
        """Return plain values."""
        return {name: getattr(self, name) for name in self.__slots__}


def known(root: str, session: str) -> list[Handed] | None:
    """Return the open handoffs of a session, oldest first; None where nobody asked, or it holds no more."""
    try:
        with open(place(root, session), "rb") as file:
            told = json.loads(file.read())
    except FileNotFoundError:
        return [] if is_new(root, session) else None
    except (OSError, *NO_JSON):
        return None
    try:
        if has_news(root, told["journal"]):
            return None
        return [Handed(**one) for one in told["handoffs"]]
    except (KeyError, TypeError):
        return None


def is_new(root: str, session: str) -> bool:
    """Say whether the journal surely knows nothing of a session's handoffs."""
    folder, wanted = journal.folder_of(root), session.encode()
    for name in journal.names(folder):
        path = os.path.join(folder, name)
        if os.stat(path).st_size > SEARCHED:
            return False
        with open(path, "rb") as file:
            if any(NEWS in line and wanted in line for line in file):
                return False
    return True


def place(root: str, session: str) -> str:
    """Return where they are kept."""
    return os.path.join(runs.folder(root, session), FILE)


def encoded(handoffs: list[Handed], seen: dict[str, int]) -> bytes:
    """Return what is kept of them."""
    return json.dumps({"journal": seen, "handoffs": [one.as_dict() for one in handoffs]}).encode()


def block_of(root: str, handoff: Handed) -> str:
    """Return a handoff's prompt block as it was stored, "" where somebody took it away."""
    try:
        with open(os.path.join(root, handoff.directory, BRIEF), encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


def sizes(root: str) -> dict[str, int]:
    """Return how long the journal's files are."""
    folder = journal.folder_of(root)
    return {name: os.stat(os.path.join(folder, name)).st_size for name in journal.names(folder)}


def has_news(root: str, seen: dict[str, int]) -> bool:
    """Say whether handoffs came or went since the journal had these sizes."""
    folder = journal.folder_of(root)
    return any(_news(os.path.join(folder, name), seen.get(name, 0)) for name in journal.names(folder))


def _news(path: str, seen: int) -> bool:
    size = os.stat(path).st_size
    if size == seen:
        return False
    if size < seen:
        return True  # it was cut short
    with open(path, "rb") as file:
        file.seek(seen)
        return any(NEWS in line and NO_NEWS not in line for line in file)
