"""Nested values with their places, whatever format they were written in, and their blocks."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from batonpass.model.source import BlockKind
from batonpass.read.draft import Draft
from batonpass.read.labels import label_of
from batonpass.read.prose import Prose


class Scalar(Struct):
    """A value, and the bytes it is written in; `body` is where a text of several lines as they are begins."""

    text: str
    start: int
    end: int
    body: int = -1

    @property
    def line(self) -> str:
        """Return the text on one line."""
        return " ".join(self.text.split())


class Mapping(Struct):
    """Keys and values, to be read once and in order."""

    members: Iterable[tuple[Scalar, "Node"]]
    start: int


class Sequence(Struct):
    """Values, to be read once and in order."""

    values: Iterable["Node"]


Node = Scalar | Mapping | Sequence


class Growth:
    """Writes nested values down as fields, items and rows below the keys that lead to them."""

    def __init__(self, draft: Draft, tags: tuple[str, ...] = ()) -> None:
        """Write into `draft`."""
        self.draft, self.tags = draft, tags

    def add(self, kind: BlockKind, text: str, start: int, end: int, **fields: Any) -> int:
        """Write down a block over these bytes."""
        return self.draft.piece(kind, text, start, end, tags=self.tags, **fields)

    def node(self, node: Node, path: tuple[str, ...] = (), parent: int = -1, level: int = 1) -> None:
        """Write down a value that stands below the keys of `path`."""
        if isinstance(node, Mapping):
            for key, value in node.members:
                self.member(key, value, path, parent)
        elif isinstance(node, Sequence):
            for value in node.values:
                self.value(value, path, parent, level)
        elif node.line:
            label, rest = label_of(node.line)
            fields = {"headings": path, "parent": parent, "level": level, "label": label, "rest": rest}
            self.add("item", node.line, node.start, node.end, **fields)

    def member(self, key: Scalar, value: Node, path: tuple[str, ...], parent: int) -> None:
        """Write down one key of a mapping."""
        if not isinstance(value, Scalar):
            self.node(value, (*path, key.text), parent)
        elif value.body >= 0 and "\n" in value.text.strip():
            lines = self.draft.lines
            prose = Prose(self.draft, headings=(*path, key.text), tags=self.tags)
            prose.read(lines.at(value.body), lines.at(value.end - 1))
        elif value.line:
            fields = {"headings": path, "parent": parent, "label": key.text, "rest": value.line}
            self.add("field", value.line, key.start, value.end, **fields)

    def value(self, value: Node, path: tuple[str, ...], parent: int, level: int) -> None:
        """Write down one value of a list."""
        if isinstance(value, Mapping):
            self.row(value, path, parent, level)
        else:
            self.node(value, path, parent, level + isinstance(value, Sequence))

    def row(self, row: Mapping, path: tuple[str, ...], parent: int, level: int) -> None:
        """Write down a mapping in a list: its scalars as one row, what is nested in it as blocks of their own."""
        members = [(key, _solid(value)) for key, value in row.members]
        cells = [(key.text, value.line) for key, value in members if isinstance(value, Scalar) and value.line]
        end = max((_end(value, key.end) for key, value in members), default=row.start)
        fields: dict[str, Any] = {"headings": path, "parent": parent}
        if len(members) == len(cells) == 1 and _is_speech(cells[0][0]):
            key, said = cells[0]
            fields |= {"level": level, "label": key, "rest": said}
            self.add("item", f"{key}: {said}", row.start, end, **fields)
        elif cells:
            fields |= {"header": tuple(k for k, _ in cells), "cells": tuple(v for _, v in cells)}
            parent = self.add("row", " | ".join(fields["cells"]), row.start, end, **fields)
        for name, value in members:
            if not isinstance(value, Scalar):
                self.node(value, (*path, name.text), parent)


def _is_speech(key: str) -> bool:
    """Tell `- Unit tests: 42 passing`, a sentence that YAML takes for a mapping, from `- decision: …`."""
    return " " in key or key[:1].isupper()


def _solid(node: Node) -> Node:
    """Return a node all of which has been read."""
    if isinstance(node, Mapping):
        return Mapping([(key, _solid(value)) for key, value in node.members], node.start)
    return Sequence([_solid(value) for value in node.values]) if isinstance(node, Sequence) else node


def _end(node: Node, least: int) -> int:
    """Return one past the last byte of a solid node."""
    if isinstance(node, Mapping):
        return max((_end(value, key.end) for key, value in node.members), default=least)
    if isinstance(node, Sequence):
        return max((_end(value, least) for value in node.values), default=least)
    return max(node.end, least)
