"""Reading a span again: whether it is still there, and what it says."""

import re

from batonpass.model.proof import Resolution, State
from batonpass.model.source import Span, digest_of
from batonpass.read.lines import Lines
from batonpass.tables.load import limits

# Where a value can begin and end that does not have its line to itself: in a list or mapping on one line.
ENDS = (b"", *(bytes([sign]) for sign in b" \t\r\n,:]}"))
WITHIN = re.compile(rb"[\s\[{,:]+(?=[^\s\[{,:])")


def resolve(span: Span, data: bytes) -> Resolution:
    """Look for a span's bytes: where they were, then elsewhere in the data, the nearest first."""
    return resolve_in(span, Lines(data))


def resolve_in(span: Span, lines: Lines) -> Resolution:
    """Look for a span's bytes in data whose lines were cut once, for many spans."""
    data, length = lines.data, span.end - span.start
    if span.end <= len(data) and digest_of(data[span.start : span.end]) == span.digest:
        first = lines.at(span.start)
        state: State = "verified" if first == span.first else "moved"
        return Resolution(state, first, first + span.last - span.first)
    for places in (_whole, _within):
        for start in sorted(places(lines, length), key=lambda place: abs(place - span.start)):
            if digest_of(data[start : start + length]) == span.digest:
                first = lines.at(start)
                return Resolution("moved", first, first + span.last - span.first)
    return Resolution("drifted")


def excerpt(data: bytes, place: Span | tuple[int, int]) -> str:
    """Return the exact lines of a span, or from one line to another, both included."""
    first, last = (place.first, place.last) if isinstance(place, Span) else place
    starts = Lines(data).starts
    lines = max(len(starts) - 1, 0)
    begin, end = starts[min(max(first - 1, 0), lines)], starts[min(max(last, 0), lines)]
    return data[begin:end].decode("utf-8", "replace")


def _whole(lines: Lines, length: int) -> list[int]:
    """Return the line starts from which `length` bytes end where a line ends."""
    data = lines.data
    ends = ((start, start + length) for start in lines.starts)
    return [start for start, end in ends if end == len(data) or (end < len(data) and data[end] in b"\r\n")]


def _within(lines: Lines, length: int) -> list[int]:
    """Return where else a value of this length can stand; not looked for in what is too long to parse at once."""
    data = lines.data
    if len(data) > limits()["source"]["part_bytes"]:
        return []
    starts = (found.end() for found in WITHIN.finditer(data))
    return [start for start in starts if data[start + length : start + length + 1] in ENDS]
