"""Several files replaced together: all of them or none.

New bytes and copies of the old ones are on the disk before the first name changes, so that going forward and
going back are renames only, which a full disk does not refuse.
"""

import os
import stat
from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct

from batonpass.store import files


class Target(Struct, frozen=True):
    """What one file shall hold; None = no such file."""

    path: str
    data: bytes | None
    mode: int | None = None  # None = as it is


def replace_all(targets: Sequence[Target]) -> None:
    """Give every file its new bytes; on a failure give back what was there, and raise."""
    steps = [_Replacement(target) for target in targets]
    try:
        for step in steps:
            step.prepare()
        for step in steps:
            step.forward()
        for folder in sorted({os.path.dirname(step.target.path) for step in steps}):
            if os.path.isdir(folder):
                files.sync_folder(folder)
    except BaseException:
        for step in reversed(steps):
            with suppress(OSError):  # where it failed nothing can go back either; all others must
                step.back()
        raise
    finally:
        for step in steps:
            step.forget()


def missing_folders(path: str) -> tuple[str, ...]:
    """Return the folders that must be made for a file, innermost first."""
    folder, missing = os.path.dirname(path), list[str]()
    while not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    return tuple(missing)


def remove_empty(folders: Sequence[str]) -> None:
    """Remove folders made for a file, as far as nobody else uses them."""
    for folder in folders:
        with suppress(OSError):  # not empty, or gone already
            os.rmdir(folder)


def sweep(paths: Sequence[str]) -> None:
    """Remove the temporary files of replacements that died, beside these files."""
    for path in paths:
        folder, own = os.path.dirname(path), os.path.basename(files.temporary_beside(path)).rsplit(".", 2)[0]
        for name in os.listdir(folder) if os.path.isdir(folder) else ():
            if files.TEMPORARY.fullmatch(name) and name.startswith(f"{own}."):
                os.unlink(os.path.join(folder, name))


class _Replacement:
    """One file on its way: its new bytes and its old ones, both under temporary names."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.folders: tuple[str, ...] = ()
        self.new, self.old = "", ""  # "" = no such file
        self.moved = False

    def prepare(self) -> None:
        path, mode = self.target.path, self.target.mode
        now = stat.S_IMODE(os.stat(path).st_mode) if os.path.exists(path) else None
        if now is not None:
            with open(path, "rb") as file:
                self.old = self._temporary(file.read(), now)
        if self.target.data is not None:
            self.folders = missing_folders(path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            self.new = self._temporary(self.target.data, now if mode is None else mode)

    def _temporary(self, data: bytes, mode: int | None) -> str:
        name = files.temporary_beside(self.target.path)
        files.write(name, data, mode)
        return name

    def forward(self) -> None:
        self.moved = True
        self._become(self.new)

    def back(self) -> None:
        if self.moved:
            self._become(self.old)

    def _become(self, temporary: str) -> None:
        if os.name == "nt" and os.path.exists(self.target.path):
            os.chmod(self.target.path, stat.S_IWRITE)  # a read-only file cannot be replaced there
        if temporary:
            files.replace(temporary, self.target.path)
        else:
            with suppress(FileNotFoundError):
                os.unlink(self.target.path)

    def forget(self) -> None:
        for name in filter(None, (self.new, self.old)):
            with suppress(FileNotFoundError):
                os.unlink(name)
        if not os.path.exists(self.target.path):
            remove_empty(self.folders)
