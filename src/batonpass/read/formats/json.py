"""JSON into blocks, one document or one value a line, by a pull parser that knows where everything stands."""

import re
from collections.abc import Iterator

import msgspec

from batonpass.read.draft import Draft
from batonpass.read.lines import Lines
from batonpass.read.nodes import Growth, Mapping, Node, Scalar, Sequence
from batonpass.read.unreadable import Unreadable
from batonpass.tables.load import words

DEPTH = words("reading")["depth"]["json"]
BLANK = rb"(?:[ \t\r\n]|\xef\xbb\xbf)*+"
BLANKS = re.compile(BLANK)
STRING = rb'"[^"\\\x00-\x1f]*+(?:\\.[^"\\\x00-\x1f]*+)*+"'
TOKEN = re.compile(
    BLANK + rb"(?:(?P<sign>[\[\]{}:,])|(?P<string>" + STRING + rb")"
    rb"|(?P<word>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b))"
)


def blocks(lines: Lines) -> Draft:
    """Return the blocks of one JSON document, or of one JSON value a line."""
    draft = Draft(lines)
    reader = Reader(draft)
    Growth(draft).node(Sequence(reader.values()) if _one_a_line(lines) else reader.value())
    reader.finish()
    return draft


def _one_a_line(lines: Lines) -> bool:
    """Tell JSON lines: the first line is a value by itself, and there are more."""
    filled = (number for number in range(1, lines.count + 1) if lines.text(number).strip("\ufeff \t"))
    first = next(filled, 0)
    if not first or not next(filled, 0):
        return False
    try:
        msgspec.json.decode(lines.text(first).strip("\ufeff"))
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


class Reader:
    """Pulls one value after the other out of the text; containers are read as they are asked for."""

    def __init__(self, draft: Draft) -> None:
        """Stand before the first value."""
        self.draft, self.data = draft, draft.lines.data
        self.position = 0
        self.depth = 0

    def fail(self, wanted: str, offset: int) -> Unreadable:
        """Return what is wrong at a byte."""
        return Unreadable(f"not JSON: no {wanted} where one was wanted", self.draft.lines.at(offset))

    def token(self, wanted: str) -> tuple[str, int, int]:
        """Return the next token as it is written, with its place."""
        found = TOKEN.match(self.data, self.position)
        if not found or not found.lastgroup:
            raise self.fail(wanted, self.next())
        self.position = found.end()
        start, end = found.span(found.lastgroup)
        return self.data[start:end].decode("utf-8", "replace"), start, end

    def next(self) -> int:
        """Return where the next token starts."""
        blanks = BLANKS.match(self.data, self.position)
        return blanks.end() if blanks else self.position

    def peek(self) -> bytes:
        """Return the first byte of the next token."""
        return self.data[self.next() : self.next() + 1]

    def value(self) -> Node:
        """Read the beginning of a value: scalars at once, the inside of containers later."""
        written, start, end = self.token("value")
        if written == "{":
            return Mapping(self.members(), start)
        if written == "[":
            return Sequence(self.elements())
        if written in "]}:,":
            raise self.fail("value", start)
        return Scalar(self.text(written, start), start, end)

    def text(self, written: str, start: int) -> str:
        """Return what a scalar says: strings unescaped, numbers and words as written, null as nothing."""
        if written[0] != '"':
            return "" if written == "null" else written
        if "\\" not in written:
            return written[1:-1]
        try:
            return msgspec.json.decode(written, type=str)
        except msgspec.DecodeError:
            raise self.fail("valid string", start) from None

    def values(self) -> Iterator[Node]:
        """Read the values of a text that has one a line."""
        while self.peek():
            yield self.value()

    def elements(self) -> Iterator[Node]:
        """Read the inside of a list."""
        yield from (self.value() for _ in self.inside("]"))

    def members(self) -> Iterator[tuple[Scalar, Node]]:
        """Read the inside of an object; of a key that stands twice both values are kept."""
        seen: set[str] = set()
        for _ in self.inside("}"):
            written, start, end = self.token("key")
            if written[0] != '"':
                raise self.fail("key", start)
            key = Scalar(self.text(written, start), start, end)
            if self.token("colon")[0] != ":":
                raise self.fail("colon", self.position - 1)
            if key.text in seen:
                message = f"key {key.text!r} stands twice in one object; both values are read"
                self.draft.warn(
                    "source-duplicate-key", message, "keep one of them", self.draft.lines.at(start)
                )
            seen.add(key.text)
            yield key, self.value()

    def inside(self, closing: str) -> Iterator[None]:
        """Step from comma to comma until the container closes."""
        self.depth += 1
        if self.depth > DEPTH:
            raise Unreadable(f"JSON nested deeper than {DEPTH}", self.draft.lines.at(self.position))
        separator = self.token("value")[0] if self.peek() == closing.encode() else ","
        while separator == ",":
            yield
            separator, start, _ = self.token(f"comma or {closing}")
            if separator not in (",", closing):
                raise self.fail(f"comma or {closing}", start)
        self.depth -= 1

    def finish(self) -> None:
        """Make sure that nothing follows."""
        if self.peek():
            raise self.fail("end", self.position)
