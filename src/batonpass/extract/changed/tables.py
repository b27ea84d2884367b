"""Files in tables: from the file column, the change from a column of its own."""

from collections.abc import Iterator

from batonpass.extract import changes
from batonpass.extract.changed.mention import LONGEST, Context, Mention, renamed, worded
from batonpass.extract.changes import Said
from batonpass.extract.leanings import in_words
from batonpass.extract.paths import paths_in
from batonpass.extract.reading import Reading
from batonpass.extract.rows import columns
from batonpass.extract.sections import FILES
from batonpass.extract.sentences import within
from batonpass.extract.units import Unit
from batonpass.tables.load import table, words

# Columns that may say that a file was left alone.
REMARKING = frozenset({"change", "remark", "status", ""})
# Columns that say nothing of the file beyond what its attributes say.
NO_TEXT = frozenset({"change", "identifier", "status"})


def of_row(unit: Unit, context: Context | None, reading: Reading) -> Iterator[Mention]:
    """Yield the files of a row: from its file column, the change from a column of its own."""
    cells = unit.block.cells
    families = columns(unit.block.header)[: len(cells)]
    column = file_column(families, cells, context)
    row = row_context(unit, context, families, reading)
    if row is None and not reading.plans and cells and (column >= 0 or is_path(cells[0])):
        column = max(column, 0)
        row = told_context((*cells[:column], *cells[column + 1 :]))
    if column < 0 or row is None:
        return
    if any(changes.is_untouched(cell) for cell in beside(cells, families, column, REMARKING)):
        return
    if moved := renamed(cells[column]):
        yield Mention(moved[1], row._replace(change="renamed"), from_path=moved[0])
        return
    for place in paths_in(cells[column]):
        told = " ".join(beside(cells, families, column, frozenset(families) - NO_TEXT))
        text = f"{place.path}: {within(told, LONGEST)}" if told else place.path
        yield Mention(place.path, worded(row, "", cells[column][place.end :]), text=text)


def file_column(families: tuple[str, ...], cells: tuple[str, ...], context: Context | None) -> int:
    """Return which column holds the files, -1 where none does."""
    named = next((i for i, name in enumerate(families) if name in FILES), -1)
    if named < 0 and context is not None and cells and paths_in(cells[0]):
        return 0
    return named


def beside(
    cells: tuple[str, ...], families: tuple[str, ...], column: int, wanted: frozenset[str]
) -> list[str]:
    """Return what the other cells of a row say, those of some columns."""
    return [
        cell
        for i, (cell, name) in enumerate(zip(cells, families, strict=False))
        if i != column and cell and name in wanted
    ]


def row_context(
    unit: Unit, context: Context | None, families: tuple[str, ...], reading: Reading
) -> Context | None:
    """Return what a table says about its files, None where it only mentions them."""
    numbers = table("extract")
    sure = numbers["confidence"]["label"]
    cells = unit.block.cells
    said = next(
        (
            said
            for cell, name in zip(cells, families, strict=False)
            if name in ("change", "status") and (said := change_in(cell))
        ),
        None,
    )
    if said is not None:
        return Context(said.change, said.planned or reading.plans, sure)
    if context is not None:
        others = frozenset(families) - FILES | {"file_modify", "file_modified"}
        remarked = (
            changes.of_whole(cell)
            for cell in beside(cells, families, file_column(families, cells, context), others)
        )
        said = next((one for one in remarked if one is not None), None)
        return context._replace(change=said.change) if said and context.change != "read" else context
    if "file" in families and in_words(" ".join(unit.block.header), words("changes")["column"]["words"]):
        remarks = (
            changes.of_word(cell) for cell, name in zip(cells, families, strict=False) if name == "remark"
        )
        told = next((one for one in remarks if one is not None), None)
        return Context(told.change if told else "modified", reading.plans, sure)
    if unit.family in ("work", "tasks") and not reading.plans:
        return Context("modified", planned=False, confidence=numbers["files"]["commit"])
    return None


def is_path(cell: str) -> bool:
    """Tell whether a cell is the path of one file, and nothing else."""
    bare = cell.strip("`*_ ")
    places = paths_in(cell)
    return len(places) == 1 and places[0].path == bare


def told_context(cells: tuple[str, ...]) -> Context | None:
    """Return what the cells beside a path say became of it: the change they begin with, or a turn of phrase."""
    said = next((said for cell in cells if (said := change_in(cell) or changes.of_turn(cell))), None)
    return (
        Context(said.change, said.planned, table("extract")["files"]["verb"])
        if said and not said.planned
        else None
    )


def change_in(cell: str) -> Said | None:
    """Return the change a cell of a change column names."""
    return changes.of_mark(cell) or changes.of_word(cell.strip("*_ "))
