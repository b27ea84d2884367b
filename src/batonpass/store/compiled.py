"""What was compiled for hooks, and whether it still holds. On the fast path."""

import os

from batonpass.model.may_be_json import fields

MADE_FROM = "made_from"  # path → size and time of the files it was made from


def kept(path: str, version: str) -> dict[str, object]:
    """Return what was kept, empty where it is of another version or one of its files has changed since."""
    value = last(path, version)
    made_from = value.get(MADE_FROM)
    stands = isinstance(made_from, dict) and all(stamp(name) == seen for name, seen in made_from.items())
    return value if stands else {}


def last(path: str, version: str) -> dict[str, object]:
    """Return what was kept of this version, whatever became of its files."""
    try:
        with open(path, "rb") as file:
            kept = fields(file.read())
    except OSError:
        return {}
    return kept if kept.get("version") == version else {}


def stamp(path: str) -> list[int]:
    """Return size and time of a file, zeros where there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return [0, 0]
    return [found.st_size, found.st_mtime_ns]
