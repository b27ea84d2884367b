"""The artifacts of agent switches on disk: written, found again, marked as given, and put away when newer ones stand."""

import os
import re

from msgspec import Struct

from batonpass.model.errors import NotFound
from batonpass.model.paths import inside, slug
from batonpass.store import files
from batonpass.tables import load

NAME = re.compile(
    r"handoff-(?P<giver>[\w.-]+?)-to-(?P<taker>[\w.-]+?)-(?P<at>\d{4}-\d\d-\d\d[\dTZ:.-]*)\.ya?ml"
)
CONSUMED = re.compile(r"^(?P<head>[ \t]*)consumed:[ \t]*(?P<value>\S*).*$", re.MULTILINE)
TOP = re.compile(r"^handoff:[ \t]*$", re.MULTILINE)
ARCHIVE = "archive"


class Kept(Struct, frozen=True, kw_only=True):
    """One artifact on disk."""

    name: str
    giver: str
    taker: str
    at: str
    text: str

    @property
    def consumed(self) -> bool:
        """Say whether somebody was given it."""
        found = CONSUMED.search(self.text)
        return found is not None and found["value"].casefold() in ("true", "yes")


def folder(root: str, configured: str = "") -> str:
    """Return where a project's artifacts lie, POSIX, relative to its root."""
    if configured:
        inside(root, configured)
        return configured.rstrip("/")
    where = load.table("switch")
    there = (name for name in where["folders"] if os.path.isdir(os.path.join(root, name)))
    return next(there, str(where["own"]))


def active(root: str, place: str) -> tuple[Kept, ...]:
    """Return the artifacts of a folder, oldest first."""
    try:
        names = os.listdir(os.path.join(root, place))
    except OSError:
        return ()
    found = [one for name in names if (one := _kept(root, place, name)) is not None]
    return tuple(sorted(found, key=lambda one: (one.at, one.name)))


def put(root: str, place: str, one: Kept, instead: str = "") -> str:
    """Write an artifact and return its path; one that it stands `instead` of goes away, and the oldest do."""
    path = f"{place}/{one.name}"
    with files.storing(os.path.join(root, path)):
        files.save(os.path.join(root, path), one.text.encode())
        names = [other.name for other in active(root, place) if other.name != instead or instead == one.name]
        for name in (*([instead] if instead not in ("", one.name) else ()), *names[: -_most()]):
            _put_away(root, place, name)
    return path


def paths(root: str, place: str) -> tuple[str, ...]:
    """Return the files of all artifacts, also of those that were put away."""
    folders = (os.path.join(root, place), os.path.join(root, place, ARCHIVE))
    there = (
        (folder, name) for folder in folders if os.path.isdir(folder) for name in sorted(os.listdir(folder))
    )
    return tuple(os.path.join(folder, name) for folder, name in there if NAME.fullmatch(name))


def named(giver: str, taker: str, at: str) -> str:
    """Return what an artifact's file is called."""
    return f"handoff-{slug(giver)}-to-{slug(taker)}-{at.replace(':', '')}.yaml"


def find(root: str, place: str, name: str) -> Kept:
    """Return an artifact, also one that was put away."""
    for where in (place, f"{place}/{ARCHIVE}"):
        if (one := _kept(root, where, name)) is not None:
            return one
    raise NotFound(f"no artifact {name}", wanted="a file of an agent switch", place=place)


def consume(root: str, place: str, one: Kept) -> None:
    """Mark an artifact as given, whoever wrote it; one that was put away needs no mark."""
    path = os.path.join(root, place, one.name)
    if one.consumed or not os.path.isfile(path):
        return
    if CONSUMED.search(one.text):
        text = CONSUMED.sub(lambda found: f"{found['head']}consumed: true", one.text, count=1)
    else:
        mark = "handoff:\n  consumed: true" if TOP.search(one.text) else "consumed: true\n"
        text = TOP.sub(mark, one.text, count=1) if TOP.search(one.text) else mark + one.text
    with files.storing(path):
        files.save(path, text.encode())


def _kept(root: str, place: str, name: str) -> Kept | None:
    told = NAME.fullmatch(name)
    if told is None:
        return None
    try:
        with open(os.path.join(root, place, name), encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError:
        return None  # put away by another session meanwhile
    return Kept(name=name, giver=told["giver"], taker=told["taker"], at=told["at"], text=text)


def _most() -> int:
    most: int = load.table("switch")["kept"]
    return most


def _put_away(root: str, place: str, name: str) -> None:
    there = os.path.join(root, place, ARCHIVE)
    os.makedirs(there, exist_ok=True)
    try:
        files.replace(os.path.join(root, place, name), os.path.join(there, name))
    except FileNotFoundError:
        return  # another session was faster
