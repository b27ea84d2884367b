"""A handoff for a person to read: every line with its place, and what to think of it."""

from collections.abc import Iterator, Sequence

from batonpass.flow.view import Group
from batonpass.surfaces.cli.page import EMPTY, Block, Part, line, title
from batonpass.tables import load

DOUBTFUL = frozenset({"unconfirmed", "a guess"})
LAST = "Found and left out"


def handoff(groups: Sequence[Group], *, whole: bool = False) -> Iterator[Block]:
    """Yield all groups; of what was found and left out the first ones, unless the whole is wanted."""
    for number, group in enumerate(groups):
        if number:
            yield EMPTY
        yield title(group.title)
        yield from _fields(group) if not number else _rows(group, whole=whole)


def _fields(group: Group) -> Iterator[Block]:
    """Yield `name: value` rows as two columns."""
    named = [(row.text.partition(": "), row.note) for row in group.rows]
    width = max((len(name) for (name, _, _), _ in named), default=0)
    for (name, _, said), note in named:
        yield line(said, _note(note), lead=(f"{name:<{width}}", "quiet"), indent=2)


def _rows(group: Group, *, whole: bool) -> Iterator[Block]:
    most = load.limits()["terminal"]["left_out"]
    shown = group.rows if whole or group.title != LAST else group.rows[:most]
    for row in shown:
        place: Part = (f"  {row.place}", "quiet") if row.place else ""
        yield line(row.text, place, _note(row.note), lead=("•", "quiet"), indent=2)
    if more := len(group.rows) - len(shown):
        yield line(
            (f"and {more} more: `--all` shows every one, `--view artifact` as YAML", "quiet"), indent=4
        )


def _note(note: str) -> Part:
    if not note:
        return ""
    return f"  {note}", "warning" if DOUBTFUL.intersection(note.split(", ")) else "quiet"
