"""Values put into a JSON text and taken out again, every other byte left as it is. Pure functions over text.

A settings file belongs to the people who share it: their order, their indentation and their line ends stay, so
that a diff of it shows what was added and nothing else.
"""

import json
import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

BLANK = re.compile(r"[ \t\r\n]*")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
PLAIN = re.compile(r"[^\s,\]}]+")
INDENT = re.compile(r"\n([ \t]+)\S")
USUAL = "  "
MARK = "\ufeff"  # some editors begin a file with it, and clients read over it

Path = Sequence[str | int]


class Node(Struct, frozen=True):
    """A value with the place it stands at; a member's `start` is its key's, an item's its own."""

    start: int
    value_start: int
    end: int
    members: "dict[str | int, Node] | None" = None  # None: neither object nor array

    def at(self, path: Path) -> "Node":
        """Return the value below this one."""
        found = self
        for key in path:
            found = (found.members or {})[key]
        return found


def places(text: str) -> Node:
    """Return where every value of a valid JSON text stands."""
    start = _blank(text, len(MARK) if text.startswith(MARK) else 0)
    return _value(text, start, start)


def insert(text: str, path: Path, key: str | None, value: object) -> str:
    """Return the text with a value added at the end of the object or array at `path`."""
    holder = places(text).at(path)
    newline = "\r\n" if "\r\n" in text else "\n"
    indented = INDENT.search(text)
    unit = indented[1] if indented else USUAL
    outer = _indent_of(text, holder.value_start)
    inner = outer + unit
    said = json.dumps(value, indent=unit, ensure_ascii=False).replace("\n", newline + inner)
    if key is not None:
        said = f"{json.dumps(key, ensure_ascii=False)}: {said}"
    if not holder.members:
        return (
            f"{text[: holder.value_start + 1]}{newline}{inner}{said}{newline}{outer}{text[holder.end - 1 :]}"
        )
    last = max(member.end for member in holder.members.values())
    own_line = "\n" in text[holder.value_start : holder.end]
    gap = newline + _indent_of(text, _first(holder)) if own_line else " "
    return f"{text[:last]},{gap}{said}{text[last:]}"


def remove(text: str, path: Path) -> str:
    """Return the text without the value at `path`, and without the comma and blanks that came with it."""
    holder = places(text).at(path[:-1])
    members = holder.members or {}
    order = list(members.values())
    where = order.index(members[path[-1]])
    if len(order) == 1:
        return text[: holder.value_start + 1] + text[holder.end - 1 :]
    if where:
        return text[: order[where - 1].end] + text[order[where].end :]
    return text[: order[0].start] + text[order[1].start :]


def _first(holder: Node) -> int:
    return min(member.start for member in (holder.members or {}).values())


def _indent_of(text: str, at: int) -> str:
    """Return the blanks the line of a place begins with."""
    start = text.rfind("\n", 0, at) + 1
    return text[start : start + len(text[start:at]) - len(text[start:at].lstrip(" \t"))]


def _blank(text: str, at: int) -> int:
    found = BLANK.match(text, at)
    return found.end() if found else at


def _value(text: str, at: int, start: int) -> Node:
    if text[at] in "{[":
        members = dict(_members(text, at))
        close = _blank(text, max([at + 1, *(member.end for member in members.values())]))
        return Node(start, at, close + 1, members)
    found = STRING.match(text, at) or PLAIN.match(text, at)
    return Node(start, at, found.end() if found else at)


def _members(text: str, at: int) -> Iterator[tuple[str | int, Node]]:
    """Yield what an object or array holds."""
    keyed, at, index = text[at] == "{", _blank(text, at + 1), 0
    while text[at] not in "}]":
        start: int = at
        key: str | int = index
        if keyed and (name := STRING.match(text, at)):
            key, at = json.loads(name[0]), _blank(text, name.end()) + 1  # the colon
        member = _value(text, _blank(text, at), start)
        yield key, member
        index += 1
        at = _blank(text, member.end)
        if text[at] == ",":
            at = _blank(text, at + 1)
