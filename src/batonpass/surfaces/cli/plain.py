"""A page as plain text: for pipes, files, and terminals without colours."""

from collections.abc import Iterator, Sequence

from batonpass.surfaces.cli.page import Block, Line, Part, Table, text_of
from batonpass.surfaces.cli.safe import safe


def render(blocks: Sequence[Block]) -> str:
    """Return the page; nothing is wrapped, so that other tools can."""
    return "".join(f"{row.rstrip()}\n" for block in blocks for row in _rows(block))


def _rows(block: Block) -> Iterator[str]:
    return _line(block) if isinstance(block, Line) else _table(block)


def _line(line: Line) -> Iterator[str]:
    lead = text_of(line.lead)
    before = " " * line.indent + (f"{lead} " if lead else "")
    first, *rest = safe("".join(map(text_of, line.parts))).split("\n")
    yield before + first
    yield from (" " * len(before) + more for more in rest)


def _table(table: Table) -> Iterator[str]:
    rows = [table.head, *([_cell(part) for part in row] for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.rjust(width) if name in table.right else cell.ljust(width)
            for cell, width, name in zip(row, widths, table.head, strict=True)
        )
        yield " " * table.indent + "  ".join(cells)


def _cell(part: Part) -> str:
    return " ".join(safe(text_of(part)).split())
