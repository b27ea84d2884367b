"""Places in a session's transcript, as the progress file keeps them: s1:12."""

from collections.abc import Iterable

from batonpass.read import statusline


def place(transcript: str, line: int) -> str:
    """Return the place of a line."""
    return f"{statusline.session_of(transcript)}:{line}"


def last(places: Iterable[object], transcript: str) -> int:
    """Return the last line of this session among places, 0 where none is of it."""
    session = statusline.session_of(transcript) if transcript else ""
    told = (str(one or "").rpartition(":") for one in places)
    return max((int(line) for of, _, line in told if of == session and line.isdigit()), default=0)
