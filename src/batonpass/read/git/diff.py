"""Two states of the files compared: `--raw --numstat -z` into changes, never a patch."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from batonpass.model.evidence import Changed, Done
from batonpass.read.git.place import Place
from batonpass.read.git.run import GitFailed, GitSlow, ask
from batonpass.tables.load import table

LETTERS: dict[str, Done] = {
    "A": "created", "C": "created", "D": "deleted", "M": "modified", "T": "modified", "U": "modified", "R": "renamed",
}  # fmt: skip
SUBMODULE = b"160000"
COMMON = (
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--ignore-submodules=all",
    "--no-abbrev",
    "--relative",
    "-z",
)


class Compared(NamedTuple):
    """What differs, by path; and whether lines could be counted and renames be found."""

    changes: tuple[Changed, ...]
    whole: bool


def of_commits(place: Place, old: str, new: str) -> Compared:
    """Compare two commits or trees."""
    return _compared(place, ("diff-tree", "-r"), (old, new), {})


def of_tree(place: Place, old: str, untracked: tuple[str, ...]) -> Compared:
    """Compare a commit or tree with the files as they are, those git does not follow among them.

    A copy of the index takes them in, so that a file moved without telling git is found to be renamed.
    """
    with index_of(place) as own:
        with suppress(
            GitFailed
        ):  # a merge that is not finished; the files it leaves out are compared by content
            ask(place.root, "update-index", "-q", "--refresh", "--unmerged", "--ignore-submodules", more=own)
        if untracked:
            entries = b"".join(
                b"100644 %s 0\t%s\0" % (place.empty.encode(), os.fsencode(path)) for path in untracked
            )
            ask(place.root, "update-index", "-z", "--index-info", stdin=entries, more=own)
        return _compared(place, ("diff-index",), (old,), own)


@contextmanager
def index_of(place: Place) -> Iterator[dict[str, str]]:
    """Lend a copy of the index, and the environment in which git takes it for its own."""
    with tempfile.TemporaryDirectory(prefix="baton-") as folder:
        copy = os.path.join(folder, "index")
        index = os.path.join(place.root, place.index_file)
        if os.path.exists(index):
            # With its time: by it git tells files that changed just after the index was written, and looks into them.
            shutil.copy2(index, copy)
        yield {"GIT_INDEX_FILE": copy}


def _compared(place: Place, verb: tuple[str, ...], states: tuple[str, ...], own: dict[str, str]) -> Compared:
    numbers = table("evidence")["git"]
    full = ("--raw", "--numstat", "-M", "-C", f"-l{numbers['renames']}")
    try:
        told = ask(place.root, *verb, *COMMON, *full, *states, "--", more=own)
    except GitSlow:
        told = ask(place.root, *verb, *COMMON, "--raw", "--no-renames", *states, "--", more=own)
        return Compared(tuple(parsed(told)), whole=False)
    return Compared(tuple(parsed(told, counted=True)), whole=True)


def parsed(told: bytes, *, counted: bool = False) -> Iterator[Changed]:
    """Yield the changes git lists, by path, each with its lines where they were counted.

    Where all were, a file that is listed as modified and has no count is again what it was: git compares what is on
    the disk with the index, and its content with another commit only to count.
    """
    fields = iter(told.split(b"\0"))
    raw: dict[bytes, tuple[Done, bytes]] = {}
    lines: dict[bytes, tuple[int | None, int | None]] = {}
    unsure: set[bytes] = set()
    for field in fields:
        if field.startswith(b":"):
            old_mode, new_mode, _, _, letter = field[1:].split(b" ")
            origin = path = next(fields)
            if letter[:1] in b"RC":
                path = next(fields)
            if SUBMODULE not in (old_mode, new_mode):
                change = LETTERS.get(letter[:1].decode("ascii"), "modified")
                raw.setdefault(path, (change, origin if origin != path else b""))
                if counted and letter == b"M" and old_mode == new_mode:
                    unsure.add(path)
        elif field:
            added, removed, path = field.split(b"\t", 2)
            if not path:
                next(fields)
                path = next(fields)
            lines.setdefault(path, (_count(added), _count(removed)))
    for path in sorted(raw.keys() - (unsure - lines.keys())):
        change, origin = raw[path]
        added_, removed_ = lines.get(path, (None, None))
        yield Changed(path=text(path), change=change, from_path=text(origin), added=added_, removed=removed_)


def _count(field: bytes) -> int | None:
    return int(field) if field.isdigit() else None  # a dash: binary


def text(path: bytes) -> str:
    """Return a path as text; bytes that are none are spelled out."""
    return path.decode("utf-8", "backslashreplace")


def names(place: Place, *arguments: str) -> frozenset[str]:
    """Return the paths a comparison lists."""
    told = ask(place.root, *arguments[:1], *COMMON, "--no-renames", "--name-only", *arguments[1:], "--")
    return frozenset(text(path) for path in told.split(b"\0") if path)
