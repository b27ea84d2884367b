"""The outermost values of a JSON document with their places, one after the other: a torn end loses only what is torn."""

import json
import re
from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

DECODE = json.JSONDecoder(strict=False).raw_decode
BLANK = re.compile(r"[\s\ufeff]*")
# Half of a surrogate pair, as clients leave it where they cut a text; no UTF-8 can hold it.
LONE = re.compile(r"\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]..")


class Element(NamedTuple):
    """A value of the document: a member of its object, or an element of one of its lists."""

    key: str  # "" in a document that is a list
    value: Any
    start: int  # in bytes
    end: int


def elements(data: bytes) -> Iterator[Element]:
    """Yield the elements of a list, or the members of an object with the elements of the lists in it."""
    text = mended(data.decode("utf-8", "replace"))
    place = _Place(text)
    at = _skip(text, 0)
    try:
        if text[at : at + 1] == "[":
            yield from _inside(text, at, "", place)
        elif text[at : at + 1] == "{":
            yield from _members(text, at, place)
    except (ValueError, RecursionError):
        return  # torn, or never JSON: what came before it stands


def mended(text: str) -> str:
    """Return a JSON text without lone halves of surrogate pairs, every character where it was."""
    return LONE.sub(r"\\ufffd", text) if "\\ud" in text or "\\uD" in text else text


def _members(text: str, at: int, place: "_Place") -> Iterator[Element]:
    at = _skip(text, at + 1)
    while text[at : at + 1] == '"':
        key, at = DECODE(text, at)
        at = _skip(text, _skip(text, at) + 1)  # the colon
        if text[at : at + 1] == "[":
            at = yield from _inside(text, at, key, place)
        else:
            value, end = DECODE(text, at)
            yield place.element(key, value, at, end)
            at = end
        at = _skip(text, at)
        at = _skip(text, at + 1) if text[at : at + 1] == "," else at


def _inside(text: str, at: int, key: str, place: "_Place") -> Generator[Element, None, int]:
    """Yield the elements of a list and return where it ends."""
    at = _skip(text, at + 1)
    while text[at : at + 1] != "]":
        value, end = DECODE(text, at)
        yield place.element(key, value, at, end)
        at = _skip(text, end)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        elif text[at : at + 1] != "]":
            raise ValueError(at)
    return at + 1


def _skip(text: str, at: int) -> int:
    found = BLANK.match(text, at)
    return found.end() if found else at


class _Place:
    """Turns characters into bytes, going forward."""

    def __init__(self, text: str) -> None:
        self.text, self.ascii = text, text.isascii()
        self.char = self.byte = 0

    def element(self, key: str, value: Any, start: int, end: int) -> Element:
        return Element(key, value, self.of(start), self.of(end))

    def of(self, char: int) -> int:
        if self.ascii:
            return char
        self.byte += len(self.text[self.char : char].encode("utf-8", "surrogatepass"))
        self.char = char
        return self.byte
