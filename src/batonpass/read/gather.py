"""Paths, folders, globs and standard input into what lies there."""

import glob
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches

from batonpass.model.errors import NotFound, Outside, WrongUse
from batonpass.model.paths import relative
from batonpass.model.problem import Problem
from batonpass.read import databases, may_be
from batonpass.read.found import (
    Found,
    binary,
    empty,
    led_out,
    own_handoffs,
    passed_over,
    special,
    unreadable,
)
from batonpass.read.own import Own
from batonpass.read.recognise import BINARY, is_binary, suffix_of
from batonpass.tables.load import words

DATABASES = frozenset({"db", "sqlite", "sqlite3"})
FED = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")
WALK = words("reading")["walk"]
SKIPPED = frozenset(WALK["skipped"])


def gather(
    paths: Sequence[str],
    *,
    root: str,
    stdin: Callable[[], bytes] | None = None,
    artifacts: Sequence[str] = (),
) -> tuple[Found, ...]:
    """Return every file the paths name, in their order and each once; `-` is standard input.

    `artifacts` are folders of handoffs, relative to the root or absolute: only who names them means what lies there.
    """
    apart = tuple(os.path.realpath(os.path.join(root, folder)) for folder in artifacts)
    found: list[Found] = []
    seen: set[str] = set()
    for path in paths:
        if path != "-":
            found += _below(path, root, seen, apart)
        elif path not in seen:
            seen.add(path)
            found.append(_typed(stdin))
    return tuple(found)


def _typed(stdin: Callable[[], bytes] | None) -> Found:
    if stdin is None:
        raise WrongUse("- means standard input, and there is none here", todo="name a file instead")
    data = stdin()
    return _told(Found("stdin", "", data))


def _below(path: str, root: str, seen: set[str], apart: Sequence[str]) -> Iterator[Found]:
    start, places = _places(path, root)
    own = Own(start, apart)
    handoffs = [place for place in places if place != start and own.has(place)]
    strays = [place for place in places if place not in handoffs and _strays(path, place, root)]
    meant = [place for place in places if place not in handoffs and place not in strays]
    if strays and not meant:
        raise _outside(path, strays[0], root)
    for place in meant:
        if os.path.isdir(place):
            yield from _folder(place, root, seen, own)
        else:
            yield from _once(place, root, seen)
    for problem, names in ((own_handoffs, handoffs), (led_out, strays)):
        if names:
            yield _passed(path, root, names, problem)


def _places(path: str, root: str) -> tuple[str, list[str]]:
    """Return what a path names: itself, from here or from the root, else what it matches as a glob; and where it begins."""
    for place in (path, os.path.join(root, path)):
        if os.path.lexists(place):
            return place, [place]
    for start in ("", root) if glob.has_magic(path) else ():
        hits = sorted(h for h in glob.glob(path, root_dir=start or None, recursive=True) if _wanted(h, path))
        if hits:
            return os.path.join(start, _fixed(path)), [os.path.join(start, hit) for hit in hits]
    raise _not_found(path, root)


def _fixed(pattern: str) -> str:
    """Return the folders of a glob that it names without a sign of its own."""
    folder = os.path.dirname(pattern)
    while glob.has_magic(folder):
        folder = os.path.dirname(folder)
    return folder


def _strays(path: str, place: str, root: str) -> bool:
    """Say whether a path leads out of the project by `..` or a link; who means a file elsewhere names it absolutely."""
    if os.path.isabs(path) or relative(root, place):
        return False
    start = os.path.realpath(root if os.path.isabs(place) else os.getcwd())
    named = os.path.normpath(os.path.join(start, place))
    return ".." in path.replace(os.sep, "/").split("/") or os.path.realpath(named) != named


def _outside(path: str, place: str, root: str) -> Outside:
    return Outside(
        f"leads to {os.path.realpath(place)}, outside of the root {root}",
        wanted="a path below the root",
        todo="give the absolute path if you mean that file",
        place=path,
    )


def _wanted(hit: str, pattern: str) -> bool:
    """Leave out what lies in folders of tools, and folders whose content `**` matches as well."""
    inside = {part for part in hit.split(os.sep) if part in SKIPPED and part not in pattern}
    return not inside and not ("**" in pattern and os.path.isdir(hit))


def _folder(folder: str, root: str, seen: set[str], own: Own) -> Iterator[Found]:
    passed: list[str] = []
    handoffs: list[str] = []
    failed: list[OSError] = []
    inside = os.path.realpath(folder) + os.sep
    for here, folders, files in os.walk(folder, onerror=failed.append):
        passed += [name + "/" for name in folders if name.startswith(".") and name not in SKIPPED]
        below = sorted(name for name in folders if not name.startswith(".") and name not in SKIPPED)
        folders[:] = [name for name in below if not own.is_folder(os.path.join(here, name))]
        around = os.path.relpath(here, folder)
        handoffs += [f"{os.path.normpath(os.path.join(around, n))}/" for n in below if n not in folders]
        for name in sorted(files):
            place = os.path.join(here, name)
            if own.is_file(place):
                handoffs.append(os.path.normpath(os.path.join(around, name)))
                continue
            leaves = os.path.islink(place) and not os.path.realpath(place).startswith(inside)
            if name.startswith(".") or leaves:
                passed.append(name)
            else:
                yield from _once(place, root, seen)
    for error in failed:
        yield _failed(os.fspath(error.filename), root, error)
    if passed:
        yield _passed(folder, root, passed, passed_over)
    if handoffs:
        yield _passed(folder, root, handoffs, own_handoffs)


def _once(place: str, root: str, seen: set[str]) -> Iterator[Found]:
    real = os.path.realpath(place)
    if real not in seen:
        seen.add(real)
        yield _file(place, root)


def _file(place: str, root: str) -> Found:
    name, path = _spoken(os.path.basename(place)), _posix(place, root)
    sessions = suffix_of(name) in DATABASES and databases.is_sessions(place)
    if suffix_of(name) in BINARY and not sessions:
        return Found(name, path, b"", (binary(path or name),))
    try:
        if not _is_file(place):
            return Found(name, path, b"", (special(path or name),))
        if sessions:
            return _told(Found(f"{name}.jsonl", "", databases.session_lines(place, os.path.realpath(root))))
        with open(place, "rb") as file:
            return _told(Found(name, path, file.read()))
    except OSError as error:
        return _failed(place, root, error)


def _is_file(place: str) -> bool:
    """Tell what has an end: a file, or what a shell feeds as one (`<(command)`); a device or a pipe may never end."""
    return stat.S_ISREG(os.stat(place).st_mode) or os.path.abspath(place).startswith(FED)


def _told(found: Found) -> Found:
    """Return a file with what speaks against reading it; a session whose machine lost power has NUL bytes in it."""
    if is_binary(found.data) and not may_be.client(found.data):
        return Found(found.name, found.path, b"", (binary(found.path or found.name),))
    problems = () if found.data.strip() else (empty(found.path or found.name),)
    return Found(found.name, found.path, found.data, problems)


def _failed(place: str, root: str, error: OSError) -> Found:
    name, path = _spoken(os.path.basename(place)), _posix(place, root)
    return Found(name, path, b"", (unreadable(path or name, error.strerror or str(error)),))


def _passed(folder: str, root: str, names: list[str], problem: Callable[[str, str], Problem]) -> Found:
    """Return a note on what was not looked at."""
    name, path = _spoken(os.path.basename(os.path.abspath(folder))), _posix(folder, root)
    more = len(names) - WALK["named"]
    told = ", ".join(_spoken(name) for name in sorted(names)[: WALK["named"]]) + (
        f" and {more} more" if more > 0 else ""
    )
    return Found(name, path, b"", (problem(path or name, told),))


def _posix(place: str, root: str) -> str:
    """Return a file's path as everything calls it: a link by its own name, what is outside absolutely.

    A path that is no UTF-8 stands in no JSON, so it is none: the stored copy is all there is to look at.
    """
    if _spoken(place) != place:
        return ""
    folder, name = os.path.split(os.path.abspath(place))
    inside = relative(root, folder) if relative(root, place) else ""
    if not inside:
        return os.path.abspath(place).replace(os.sep, "/")
    return name if inside == "." else f"{inside}/{name}"


def _spoken(name: str) -> str:
    """Return a name of the disk as text: bytes that are no UTF-8 become a sign for them."""
    return os.fsencode(name).decode("utf-8", "replace")


def _not_found(path: str, root: str) -> NotFound:
    folder, name = os.path.split(path.rstrip("/" + os.sep))
    here = next((f for f in (folder or ".", os.path.join(root, folder)) if os.path.isdir(f)), "")
    near = get_close_matches(name, sorted(os.listdir(here)), n=1) if here else []
    if glob.has_magic(path):
        wanted, todo = "a glob that matches files", "quote it, or check it"
        return NotFound("nothing matches", wanted=wanted, todo=todo, place=path)
    meant = os.path.join(folder, near[0]).replace(os.sep, "/") if near else ""
    return NotFound(
        "does not exist",
        wanted="a file, a folder, a glob or - for standard input",
        todo=f"did you mean {meant}?" if meant else "check the path",
        place=path,
    )
