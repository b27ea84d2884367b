"""Handoffs before they are visible: whole directories on the same file system, so that a rename publishes them."""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress

from batonpass.store import files
from batonpass.store.lock import claim

FOLDER = ".staging"
LOCK = "publish.lock"
CLEANING = "clean.lock"


class Staging:
    """The hidden folder of one artifacts root."""

    def __init__(self, artifacts: str) -> None:
        """Make nothing yet: looking at handoffs must work on a disk that is read-only."""
        self.folder = os.path.join(artifacts, FOLDER)
        self.lock = os.path.join(self.folder, LOCK)
        self.cleaning = os.path.join(self.folder, CLEANING)
        self._claims: dict[str, int] = {}

    def write(self, content: Mapping[str, bytes]) -> str:
        """Write and sync all files under a new directory, and return it; on failure leave nothing."""
        self._make()
        path = self._claim()
        try:
            os.mkdir(path)
            for name in sorted(content):
                target = os.path.join(path, *name.split("/"))
                os.makedirs(os.path.dirname(target), exist_ok=True)
                files.put(target, content[name])
            for folder, _, _ in os.walk(path):
                files.sync_folder(folder)
        except BaseException:
            self.remove(path)
            raise
        return path

    def _make(self) -> None:
        if os.path.isdir(self.folder):
            return
        os.makedirs(self.folder, exist_ok=True)
        with suppress(FileExistsError):  # shared artifacts are committed; this folder never is
            files.put(os.path.join(self.folder, ".gitignore"), b"*\n")

    def _claim(self) -> str:
        """Return an unused name, and hold a lock beside it for as long as this process lives."""
        while True:
            path = os.path.join(self.folder, files.token())
            descriptor = claim(f"{path}.lock")
            if descriptor is not None:
                self._claims[path] = descriptor
                return path

    def aside(self, directory: str) -> str:
        """Move a published directory out of sight, to be removed; needs no room on a full disk."""
        os.makedirs(self.folder, exist_ok=True)
        path = os.path.join(self.folder, files.token())
        files.rename(directory, path)
        return path

    def remove(self, path: str) -> None:
        """Take a staged directory away."""
        files.remove_tree(path)
        self.release(path)

    def release(self, path: str) -> None:
        """Let go of a staged directory's name."""
        descriptor = self._claims.pop(path, None)
        if descriptor is None:
            return
        if os.name == "nt":  # an open file cannot be unlinked there
            os.close(descriptor)
        with suppress(FileNotFoundError):
            os.unlink(f"{path}.lock")
        if os.name != "nt":
            os.close(descriptor)

    def leftovers(self) -> Iterator[str]:
        """Yield the staged directories whose process died; for one cleaner at a time."""
        if not os.path.isdir(self.folder):
            return
        found = {name.removesuffix(".lock") for name in os.listdir(self.folder)}
        for name in sorted(found - {".gitignore", "publish", "clean"}):
            path = os.path.join(self.folder, name)
            if (descriptor := claim(f"{path}.lock")) is None:
                continue
            self._claims[path] = descriptor
            try:
                yield path
            finally:
                self.release(path)
