"""A look at the disk: what stands at a path, and what is in it. Never raises for what it finds."""

import os
from glob import glob
from typing import Literal

from batonpass.model.errors import Outside
from batonpass.model.paths import inside

Stat = Literal["file", "directory", "missing", "outside"]


def stat(root: str, path: str) -> Stat:
    """Say what stands at a path below the root, links followed."""
    try:
        real = inside(root, path)
    except (Outside, ValueError):  # ValueError: a NUL byte in the path
        return "outside"
    if os.path.isdir(real):
        return "directory"
    return "file" if os.path.isfile(real) else "missing"


def data(root: str, path: str) -> bytes | None:
    """Return a file's bytes, None where there is no readable file below the root."""
    if stat(root, path) != "file":
        return None
    try:
        with open(os.path.join(root, path), "rb") as file:
            return file.read()
    except OSError:
        return None


def same(first: str, second: str) -> bool:
    """Say whether two paths lead to one place, links followed."""
    return os.path.realpath(first) == os.path.realpath(second)


def matches(root: str, pattern: str) -> tuple[str, ...]:
    """Return the files below the root that a glob matches, as sorted POSIX paths."""
    try:
        found = glob(pattern, root_dir=root, recursive=True)
    except (ValueError, OSError):
        return ()
    files = (f.replace(os.sep, "/") for f in found)
    return tuple(sorted(f for f in files if stat(root, f) == "file"))
