"""Front matter: what stands before a Markdown document between `---` (YAML) or `+++` (TOML)."""

import datetime as dt
import re
import tomllib
from typing import Any

from msgspec.structs import replace

from batonpass.read.draft import Draft
from batonpass.read.nodes import Growth, Mapping, Node, Scalar, Sequence
from batonpass.read.prose import Prose
from batonpass.read.unreadable import Unreadable
from batonpass.read.yaml_tree import nodes

CLOSED_AT_ONCE = 2  # the line on which empty front matter ends
TAGS = ("front-matter",)
ENDS = {"---": ("---", "..."), "+++": ("+++",)}
A_KEY = re.compile(r"[\w\"'-][^:=]*(?::(?:\s|$)|=)|\[")
TOML_KEY = re.compile(rb"(?:^|(?<=[\r\n]))[ \t]*\[*[ \t]*(?:[\w\"'-]+\.)*[\"']?([\w-]+)[\"']?[ \t]*(?:=|\])")


def front_matter(draft: Draft) -> int:
    """Write down the front matter, if there is any, and return the first line behind it."""
    lines = draft.lines
    opening = lines.text(1).removeprefix("\ufeff").rstrip() if lines.count else ""
    if opening not in ENDS:
        return 1
    texts = ((number, lines.text(number).rstrip()) for number in range(2, lines.count + 1))
    closing = next((number for number, text in texts if text in ENDS[opening]), 0)
    if not closing or not _begins_with_key(draft, closing):
        return closing + 1 if closing == CLOSED_AT_ONCE else 1  # else a thematic break
    try:
        _write(draft, opening, closing)
    except Unreadable as error:
        message = f"front matter: {error.found}"
        draft.warn("source-unparsed", message, "mend that line; it was read as plain text", error.line)
        _write_plain(draft, closing)
    return closing + 1


def _begins_with_key(draft: Draft, closing: int) -> bool:
    texts = (draft.lines.text(number) for number in range(2, closing))
    begins = next((text for text in texts if text.strip() and not text.startswith("#")), "")
    return bool(A_KEY.match(begins))


def _write(draft: Draft, opening: str, closing: int) -> None:
    begin, end = draft.lines.starts[1], draft.lines.starts[closing - 1]
    found = nodes(draft, begin, end) if opening == "---" else [Toml(draft, begin, end).read()]
    for node in found:
        Growth(draft, TAGS).node(node)


def _write_plain(draft: Draft, closing: int) -> None:
    """Take `key: value` lines as fields where nothing better can be had."""
    already = len(draft.blocks)
    Prose(draft, tags=TAGS).read(2, closing - 1)
    for index, block in enumerate(draft.blocks[already:], already):
        if block.kind == "paragraph" and block.label:
            draft.blocks[index] = replace(block, kind="field", text=block.rest)


class Toml:
    """TOML with places: each key is found again in order, and what belongs to it reaches to the next."""

    def __init__(self, draft: Draft, begin: int, end: int) -> None:
        """Take the text between two bytes of the source."""
        self.lines, self.begin, self.end = draft.lines, begin, end
        self.keys = list(TOML_KEY.finditer(draft.lines.data, begin, end))
        self.next = 0

    def read(self) -> Node:
        """Return its values; raise Unreadable if they do not parse."""
        text = self.lines.data[self.begin : self.end].decode()
        try:
            value = tomllib.loads(text.replace("\r\n", "\n").replace("\r", "\n"))
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"at line (\d+)", str(error))
            raise Unreadable(f"not TOML: {error}", int(line[1]) + 1 if line else 1) from None
        return self.node(value, Scalar("", self.begin, self.end))

    def node(self, value: Any, place: Scalar) -> Node:
        """Return a value; scalars have the place of their key."""
        if isinstance(value, dict):
            members = []
            for key, inner in value.items():
                own = self.place(key, place)
                members.append((own, self.node(inner, own)))
            return Mapping(members, place.start)
        if isinstance(value, list):
            return Sequence([self.node(inner, place) for inner in value])
        if isinstance(value, dt.date | dt.time):
            return Scalar(value.isoformat(), place.start, place.end)
        return Scalar(str(value).lower() if isinstance(value, bool) else str(value), place.start, place.end)

    def place(self, key: str, around: Scalar) -> Scalar:
        """Return the place of the next key of this name."""
        for number in range(self.next, len(self.keys)):
            if self.keys[number][1] == key.encode():
                self.next = number + 1
                start = self.keys[number].start()
                end = self.keys[number + 1].start() if number + 1 < len(self.keys) else self.end
                written = self.lines.data[start:end]
                return Scalar(key, end - len(written.lstrip()), start + len(written.rstrip()))
        return Scalar(key, around.start, around.end)
