"""A transcript's records with their spans: one JSON value a line, or the parts of one document."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import msgspec

from batonpass.model.source import Span
from batonpass.read.lines import Lines
from batonpass.read.shallow import elements, mended

DECODER = msgspec.json.Decoder()
SAMPLE = (
    20  # records looked at to tell whose they are; clients begin with a few lines of their own bookkeeping
)


class Record:
    """One record, and where it stands; most say nothing, and need no span."""

    __slots__ = ("_place", "_span", "key", "value")

    def __init__(self, value: Any, place: Callable[[], Span], key: str = "") -> None:
        """Hold a value; `key` is the member of the document it was listed under."""
        self.value, self.key, self._place = value, key, place
        self._span: Span | None = None

    @property
    def span(self) -> Span:
        """Return where it stands."""
        if self._span is None:
            self._span = self._place()
        return self._span


class Skipped:
    """Which lines were no JSON, apart from a last one that is still being written."""

    def __init__(self) -> None:
        """Begin with none."""
        self.lines: list[int] = []


def decoded(line: bytes) -> Any:
    """Return a line's value, None where it is none."""
    try:
        return DECODER.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return _lenient(line)


def _lenient(line: bytes) -> Any:
    """Read what strict JSON refuses and clients write: halves of characters, NaN, raw control characters."""
    try:
        return json.loads(mended(line.decode("utf-8", "replace")), strict=False)
    except (ValueError, RecursionError):
        return None


def of_lines(lines: Lines, skipped: Skipped) -> Iterator[Record]:
    """Yield one record a line."""
    data, starts = lines.data, lines.starts
    for number in range(1, lines.count + 1):
        line = data[starts[number - 1] : starts[number]].removeprefix(b"\xef\xbb\xbf")
        if not line.strip():
            continue
        value = decoded(line)
        if value is not None:
            yield Record(value, partial(lines.span, number, number))
        elif number < lines.count:
            skipped.lines.append(number)


def of_document(lines: Lines) -> Iterator[Record]:
    """Yield the parts of one document."""
    for element in elements(lines.data):
        yield Record(element.value, partial(lines.piece, element.start, element.end), element.key)


def first_lines(data: bytes) -> list[Any]:
    """Return the values of the first lines."""
    values = (decoded(line) for line in _lines(data))
    return [value for value in islice(values, SAMPLE) if value is not None]


def _lines(data: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        if data[start:end].strip():
            yield data[start:end]
        start = end + 1


def first_elements(data: bytes) -> list[tuple[str, Any]]:
    """Return the first parts of a document, by the members they are listed under."""
    return [(element.key, element.value) for element in islice(elements(data), SAMPLE)]
