r"""Marked parts of a file, put in and taken out again to the byte. Pure functions over bytes.

A part is told by its markers alone, so removal is exact whatever else was changed in the file since:

    before          a⏎b                   a⏎b⏎              (empty)
    with the part   a⏎b⏎⏎START-OPEN…END⏎  a⏎b⏎⏎START…END⏎   START…END⏎

The line end behind END is ours, so that what is appended to the file begins a line of its own. One line end before
START is ours, unless START begins the file; where START says that the file had no last line end, a second one is, as
long as nothing follows the part. Line ends that are ours are spelled as the one behind START.
"""

import re

from msgspec import Struct

from batonpass.model.errors import BadContent, WrongUse

BOM = b"\xef\xbb\xbf"
UTF16 = (b"\xff\xfe", b"\xfe\xff")
FRONT_MATTER = re.compile(rb"---[ \t]*\r?\n(?:[^\n]*\n)*?(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)")


class Markers(Struct, frozen=True):
    """The two lines around a part; the first is another one in a file that had no last line end."""

    start: bytes
    start_open: bytes
    end: bytes


MARKDOWN = Markers(
    b"<!-- batonpass:start -->", b"<!-- batonpass:start (no line end before) -->", b"<!-- batonpass:end -->"
)
HASH = Markers(b"# batonpass:start", b"# batonpass:start (no line end before)", b"# batonpass:end")


def put(data: bytes, text: str, markers: Markers, *, top: bool = False, place: str = "") -> bytes:
    """Return the file with the part in it: where it stood, else after the front matter or at the end."""
    if data.startswith(UTF16) or b"\0" in data:
        raise WrongUse("not UTF-8 text", wanted="a text file in UTF-8", todo="save it as UTF-8", place=place)
    found = find(data, markers, place)
    newline = _newline_after(data, found[0]) if found else _newline_of(data)
    position = found[0] if found else _top(data) if top else len(data)
    before, after = data[:position], data[found[1] if found else position :]
    if found:
        is_open = _is_open(data, found, markers)
    else:
        is_open = not after and before not in (b"", BOM) and not before.endswith(newline)
    lines = text.strip("\n").split("\n") if text.strip("\n") else []
    start = markers.start_open if is_open else markers.start
    part = newline.join([start, *(line.rstrip("\r").encode() for line in lines), markers.end])
    if found:
        return before + part + (after or newline)
    between = b"" if before in (b"", BOM) else newline * 2 if is_open else newline
    return before + between + part + newline + after


def take_out(data: bytes, markers: Markers, place: str = "") -> bytes:
    """Return the file as it was before the part came in."""
    found = find(data, markers, place)
    if not found:
        return data
    newline = _newline_after(data, found[0])
    before, after = data[: found[0]], _without_first_line_end(data[found[1] :])
    ours = 2 if _is_open(data, found, markers) and not after else 1
    for _ in range(ours):
        if before not in (b"", BOM):
            before = before.removesuffix(newline)
    return before + after


def _is_open(data: bytes, found: tuple[int, int], markers: Markers) -> bool:
    """Say whether the file had no last line end: by the marker, or as parts without it were put in."""
    return data.startswith(markers.start_open, found[0]) or found[1] == len(data)


def find(data: bytes, markers: Markers, place: str = "") -> tuple[int, int] | None:
    """Return where the part begins and ends, without the line ends around it; None when there is none."""
    starts = sorted(_lines(data, markers.start) + _lines(data, markers.start_open))
    ends = _lines(data, markers.end)
    if not starts and not ends:
        return None
    if len(starts) == len(ends) == 1 and starts[0] < ends[0]:
        return starts[0], ends[0] + len(markers.end)
    line = data.count(b"\n", 0, min(starts + ends)) + 1
    raise BadContent(
        f"{_times(len(starts))} {markers.start.decode()!r} and {_times(len(ends))} {markers.end.decode()!r}",
        wanted="one of each, in that order, around our part",
        todo="remove the stray ones by hand, then run it again",
        place=f"{place}:{line}",
    )


def _times(count: int) -> str:
    return "one line" if count == 1 else f"{count or 'no'} lines"


def _lines(data: bytes, marker: bytes) -> list[int]:
    pattern = rb"(?:^|(?<=\n)|(?<=\A\xef\xbb\xbf))" + re.escape(marker) + rb"(?=\r?\n|\Z)"
    return [match.start() for match in re.finditer(pattern, data)]


def _newline_after(data: bytes, start: int) -> bytes:
    """Return how the line that begins there ends."""
    end = data.find(b"\n", start)
    return b"\r\n" if data[end - 1 : end] == b"\r" else b"\n"


def _newline_of(data: bytes) -> bytes:
    first = data.find(b"\n")
    return b"\r\n" if first > 0 and data[first - 1 : first] == b"\r" else b"\n"


def _without_first_line_end(data: bytes) -> bytes:
    for newline in (b"\r\n", b"\n"):
        if data.startswith(newline):
            return data[len(newline) :]
    return data


def _top(data: bytes) -> int:
    """Return where the text begins: behind byte order mark and front matter."""
    mark = len(BOM) if data.startswith(BOM) else 0
    front = FRONT_MATTER.match(data, mark)
    return front.end() if front else mark
