"""The progress file on the disk: locked while it is changed, replaced as a whole, never over what nobody has read."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from batonpass.model.errors import StorageFailed
from batonpass.model.paths import inside
from batonpass.store import files
from batonpass.store.lock import held
from batonpass.tables import load

LOCK = ".progress.lock"


@contextmanager
def locked(root: str, path: str) -> Iterator[None]:
    """Hold a progress file for the block: against others of ours, and against whoever locks the file itself."""
    place = inside(root, path)
    seconds: float = load.limits()["progress"]["lock_seconds"]
    with held(os.path.join(root, ".baton", "progress", LOCK), seconds):
        if not os.path.isfile(place):
            yield
            return
        with held(place, seconds):
            yield


def save(root: str, path: str, text: str, before: str | None) -> None:
    """Replace a progress file; `before` is what it said when it was read, None where there was none.

    What somebody wrote meanwhile is not overwritten.
    """
    place = inside(root, path)
    with files.storing(path):
        if _read(place) != before:
            raise StorageFailed(
                "it was changed by somebody else just now",
                todo="run it again: nothing was written",
                place=path,
            )
        files.save(place, text.encode())


def keep_aside(root: str, path: str) -> str:
    """Copy a progress file to an unused name beside it, and return that name: MANIFEST.kept-1.yaml."""
    place = inside(root, path)
    stem, suffix = os.path.splitext(place)
    with files.storing(path), open(place, "rb") as file:
        data = file.read()
        number = 1
        while True:
            with suppress(FileExistsError):
                files.put(f"{stem}.kept-{number}{suffix}", data)
                return f"{os.path.splitext(path)[0]}.kept-{number}{suffix}"
            number += 1


def _read(place: str) -> str | None:
    try:
        with open(place, "rb") as file:
            return file.read().decode("utf-8", "replace")
    except FileNotFoundError:
        return None
