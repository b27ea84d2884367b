"""Reports that tools left in a project, by their names and by when they were written."""

import os
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from batonpass.tables.load import table, words


def written_since(root: str, instant: float, skip: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the reports below a root that were written from a time on, sorted, relative to the root.

    Folders of tools, hidden ones and those in `skip` are not looked into.
    """
    found = (path for path in _below(root, skip) if _is_report(path) and _time(root, path) >= instant)
    return tuple(sorted(found)[: table("evidence")["find"]["most"]])


def _below(root: str, skip: Sequence[str]) -> Iterator[str]:
    passed = frozenset(words("reading")["walk"]["skipped"])
    for here, folders, files in os.walk(root):
        inside = os.path.relpath(here, root).replace(os.sep, "/")
        prefix = "" if inside == "." else inside + "/"
        folders[:] = sorted(
            name for name in folders if name not in passed and name[0] != "." and prefix + name not in skip
        )
        yield from (prefix + name for name in files)


def _is_report(path: str) -> bool:
    patterns = table("evidence")["find"]["patterns"]
    return any(fnmatchcase("/" + path, pattern) for pattern in patterns)


def _time(root: str, path: str) -> float:
    try:
        return os.stat(os.path.join(root, path)).st_mtime
    except OSError:
        return 0.0
