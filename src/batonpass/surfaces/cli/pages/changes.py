"""What is done to files of the project, line by line."""

import difflib
from collections.abc import Iterator, Sequence

from batonpass.model.edit import Change, Left
from batonpass.surfaces.cli.page import Line, Part, line

SIDES = {"+ ": "good", "- ": "gone"}  # of ndiff's lines; the others say where in a line


def changes(made: Sequence[Change], *, most: int | None = None) -> Iterator[Line]:
    """Yield every file with the lines that come and go, at most so many of one file."""
    for change in made:
        yield line((change.path, "title"), (f"  {_verb(change)}", "quiet"), lead=_sign(change))
        if change.after is not None:
            told = list(_lines(change))
            yield from told[:most]
            if most is not None and len(told) > most:
                yield line((f"… {len(told) - most} more lines", "quiet"), indent=4)


def left_alone(left: Sequence[Left]) -> Iterator[Line]:
    """Yield the files that could not be changed, and why."""
    yield from (line(f"{one.path} was left alone: {one.why}", lead=("!", "warning")) for one in left)


def change_value(change: Change) -> dict[str, str]:
    """Return a change as a JSON value."""
    return {"path": change.path, "change": _verb(change)}


def _verb(change: Change) -> str:
    if change.before is None:
        return "new"
    return "removed" if change.after is None else "changed"


def _sign(change: Change) -> Part:
    if change.before is None:
        return "+", "good"
    return ("-", "gone") if change.after is None else ("~", "warning")


def _lines(change: Change) -> Iterator[Line]:
    before, after = _text(change.before), _text(change.after)
    for text in difflib.ndiff(before, after):
        if style := SIDES.get(text[:2]):
            yield line((text[2:], style), lead=(text[0], style), indent=4)


def _text(data: bytes | None) -> list[str]:
    return (data or b"").decode("utf-8", "replace").splitlines()
