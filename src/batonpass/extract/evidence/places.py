"""Paths as clients write them, relative to the project."""

import posixpath
import re

DRIVE = re.compile(r"^[A-Za-z]:[\\/]")
MACHINE = re.compile(r"^/private(?=/(?:tmp|var)/)")  # macOS shows both spellings


def posix(path: str) -> str:
    """Return a path with slashes; of a drive in lower case, as no two clients agree on it."""
    if DRIVE.match(path):
        path = path.replace("\\", "/")
        return path[0].lower() + path[1:]
    return MACHINE.sub("", path)


def is_absolute(path: str) -> bool:
    """Tell a path that says where it begins."""
    return path.startswith(("/", "~")) or bool(DRIVE.match(path))


def absolute(path: str, folder: str) -> str:
    """Return where a path leads from a folder; relative where the folder is unknown."""
    path = posix(path)
    return posixpath.normpath(
        path if is_absolute(path) or not folder else posixpath.join(posix(folder), path)
    )


def within(path: str, root: str) -> str:
    """Return a path relative to the root, as it is where it leads elsewhere."""
    base = posix(root).rstrip("/")
    if base and path.startswith(base + "/"):
        return path[len(base) + 1 :]
    return path
