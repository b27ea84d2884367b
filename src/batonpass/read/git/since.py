"""What `--since` names: a revision, a range, or a time; and between which two states that compares."""

from datetime import datetime
from typing import NamedTuple

from batonpass.model.problem import Problem
from batonpass.read.git.place import Place, before, commit, merge_base, oldest

RULE = "git-since"
WANTED = "name a commit, a branch, a tag, a range A..B, or a time such as 2026-07-01T09:00:00Z"


class Between(NamedTuple):
    """Two states of the files: a commit or tree, and a commit or the working tree."""

    old: str
    new: str  # "" = the working tree
    told: str  # how a person would say it
    instant: float | None = None  # the time that was named
    problems: tuple[Problem, ...] = ()


def between(place: Place, since: str) -> Between | Problem:
    """Return the two states; a problem where nothing can be compared."""
    since = since.strip()
    if ".." in since and (found := _range(place, since)):
        return found
    if not since or since == "HEAD":
        return _to_now(place, place.head or place.nothing, since or "HEAD")
    if known := commit(place.root, since):
        return _to_now(place, known, since)
    if (instant := moment(since)) is not None:
        return _at(place, since, instant)
    shallow = "; the clone is shallow and may end before it" if place.shallow else ""
    return Problem(RULE, "warning", f"git knows no revision {since!r}{shallow}", WANTED)


def moment(text: str) -> float | None:
    """Return a time as seconds; one without a zone is the clock's on this machine, as git has it."""
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError, OSError):
        return None


def _range(place: Place, since: str) -> Between | None:
    """Return what `A..B` and `A...B` compare; an empty side is HEAD, as git has it."""
    symmetric = "..." in since
    left, _, right = since.partition("..." if symmetric else "..")
    old, new = commit(place.root, left or "HEAD"), commit(place.root, right or "HEAD")
    if not old or not new:
        return None
    if symmetric:
        old = merge_base(place.root, old, new) or place.nothing
    return Between(old, new, since)


def _to_now(place: Place, old: str, told: str) -> Between:
    if place.has_tree:
        return Between(old, "", told)
    message = "the repository is bare, so only what was committed can be seen"
    problem = Problem("git-bare", "note", message, "ask in a working tree to see the rest")
    return Between(old, place.head or place.nothing, told, problems=(problem,))


def _at(place: Place, since: str, instant: float) -> Between:
    """Return what changed since the last commit before a time; without one, since there was nothing."""
    old = before(place.root, instant) if place.head else ""
    problems: tuple[Problem, ...] = ()
    if not old and place.shallow and place.head:
        old = oldest(place.root)
        message = f"the clone is shallow: its history begins after {since}, with {old[:12]}"
        problems = (Problem(RULE, "warning", message, "fetch more of it to see what changed before"),)
    found = _to_now(place, old or place.nothing, since)
    return found._replace(instant=instant, problems=(*problems, *found.problems))
