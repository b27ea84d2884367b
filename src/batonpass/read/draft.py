"""The blocks of one source while they are being written down."""

from typing import Any

from batonpass.model.problem import Problem
from batonpass.model.source import Block, BlockKind
from batonpass.read.labels import label_of
from batonpass.read.lines import Lines


class Draft:
    """Blocks and problems in document order, over one line table."""

    __slots__ = ("blocks", "lines", "problems")

    def __init__(self, lines: Lines) -> None:
        """Start empty."""
        self.lines = lines
        self.blocks: list[Block] = []
        self.problems: list[Problem] = []

    def add(self, kind: BlockKind, text: str, first: int, last: int, **fields: Any) -> int:
        """Write down a block over whole lines and return its index."""
        self.blocks.append(Block(kind, text, self.lines.span(first, last), **fields))
        return len(self.blocks) - 1

    def piece(self, kind: BlockKind, text: str, start: int, end: int, **fields: Any) -> int:
        """Write down a block over these bytes and return its index."""
        self.blocks.append(Block(kind, text, self.lines.piece(start, end), **fields))
        return len(self.blocks) - 1

    def say(self, kind: BlockKind, text: str, lines: tuple[int, int], lead: str = "", **fields: Any) -> int:
        """Write down a block of running text with its label; `lead` is the bold text it begins with."""
        label, rest = label_of(text, lead)
        return self.add(kind, text, *lines, **{"label": label, "rest": rest} | fields)

    def warn(self, rule: str, message: str, todo: str, line: int) -> None:
        """Write down what was wrong with the source."""
        self.problems.append(Problem(rule, "warning", message, todo, line=line))
