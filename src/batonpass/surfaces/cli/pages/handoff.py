"""A handoff for a person to read: every line with its place, and what to think of it."""

from collections.abc import Iterator, Sequence

from batonpass.flow.outcome import Opened
from batonpass.flow.view import Group
from batonpass.surfaces.cli.page import EMPTY, Block, Line, Part, joined, line, number, title
from batonpass.surfaces.cli.pages.problems import problems
from batonpass.tables import load

DOUBTFUL = frozenset({"unconfirmed", "a guess"})
HEAD, PROBLEMS, LAST = "Handoff", "Problems", "Found and left out"


def handoff(opened: Opened, groups: Sequence[Group], *, whole: bool = False) -> Iterator[Block]:
    """Yield who hands what to whom, and all groups; of what was left out the first ones, unless all is wanted."""
    yield from _head(opened)
    for group in groups:
        if group.title == HEAD:
            continue
        yield EMPTY
        if group.title == PROBLEMS and opened.proof:
            yield title(PROBLEMS)
            yield from problems(opened.proof.problems, around=opened.handoff.manifest)
        else:
            shared = _shared(group)
            yield title(group.title, _note(shared))
            yield from _rows(group, shared, whole=whole)


def _head(opened: Opened) -> Iterator[Line]:
    told = opened.handoff
    receiver = f" → {', '.join(told.to)}" if told.to else ""
    read = f"{number(told.required_reading_tokens)} to read" if told.required_reading_tokens else ""
    cost = f"{number(told.manifest_tokens)} tokens" if told.manifest_tokens else ""
    about = joined([told.type, (told.status, "title"), cost, read])
    yield line((told.agent, "title"), receiver, (" · ", "quiet"), *about, indent=0)
    yield line(told.scope, indent=2)
    session = "/".join(filter(None, (told.session, told.group)))
    quiet = (told.at, told.phase, told.workflow, session, told.id)
    yield line(*joined([(text, "quiet") for text in quiet]), indent=2)
    yield line((told.directory, "quiet"), indent=2)
    if told.supersedes:
        yield line((f"replaces {told.supersedes}", "quiet"), indent=2)
    if told.edits:
        yield line((f"corrected by a person, {told.edits}×", "quiet"), indent=2)
    if opened.proof is None:
        yield line("no proof stands beside it, nothing here can be traced", lead=("!", "warning"), indent=2)
    if told.standing == "rejected":
        yield line("rejected by validation, so nobody is handed it", lead=("✗", "bad"), indent=2)


def _shared(group: Group) -> str:
    """Return the note that stands behind every row, so that it is said once."""
    notes = {row.note for row in group.rows}
    return notes.pop() if len(notes) == 1 and len(group.rows) > 1 else ""


def _rows(group: Group, shared: str, *, whole: bool) -> Iterator[Block]:
    most = load.limits()["terminal"]["left_out"]
    shown = group.rows if whole or group.title != LAST else group.rows[:most]
    for row in shown:
        place: Part = (f"  {_places(row.place, whole=whole)}", "quiet") if row.place else ""
        yield line(row.text, place, _note(row.note if not shared else ""), lead=("•", "quiet"), indent=2)
    if more := len(group.rows) - len(shown):
        yield line(
            (f"and {more} more: `--all` shows every one, `--view artifact` as YAML", "quiet"), indent=4
        )


def _places(told: str, *, whole: bool) -> str:
    """Return where a row was read; of what is counted over many places the first are enough."""
    found, most = told.split(", "), load.limits()["terminal"]["places"]
    rest = len(found) - most
    return told if whole or rest < 2 else f"{', '.join(found[:most])} and {rest} more"  # noqa: PLR2004 - one more is as short


def _note(note: str) -> Part:
    if not note:
        return ""
    return f"  {note}", "warning" if DOUBTFUL.intersection(note.split(", ")) else "quiet"
