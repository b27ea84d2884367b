"""The line table of a source, and the spans cut from it."""

import re
from array import array
from bisect import bisect_right
from hashlib import sha256
from itertools import accumulate

from batonpass.model.source import Span, digest_of

LINE_END = re.compile(rb"\r\n|\r|\n")
BESIDE = b" \t-?"  # may stand before a scalar that has its line to itself
BEHIND = b" \t,]}\r\n"  # and after it


def starts_of(data: bytes) -> "array[int]":
    r"""Return where each line starts, and the end of the data; `\n`, `\r\n` and `\r` end a line."""
    return array("q", accumulate(map(len, data.splitlines(keepends=True)), initial=0))


def count(data: bytes) -> int:
    """Return how many lines there are; a last line needs no line end."""
    return len(data.splitlines())


class Lines:
    """The bytes of one source cut into lines, counted from 1: the place spans come from."""

    __slots__ = ("data", "source", "starts")

    def __init__(self, data: bytes) -> None:
        """Cut the data."""
        self.data = data
        self.source = digest_of(data)
        self.starts = starts_of(data)

    @property
    def count(self) -> int:
        """Return the number of lines."""
        return len(self.starts) - 1

    def at(self, offset: int) -> int:
        """Return the line a byte stands in."""
        return bisect_right(self.starts, offset, 0, max(self.count, 1))

    def text(self, line: int) -> str:
        """Return one line without its end."""
        return self.data[self.starts[line - 1] : self.starts[line]].rstrip(b"\r\n").decode("utf-8", "replace")

    def span(self, first: int, last: int) -> Span:
        """Return the span of whole lines, without the last one's line end."""
        start = self.starts[first - 1]
        body = self.data[start : self.starts[last]].rstrip(b"\r\n")
        # one int object where both are the same line: half of what a span weighs is its numbers
        last = first if last == first else last
        return Span(self.source, first, last, start, start + len(body), sha256(body).hexdigest())

    def piece(self, start: int, end: int) -> Span:
        """Return the span of these bytes: their whole lines where nothing else stands on them."""
        first, last = self.at(start), self.at(max(end - 1, start))
        before = self.data[self.starts[first - 1] : start]
        after = self.data[end : self.starts[last]]
        alone = not before.strip(BESIDE) and (not after.strip(BEHIND) or after.lstrip().startswith(b"#"))
        if alone:
            return self.span(first, last)
        return Span(self.source, first, last, start, end, sha256(self.data[start:end]).hexdigest())
