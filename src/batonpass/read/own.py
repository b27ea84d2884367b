"""What a folder or a glob reaches and nobody meant: handoffs that were made of such documents before."""

import os
from collections.abc import Sequence

from batonpass.model.files import MANIFEST, OWN, PROOF


class Own:
    """What is ours below the place a caller named; who names a place inside of it means what lies there."""

    def __init__(self, start: str, artifacts: Sequence[str]) -> None:
        """Take where a folder or a glob begins, and the folders in which handoffs are kept."""
        start = os.path.realpath(start)
        self._apart = tuple(folder for folder in artifacts if not _is_in(start, folder))
        self._inside = len(self._apart) < len(artifacts) or _around(start)

    def is_folder(self, path: str) -> bool:
        """Say whether a folder holds handoffs, or is one that was put elsewhere."""
        return os.path.realpath(path) in self._apart or (not self._inside and _is_handoff(path))

    def is_file(self, path: str) -> bool:
        """Say whether a file is a manifest, a proof or a brief of a handoff, in any version."""
        folder, name = os.path.split(path)
        parts = name.split(".")
        return f"{parts[0]}.{parts[-1]}" in OWN and _is_handoff(folder)

    def has(self, hit: str) -> bool:
        """Say whether a path that a glob matched is such a file, or lies in such a folder."""
        if self.is_file(hit):
            return True
        folder = os.path.dirname(os.path.realpath(hit))
        while folder != os.path.dirname(folder):
            if self.is_folder(folder):
                return True
            folder = os.path.dirname(folder)
        return False


def _is_in(path: str, folder: str) -> bool:
    return (path + os.sep).startswith(folder.rstrip(os.sep) + os.sep)


def _is_handoff(folder: str) -> bool:
    return all(os.path.isfile(os.path.join(folder, name)) for name in (MANIFEST, PROOF))


def _around(path: str) -> bool:
    """Say whether a path is in a handoff."""
    while path != os.path.dirname(path):
        if _is_handoff(path):
            return True
        path = os.path.dirname(path)
    return False
