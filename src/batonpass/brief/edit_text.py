"""The text a person edits, line by line: sections, numbered items, new items, fields."""

# scope: …                       a field of the manifest itself
# [/summary]                     what follows belongs there
# system_overview: …             a field
# [/key_decisions]
# 1. decision: …                 the first item, by its field
#    rationale: …                another field of it
# - decision: …                  a new item
#   and so on                    a text that goes on

import json
import re
from collections.abc import Iterator

from msgspec import Struct

from batonpass.brief.yaml import quoted
from batonpass.model.errors import BadContent
from batonpass.model.may_be_json import NO_JSON

SECTION = re.compile(r"\[(.*)\][ \t]*")
ITEM = re.compile(r"(?:(\d+)\.|-)(?:[ \t]+(.*))?")
FIELD = re.compile(r'("(?:[^"\\]|\\.)*"|[^\W\d][\w-]*):(?:[ \t]+(.*))?')
NAME = re.compile(r"[^\W\d][\w-]*")


class Line(Struct, frozen=True):
    """A text and the line it starts on."""

    text: str
    number: int


class Written(Struct, frozen=True):
    """One field or one item as the person left it."""

    at: int  # line
    name: str | None = None  # of a field; None = an item
    number: int = 0  # of an item from 1, 0 = a new one
    lines: tuple[Line, ...] = ()  # the first is what follows the name or number


def mistake(line: int, found: str, wanted: str, todo: str = "") -> BadContent:
    """Return the error of one line."""
    return BadContent(found, wanted=wanted, todo=todo, place=f"line {line}")


def write(text: str) -> str:
    """Return a text as one line; in quotes where it would not come back as it is."""
    plain = text.isprintable() and read(text) == text
    return text if plain else quoted(text)


def read(text: str) -> str:
    """Return what a line says: without spaces around it, a quoted text without its quotes."""
    bare = text.strip()
    if bare.startswith('"') and bare.endswith('"'):
        try:
            return str(json.loads(bare))
        except NO_JSON:
            return bare  # somebody's own quotation marks
    return bare


def write_name(name: str) -> str:
    """Return a field's name, in quotes where it is no plain word."""
    return name if NAME.fullmatch(name) else quoted(name)


def field(text: str) -> tuple[str, str] | None:
    """Return name and rest of `name: rest`, None when the text is no field."""
    found = FIELD.fullmatch(text)
    return (read(found.group(1)), found.group(2) or "") if found else None


def joined(lines: tuple[Line, ...]) -> str:
    """Return a text that goes on over several lines."""
    return read(" ".join(part for line in lines if (part := line.text.strip())))


def parse(text: str) -> dict[str, tuple[Written, ...]]:
    """Return what stands under each section; what stands before the first is under ""."""
    found: dict[str, list[Written]] = {"": []}
    section = ""
    for number, line in _lines(text):
        if line[0] in " \t":
            _continue(found[section], Line(line, number))
        elif line.startswith("["):
            section = _section(line, number)
            if section in found:
                raise mistake(number, f"{section} a second time", "each section once", "put both together")
            found[section] = []
        else:
            found[section].append(_written(line, number))
    return {section: tuple(written) for section, written in found.items()}


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"), 1):
        if line.strip() and not line.startswith("#"):
            yield number, line


def _continue(written: list[Written], line: Line) -> None:
    if not written:
        raise mistake(line.number, "a continued line with nothing above it", "a field or an item first")
    last = written[-1]
    written[-1] = Written(last.at, last.name, last.number, (*last.lines, line))


def _section(line: str, number: int) -> str:
    match = SECTION.fullmatch(line)
    pointer = read(match.group(1)) if match else ""
    if not pointer.startswith("/"):
        raise mistake(number, line.strip(), "a section such as [/summary/constraints]")
    return pointer


def _written(line: str, number: int) -> Written:
    item = ITEM.fullmatch(line)
    if item and item.group(1) != "0":
        return Written(number, None, int(item.group(1) or 0), (Line(item.group(2) or "", number),))
    named = field(line)
    if named:
        return Written(number, named[0], 0, (Line(named[1], number),))
    raise mistake(
        number,
        f"{line.strip()!r} without number, dash or name",
        '"1. text" for what stands there, "- text" for something new, "name: text" for a field',
        "begin the line with spaces if it goes on with the line above",
    )
