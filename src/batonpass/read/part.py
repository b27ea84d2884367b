"""A transcript from some byte on: what was written since somebody looked."""

import os

from batonpass.read.found import Found


def size(path: str) -> int:
    """Return how long a file is, 0 where there is none."""
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def part(path: str, since: int = 0) -> Found | None:
    """Return a file's whole lines from a byte on, None where nothing stands there.

    A part is no file of its own: it has no path, and lines are counted from where it begins.
    """
    try:
        with open(path, "rb") as file:
            if since:
                file.seek(since - 1)
                file.readline()  # the rest of a line that began before
            data = file.read()
    except OSError:
        return None
    name = os.path.basename(path)
    return Found(name, "" if since else path.replace(os.sep, "/"), data) if data.strip() else None
