"""A page on a person's terminal: colours, and texts wrapped to a width that reads well."""

from collections.abc import Iterator, Sequence
from typing import TextIO

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text
from rich.theme import Theme

from batonpass.surfaces.cli.page import EMPTY, Block, Line, Part, Table, joined, line, text_of
from batonpass.surfaces.cli.safe import safe
from batonpass.tables import load

STYLES = Theme(
    {
        "title": "bold",
        "name": "cyan",
        "quiet": "dim",
        "good": "green",
        "warning": "yellow",
        "bad": "bold red",
        "gone": "red",
    }
)


BETWEEN = 2  # columns between two of a table


def console(stream: TextIO) -> Console:
    """Return the terminal behind a stream, no wider than reads well."""
    made = Console(file=stream, theme=STYLES, highlight=False, markup=False, emoji=False)
    made.width = min(made.width, load.limits()["terminal"]["columns"])
    return made


def render(blocks: Sequence[Block], stream: TextIO) -> None:
    """Print the page."""
    terminal = console(stream)
    for block in blocks:
        for piece in [block] if isinstance(block, Line) or _fits(block, terminal.width) else _apart(block):
            terminal.print(_line(piece) if isinstance(piece, Line) else _table(piece))


def _line(told: Line) -> RenderableType:
    if told == EMPTY:
        return Text()
    if not text_of(told.lead):
        return Padding(_text(told.parts), (0, 0, 0, told.indent), expand=False)
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(_text((told.lead,)), _text(told.parts))
    return Padding(grid, (0, 0, 0, told.indent), expand=False)


def _fits(table: Table, width: int) -> bool:
    rows = (table.head, *table.rows)
    columns = (max(cell_len(safe(text_of(part))) for part in column) for column in zip(*rows, strict=True))
    return table.indent + sum(columns) + BETWEEN * (len(table.head) - 1) <= width


def _apart(table: Table) -> Iterator[Line]:
    """Yield a table that is too wide as paragraphs: what a row is about, then what its columns say."""
    for row in table.rows:
        about = list(zip(table.head, row, strict=True))
        if isinstance(row[0], tuple):
            yield line(row[0], indent=table.indent)
            about = about[1:]
        said = [(f"{name} {text_of(part)}".strip(), _style(part)) for name, part in about if text_of(part)]
        yield line(*joined(said), indent=table.indent + (BETWEEN if len(about) < len(row) else 0))


def _style(part: Part) -> str:
    return "" if isinstance(part, str) else part[1]


def _table(table: Table) -> RenderableType:
    grid = Grid(box=None, padding=(0, BETWEEN, 0, 0), header_style="quiet", pad_edge=False)
    for name in table.head:
        grid.add_column(name, justify="right" if name in table.right else "left", overflow="fold")
    for row in table.rows:
        grid.add_row(*(_text((part,)) for part in row))
    return Padding(grid, (0, 0, 0, table.indent))


def _text(parts: Sequence[Part]) -> Text:
    text = Text()
    for part in parts:
        text.append(safe(text_of(part)), None if isinstance(part, str) else part[1])
    return text
