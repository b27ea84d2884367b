"""XML as a stream of elements, and nothing that XML can do to its reader: no DTD, no entities, nothing fetched."""

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple, Protocol
from xml.parsers.expat import ExpatError, ParserCreate, errors

from batonpass.read.unreadable import Unreadable
from batonpass.tables.load import table

CHUNK = 1 << 20  # bytes given to the parser at once; what is kept of them is what a reader asks for
TORN = frozenset(
    {errors.XML_ERROR_NO_ELEMENTS, errors.XML_ERROR_UNCLOSED_TOKEN, errors.XML_ERROR_UNCLOSED_CDATA_SECTION}
)


class Reader(Protocol):
    """What an XML format does with the elements."""

    def start(self, name: str, attributes: Mapping[str, str], at: int) -> bool:
        """Take the beginning of an element at a byte; return whether its text is wanted."""

    def end(self, name: str, text: str, at: int) -> None:
        """Take the end of an element at a byte, with the first text directly inside it that was wanted."""


class Ended(Exception):
    """Raised by a reader to stop."""


def walk(data: bytes, reader: Reader) -> str:
    """Give every element to the reader; return how the document broke off, "" when it is whole.

    What is refused, and what is no XML from its beginning on, raises `Unreadable`.
    """
    walker = _Walker(reader)
    parser = walker.parser
    try:
        for start in range(0, len(data), CHUNK):
            parser.Parse(data[start : start + CHUNK], False)  # noqa: FBT003 - the C function takes no names
        parser.Parse(b"", True)  # noqa: FBT003 - the same
    except ExpatError as error:
        if not walker.seen:
            raise Unreadable(f"no XML: {errors.messages[error.code]}", error.lineno) from None
        return f"{errors.messages[error.code]} in line {error.lineno}"
    except Ended:
        pass
    return ""


class _Walker:
    """The handlers of one parse."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.seen = False
        self.most: int = table("evidence")["report"]["text_chars"]
        self.depth: int = table("evidence")["report"]["depth"]
        self.wanted: list[bool] = []
        self.texts: list[str] = []
        # The text was decoded when it was read, whatever encoding the document names.
        self.parser = ParserCreate("utf-8", "}")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.EntityDeclHandler = self.entity

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        self.seen = True
        if len(self.wanted) >= self.depth:
            raise Unreadable(f"XML nested deeper than {self.depth}", self.parser.CurrentLineNumber)
        self.wanted.append(self.reader.start(_local(name), attributes, self.parser.CurrentByteIndex))
        self.texts.append("")

    def end(self, name: str) -> None:
        self.wanted.pop()
        self.reader.end(_local(name), self.texts.pop(), self.parser.CurrentByteIndex)

    def text(self, text: str) -> None:
        if self.wanted and self.wanted[-1] and len(self.texts[-1]) < self.most:
            self.texts[-1] += text[: self.most]

    def doctype(self, name: str, system: str | None, public: str | None, internal: int) -> None:  # noqa: ARG002 - expat's signature
        """Let a document name its DTD, which nobody opens; refuse one that brings declarations of its own."""
        if internal:
            raise Unreadable(
                f"XML with a DTD of its own (<!DOCTYPE {name} [ … ]>) is refused",
                self.parser.CurrentLineNumber,
            )

    def entity(self, name: str, *_: object) -> None:
        raise Unreadable(f"XML that declares entities (&{name};) is refused", self.parser.CurrentLineNumber)


def _local(name: str) -> str:
    """Return a name without its namespace."""
    return name.rpartition("}")[2]


class Head(NamedTuple):
    """What a document says of itself before its content."""

    root: str  # its name, "" where there is none
    declares: bool = False  # whether it brings a DTD of its own


def head_of(data: bytes) -> Head:
    """Return a document's root; where declarations stand in front of it, nothing behind them is looked at."""
    found: list[Head] = []

    def doctype(name: str, system: str | None, public: str | None, internal: int) -> None:  # noqa: ARG001 - expat's signature
        if internal:
            found.append(Head(_local(name), declares=True))
            raise Ended

    def start(name: str, *_: object) -> None:
        found.append(Head(_local(name)))
        raise Ended

    parser = ParserCreate("utf-8", "}")
    parser.StartDoctypeDeclHandler, parser.StartElementHandler = doctype, start
    with suppress(Ended, ExpatError):
        parser.Parse(data[:CHUNK], False)  # noqa: FBT003 - the C function takes no names
    return found[0] if found else Head("")
