"""What runs of batonpass left in a project, and taking it off the disk. Nothing that people wrote is touched."""

import os

from batonpass.model.files import MANIFEST, PROOF
from batonpass.store import files, latest
from batonpass.store.edits import RECORD

STATE = ".baton"
THEIRS = frozenset({"config.toml", "playbooks", RECORD})  # of the state's folder: what people chose or wrote
AGAIN = ("cache", "ledger.db", "ledger.db-wal", "ledger.db-shm")  # made again from the rest
STAGING = ".staging"


def made_again(root: str, artifacts: str) -> tuple[str, ...]:
    """Return what can be made again, or holds nothing: caches, indexes, locks."""
    state = os.path.join(root, STATE)
    there = _names(state)
    found = [name for name in there if name in AGAIN or name.endswith(".lock")]
    if not handoffs(root, artifacts):
        found = [name for name in there if name not in THEIRS]  # a journal of nothing
    return (*(os.path.join(state, name) for name in found), *_staging(root, artifacts))


def everything(root: str, artifacts: str) -> tuple[str, ...]:
    """Return the same, and all that was recorded and handed over."""
    state = os.path.join(root, STATE)
    kept = (os.path.join(state, name) for name in _names(state) if name not in THEIRS)
    return (*kept, *handoffs(root, artifacts), *_staging(root, artifacts))


def handoffs(root: str, artifacts: str) -> tuple[str, ...]:
    """Return the folders of handoffs: a manifest stands in them, and the proof that we made it."""
    found = (
        folder
        for folder, _, inner in os.walk(os.path.join(root, artifacts))
        if {MANIFEST, PROOF}.issubset(inner) and f"{os.sep}{STAGING}" not in folder
    )
    return tuple(sorted(found))


def remove(root: str, artifacts: str, paths: tuple[str, ...]) -> int:
    """Take these away, and the folders that held nothing else; return how many bytes they had."""
    size = sum(map(files.size_of, paths))
    home = os.path.join(root, artifacts)
    with files.storing(root):
        for path in paths:
            if os.path.isdir(path):
                files.remove_tree(path)
            elif os.path.lexists(path):
                os.unlink(path)
        for path in paths:
            _remove_emptied(os.path.dirname(path), (home, os.path.join(root, STATE)))
    return size


def _remove_emptied(folder: str, homes: tuple[str, ...]) -> None:
    """Remove a folder that holds nothing any more but a `latest` that leads nowhere, and so on up to our own."""
    while folder.startswith(homes) and os.path.isdir(folder):
        if latest.LATEST in os.listdir(folder) and not latest.read(folder):
            latest.remove(folder)
        if os.listdir(folder):
            return
        os.rmdir(folder)
        folder = os.path.dirname(folder)


def _staging(root: str, artifacts: str) -> tuple[str, ...]:
    place = os.path.join(root, artifacts, STAGING)
    return (place,) if os.path.isdir(place) else ()


def _names(folder: str) -> list[str]:
    return sorted(os.listdir(folder)) if os.path.isdir(folder) else []
