"""Git as a source: one line for each file that changed, stored and proven like any other text."""

import os
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from batonpass.model.evidence import Changed, State
from batonpass.model.problem import Problem
from batonpass.model.source import Source, digest_of
from batonpass.read.decode import readable
from batonpass.read.draft import Draft
from batonpass.read.git.diff import Compared, names, of_commits, of_tree, text
from batonpass.read.git.place import Place, commit, place
from batonpass.read.git.run import GitFailed, ask
from batonpass.read.git.since import Between, between
from batonpass.read.lines import Lines
from batonpass.tables.load import table

FORMAT = "git"
PART = "git-part"  # a trail that does not list everything
NAME = "git-changes.txt"
TODO = "go on without it; if git should know this folder, `git status` says more"


def trail(root: str, since: str = "", *, redact: Callable[[str], str], skip: Sequence[str] = ()) -> Source:
    """Return what changed since a revision, in a range or since a time; empty, with the reason, where git cannot say.

    `skip` are folders that are none of an agent's work, relative to the root.
    """
    try:
        here = place(root)
        states = between(here, since)
        if isinstance(states, Problem):
            return _nothing(states)
        found = _compared(here, states)
    except GitFailed as error:
        message = f"git shows nothing here: {error}"
        return _nothing(Problem("git-unavailable", "warning", message, TODO))
    kept = [_redacted(c, redact) for c in found.changes if not _is_below(c.path, skip)]
    return _source(here, states, kept, redact, whole=found.whole)


def committed_at(root: str, since: str = "") -> float | None:
    """Return when the commit was made that a revision names, by default the last one; None where there is none."""
    old = since.partition("..")[0] or "HEAD"
    try:
        known = commit(root, old)
        return float(ask(root, "show", "-s", "--format=%ct", known)) if known else None
    except (GitFailed, ValueError):
        return None


def _nothing(problem: Problem) -> Source:
    return Source(NAME, FORMAT, b"", digest_of(b""), digest_of(b""), problems=(problem,))


def _redacted(change: Changed, redact: Callable[[str], str]) -> Changed:
    return replace(change, path=redact(change.path), from_path=redact(change.from_path))


def _is_below(path: str, folders: Sequence[str]) -> bool:
    return any((path + "/").startswith(folder.rstrip("/") + "/") for folder in folders if folder)


def _compared(here: Place, states: Between) -> Compared:
    if states.new:
        return of_commits(here, states.old, states.new)
    untracked = _untracked(here)
    found = of_tree(here, states.old, untracked)
    marked = [replace(change, state=state) for change, state in _with_states(here, found.changes, untracked)]
    if states.instant is not None:
        marked = _touched_since(here, states.old, states.instant, marked)
    return Compared(tuple(marked), found.whole)


def _untracked(here: Place) -> tuple[str, ...]:
    """Return the files git does not follow and is not told to ignore; a repository inside of this one is none."""
    told = ask(here.root, "ls-files", "--others", "--exclude-standard", "--full-name", "-z")
    return tuple(os.fsdecode(path) for path in told.split(b"\0") if path and not path.endswith(b"/"))


def _with_states(
    here: Place, changes: Sequence[Changed], untracked: Sequence[str]
) -> list[tuple[Changed, State]]:
    prefix = ask(here.root, "rev-parse", "--show-prefix").rstrip(b"\n")
    new = {text(os.fsencode(path)[len(prefix) :]) for path in untracked}
    unstaged = names(here, "diff-files")
    staged = names(here, "diff-index", "--cached", here.head or here.nothing)
    states: list[tuple[Changed, State]] = []
    for change in changes:
        state: State = (
            "untracked" if change.path in new
            else "unstaged" if change.path in unstaged
            else "staged" if change.path in staged
            else "committed"
        )  # fmt: skip
        states.append((change, state))
    return states


def _touched_since(here: Place, old: str, instant: float, changes: Sequence[Changed]) -> list[Changed]:
    """Leave out what was lying around uncommitted before a time and was not touched after it."""
    since = names(here, "diff-tree", "-r", old, here.head) if here.head else frozenset()
    return [c for c in changes if c.state == "committed" or c.path in since or _is_newer(here, c, instant)]


def _is_newer(here: Place, change: Changed, instant: float) -> bool:
    try:
        found = os.lstat(os.path.join(here.root, change.path))
    except OSError:
        return True  # deleted, and nobody knows when
    # a file that is moved keeps the time of its content; where the system has one, that of its name is newer
    named = found.st_ctime if os.name == "posix" else 0.0
    return max(found.st_mtime, named) >= instant


def _source(
    here: Place, states: Between, changes: Sequence[Changed], redact: Callable[[str], str], *, whole: bool
) -> Source:
    most: int = table("evidence")["git"]["files"]
    listed, problems = changes[:most], list(states.problems)
    head = here.head[:12] or "no commit"
    end = f"commit {states.new}" if states.new else f"the working tree (HEAD {head})"
    lines = [f"git: from {states.old} ({states.told}) to {end}", *map(spelled, listed)]
    if not changes:
        lines.append("nothing changed")
    if len(changes) > most:
        lines.append(f"and {len(changes) - most} more files")
        message = f"git lists {len(changes):,} changed files: the first {most:,} are kept"
        problems.append(Problem("git-too-many", "warning", message, "name a later revision or time"))
    if not whole:
        message = "the difference is too large: its lines were not counted, renames not looked for"
        problems.append(Problem("git-too-large", "warning", message, "name a later revision or time"))
    data = "".join(line + "\n" for line in lines).encode("utf-8", "backslashreplace")
    draft = Draft(Lines(readable(data, redact, NAME)))
    for number, change in enumerate(listed, 2):
        draft.add("change", draft.lines.text(number), number, number, evidence=change)
    return Source(
        name=NAME,
        format=FORMAT if len(changes) <= most else PART,
        data=draft.lines.data,
        digest=draft.lines.source,
        original=digest_of(data),
        lines=draft.lines.count,
        blocks=tuple(draft.blocks),
        problems=tuple(problems),
    )


def spelled(change: Changed) -> str:
    """Return a change as one line: what became of the file, its lines, its path, and how far it got in git."""
    counted = change.added is not None
    lines = f"+{change.added} -{change.removed}" if counted else "lines not counted"
    origin = {"renamed": "from", "created": "copy of"}.get(change.change, "") if change.from_path else ""
    notes = [f"{origin} {_one_line(change.from_path)}"] if origin else []
    notes += [change.state] if change.state != "committed" else []
    return " ".join([change.change, lines, _one_line(change.path), *(f"[{note}]" for note in notes)])


def _one_line(path: str) -> str:
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in path)
