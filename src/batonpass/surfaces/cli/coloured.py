"""A page on a person's terminal: colours, and texts wrapped to a width that reads well."""

from collections.abc import Sequence
from typing import TextIO

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text
from rich.theme import Theme

from batonpass.surfaces.cli.page import EMPTY, Block, Line, Part, Table, text_of
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


def console(stream: TextIO) -> Console:
    """Return the terminal behind a stream, no wider than reads well."""
    made = Console(file=stream, theme=STYLES, highlight=False, markup=False, emoji=False)
    made.width = min(made.width, load.limits()["terminal"]["columns"])
    return made


def render(blocks: Sequence[Block], stream: TextIO) -> None:
    """Print the page."""
    terminal = console(stream)
    for block in blocks:
        terminal.print(_line(block) if isinstance(block, Line) else _table(block))


def _line(line: Line) -> RenderableType:
    if line == EMPTY:
        return Text()
    if not text_of(line.lead):
        return Padding(_text(line.parts), (0, 0, 0, line.indent), expand=False)
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(_text((line.lead,)), _text(line.parts))
    return Padding(grid, (0, 0, 0, line.indent), expand=False)


def _table(table: Table) -> RenderableType:
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="quiet", pad_edge=False)
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
