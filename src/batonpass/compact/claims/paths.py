"""When a path that is claimed and one that changed are the same file: documents shorten and lengthen paths."""

import re
from collections import defaultdict
from collections.abc import Iterable
from fnmatch import fnmatchcase

GLOB = frozenset("*?[")
OUTSIDE = re.compile(r"^(?:/|~|[A-Za-z]:[\\/])")


class Paths:
    """Paths evidence knows, looked up by what a document calls them."""

    def __init__(self, known: Iterable[str]) -> None:
        """Take the paths."""
        self.known = frozenset(known)
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self.known):
            self._by_name[path.rsplit("/", 1)[-1]].append(path)

    def called(self, claimed: str) -> str:
        """Return the one path a claim means, "" where it means none or may mean several."""
        path = plain(claimed)
        if path in self.known:
            return path
        same = [p for p in self._by_name.get(path.rsplit("/", 1)[-1], ()) if _ends(p, path) or _ends(path, p)]
        return same[0] if len(same) == 1 else ""

    def holds(self, claimed: str) -> bool:
        """Tell whether anything that is known is what a claim names: a file, a folder or a pattern."""
        path = plain(claimed)
        if self.called(path) or any(_ends(p, path) for p in self._by_name.get(path.rsplit("/", 1)[-1], ())):
            return True
        if not GLOB.isdisjoint(path):
            return any(fnmatchcase(p, path) or fnmatchcase(p, f"*/{path}") for p in self.known)
        inside = path.rstrip("/") + "/"
        return any(p.startswith(inside) or f"/{inside}" in p for p in self.known)


def plain(path: str) -> str:
    """Return a path as git spells it."""
    return path.replace("\\", "/").removeprefix("./")


def is_outside(path: str) -> bool:
    """Tell a path that may lead anywhere."""
    return bool(OUTSIDE.match(path)) or path.startswith("../")


def _ends(path: str, tail: str) -> bool:
    return path == tail or path.endswith("/" + tail)
