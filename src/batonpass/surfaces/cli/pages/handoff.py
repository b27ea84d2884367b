"""A handoff for a person to read: every line with its place, and what to think of it."""

from collections.abc import Iterator, Sequence

from batonpass.flow.outcome import Opened
from batonpass.flow.view import Group
from batonpass.surfaces.cli.page import EMPTY, Block, Part, line, title
from batonpass.surfaces.cli.pages.problems import problems
from batonpass.tables import load

DOUBTFUL = frozenset({"unconfirmed", "a guess"})
PROBLEMS, LAST = "Problems", "Found and left out"


def handoff(opened: Opened, groups: Sequence[Group], *, whole: bool = False) -> Iterator[Block]:
    """Yield all groups; of what was found and left out the first ones, unless the whole is wanted."""
    for number, group in enumerate(groups):
        if number:
            yield EMPTY
        shared = _shared(group)
        yield title(group.title, _note(shared))
        if group.title == PROBLEMS and opened.proof:
            yield from problems(opened.proof.problems, around=opened.handoff.manifest)
        else:
            yield from _rows(group, shared, whole=whole) if number else _fields(group)


def _shared(group: Group) -> str:
    """Return the note that stands behind every row, so that it is said once."""
    notes = {row.note for row in group.rows}
    return notes.pop() if len(notes) == 1 and len(group.rows) > 1 else ""


def _fields(group: Group) -> Iterator[Block]:
    """Yield `name: value` rows as two columns."""
    named = [(row.text.partition(": "), row.note) for row in group.rows]
    width = max((len(name) for (name, _, _), _ in named), default=0)
    for (name, _, said), note in named:
        yield line(said, _note(note), lead=(f"{name:<{width}}", "quiet"), indent=2)


def _rows(group: Group, shared: str, *, whole: bool) -> Iterator[Block]:
    most = load.limits()["terminal"]["left_out"]
    shown = group.rows if whole or group.title != LAST else group.rows[:most]
    for row in shown:
        place: Part = (f"  {row.place}", "quiet") if row.place else ""
        yield line(row.text, place, _note(row.note if not shared else ""), lead=("•", "quiet"), indent=2)
    if more := len(group.rows) - len(shown):
        yield line(
            (f"and {more} more: `--all` shows every one, `--view artifact` as YAML", "quiet"), indent=4
        )


def _note(note: str) -> Part:
    if not note:
        return ""
    return f"  {note}", "warning" if DOUBTFUL.intersection(note.split(", ")) else "quiet"
