"""Where the values of a YAML document stand: the parser gives none, so each is found again, in order."""

import re
from typing import Any

from batonpass.read.lines import LINE_END
from batonpass.read.nodes import Mapping, Node, Scalar, Sequence

# Between two tokens: blanks, comments, document marks, directives.
GAP = re.compile(rb"(?:\xef\xbb\xbf|[ \t\r\n]+|#[^\r\n]*|(?:---|\.\.\.)(?=\s|\Z)|%[A-Z]+ [^\r\n]*)*+")
FLOW_GAP = re.compile(rb"(?:[ \t\r\n,]+|#[^\r\n]*)*+")
PROPERTIES = re.compile(rb"(?:[&!][^\s,\[\]{}]*\s+)*+")
ALIAS = re.compile(rb"\*[^\s,\[\]{}]+")
DOUBLE = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
SINGLE = re.compile(rb"'[^']*+(?:''[^']*+)*+'")
WORD = re.compile(rb"[^\s,\[\]{}]+")  # a number, true, false
NULL = re.compile(rb"[ \t]*(?:~|null|Null|NULL)(?=[\s,\]}]|\Z)")
OTHER_KEY = re.compile(rb"[^\s:][^\r\n:]*?(?=[ \t]*:)")  # a number or a boolean
COLON = re.compile(rb"\s*:")


class Lost(Exception):
    """A value is not where it was looked for; the place of its key is taken instead."""


class Places:
    """Goes through the text beside the parsed values; `base` is the offset of the text in its source."""

    def __init__(self, data: bytes, base: int) -> None:
        """Stand at the beginning."""
        self.data, self.base = data, base
        self.at = 0

    def document(self, value: Any) -> Node:
        """Return a document's values with their places."""
        try:
            return self.node(value, -1)
        except Lost:
            return self.pinned(value, self.scalar("", 0, len(self.data)))

    def node(self, value: Any, above: int) -> Node:
        """Return a value with its places; `above` is the first byte of the key or dash it belongs to."""
        if value is None:
            return self.nothing()
        self.skip(GAP)
        tagged = self.data.startswith(b"!", self.at)
        self.skip(PROPERTIES)
        self.skip(GAP)
        if tagged and isinstance(value, dict) and len(value) == 1 and str(next(iter(value))).startswith("!"):
            (value,) = value.values()  # the parser's way of giving a tag
        if self.data.startswith(b"*", self.at):
            return self.alias(value)
        if isinstance(value, dict):
            return self.mapping(value)
        return self.sequence(value) if isinstance(value, list) else self.text(value, above)

    def mapping(self, value: dict[Any, Any]) -> Node:
        """Return a mapping, in lines or in braces."""
        start = self.at
        flow = self.opens(b"{")
        if flow and value and all(inner is None for inner in value.values()):
            return self.choice(list(value))
        members: list[tuple[Scalar, Node]] = []
        for name, inner in value.items():
            self.skip(FLOW_GAP if flow else GAP)
            key = self.key(name)
            try:
                members.append((key, self.node(inner, key.start - self.base)))
            except Lost:
                members.append((key, self.pinned(inner, key)))
        self.close(b"}", flow=flow)
        return Mapping(members, self.base + start)

    def choice(self, names: list[Any]) -> Node:
        """Return words in braces, as templates leave them: `status: { accepted }`."""
        values: list[Node] = []
        for name in names:
            self.skip(FLOW_GAP)
            values.append(self.text(name, -1))
            self.skip(COLON)
        self.close(b"}", flow=True)
        return values[0] if len(values) == 1 else Sequence(values)

    def sequence(self, value: list[Any]) -> Node:
        """Return a list, in lines or in brackets."""
        flow = self.opens(b"[")
        values: list[Node] = []
        for inner in value:
            self.skip(FLOW_GAP if flow else GAP)
            dash = self.at
            if not flow:
                self.expect(b"-")
            values.append(self.node(inner, dash))
        self.close(b"]", flow=flow)
        return Sequence(values)

    def key(self, name: Any) -> Scalar:
        """Return a key and step behind its colon; where it is not next, it is looked for further on."""
        found = self.key_at(name, self.at)
        if not found:
            written = re.escape(str(name).encode())
            further = re.compile(rb"(?:^|[\r\n,{\[])[ \t-]*(?=[\"']?" + written + rb"[\"']?[ \t]*:)")
            place = further.search(self.data, self.at)
            found = self.key_at(name, place.end()) if place else None
        if not found:
            raise Lost
        return found

    def key_at(self, name: Any, at: int) -> Scalar | None:
        """Return the key if it stands here."""
        start = at
        if self.data.startswith((b"? ", b"?\t"), at):
            start = at + 2
        written = name.encode() if isinstance(name, str) else b""
        if self.data.startswith((b'"', b"'"), start):
            quoted = (DOUBLE if self.data.startswith(b'"', start) else SINGLE).match(self.data, start)
            end = quoted.end() if quoted else start
        elif written:
            end = start + len(written) if self.data.startswith(written, start) else start
        else:
            other = OTHER_KEY.match(self.data, start)
            end = other.end() if other else start
        colon = COLON.match(self.data, end)
        if end == start or not colon:
            return None
        self.at = colon.end()
        return self.scalar(name if isinstance(name, str) else self.data[start:end].decode(), at, end)

    def text(self, value: Any, above: int) -> Scalar:
        """Return a scalar that is not null."""
        sign = self.data[self.at : self.at + 1]
        if sign in (b"|", b">"):
            return self.block(value, above)
        if sign == b'"':
            return self.taken(DOUBLE, value)
        if sign == b"'":
            return self.taken(SINGLE, value)
        return self.plain(value) if isinstance(value, str) else self.taken(WORD, None)

    def plain(self, value: str) -> Scalar:
        """Return a text without quotes; over several lines only its words are the same."""
        start, written = self.at, value.encode()
        for word in [written] if self.data.startswith(written, start) else written.split():
            while self.data[self.at : self.at + 1].isspace():
                self.at += 1
            self.expect(word)
        return self.scalar(value, start, self.at)

    def block(self, value: str, above: int) -> Scalar:
        """Return a text below `|` or `>`: all lines further to the right than what it belongs to."""
        start = self.at
        column = above - self.line_start(above) if above >= 0 else -1
        body = end = at = self.line_end(start)
        while at < len(self.data):
            line = self.data[at : self.line_end(at)]
            if line.strip() and len(line) - len(line.lstrip(b" ")) <= column:
                break
            end = at + len(line.rstrip()) if line.strip() else end
            at += len(line)
        self.at = end
        return self.scalar(value, start, end, body=body if end > body else -1)

    def line_start(self, at: int) -> int:
        """Return where the line of a byte starts."""
        newline = self.data.rfind(b"\n", 0, at) + 1
        return max(newline, self.data.rfind(b"\r", newline, at) + 1)

    def line_end(self, at: int) -> int:
        """Return where the next line starts."""
        found = LINE_END.search(self.data, at)
        return found.end() if found else len(self.data)

    def nothing(self) -> Scalar:
        """Return null, which need not be written."""
        written = NULL.match(self.data, self.at)
        self.at = written.end() if written else self.at
        return self.scalar("", self.at, self.at)

    def alias(self, value: Any) -> Scalar:
        """Return what an alias stands for; a list or mapping is told where its anchor is."""
        return self.taken(ALIAS, "" if isinstance(value, dict | list) else value)

    def taken(self, pattern: re.Pattern[bytes], value: Any) -> Scalar:
        """Return a scalar that matches here; without a value it says what is written."""
        found = pattern.match(self.data, self.at)
        if not found:
            raise Lost
        self.at = found.end()
        return self.scalar(found[0].decode() if value is None else str(value), *found.span())

    def pinned(self, value: Any, key: Scalar) -> Node:
        """Return a value all of which has the place of its key."""
        if isinstance(value, dict):
            return Mapping(
                [(Scalar(str(k), key.start, key.end), self.pinned(v, key)) for k, v in value.items()],
                key.start,
            )
        if isinstance(value, list):
            return Sequence([self.pinned(v, key) for v in value])
        return Scalar("" if value is None else str(value), key.start, key.end)

    def scalar(self, text: str, start: int, end: int, body: int = -1) -> Scalar:
        """Return a scalar with its place in the source."""
        return Scalar(text, self.base + start, self.base + end, self.base + body if body >= 0 else -1)

    def skip(self, pattern: re.Pattern[bytes]) -> None:
        """Step over what matches here."""
        found = pattern.match(self.data, self.at)
        self.at = found.end() if found else self.at

    def opens(self, bracket: bytes) -> bool:
        """Step over an opening bracket; tell whether there was one."""
        there = self.data.startswith(bracket, self.at)
        self.at += there
        return there

    def close(self, bracket: bytes, *, flow: bool) -> None:
        """Step over a closing bracket, where one was opened."""
        if flow:
            self.skip(FLOW_GAP)
            self.expect(bracket)

    def expect(self, written: bytes) -> None:
        """Step over these bytes."""
        if not self.data.startswith(written, self.at):
            raise Lost
        self.at += len(written)
