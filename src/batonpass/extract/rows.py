"""Rows of tables, read by what their columns are called."""

from functools import lru_cache

from batonpass.extract.claim import Claim
from batonpass.extract.names import named
from batonpass.extract.nothing import says_nothing
from batonpass.extract.sections import FILES
from batonpass.extract.titles import words
from batonpass.extract.units import Unit
from batonpass.tables.load import table

# Columns that complete a row's claim instead of being it.
BESIDE = frozenset(
    {"rationale", "alternatives", "mitigation", "severity", "owner", "status", "resolution"}
    | {"consequences", "identifier", "remark", "topic", "change", "value", "before"}
)
GOES_ON = frozenset({"", "value", "remark", "consequences", "plain"})  # cells that say more of the same
SPARE = frozenset({"decision", "alternatives", "overview", "strategy"})  # their rows say all in one cell
SUBJECTS = frozenset({"", "topic", "question", "plain"})  # first columns that say what a decision is about
SHORT = 4  # a cell of fewer words needs the one beside it
SPEAKING = 4  # a cell of fewer words is no sentence


@lru_cache(maxsize=512)
def columns(header: tuple[str, ...]) -> tuple[str, ...]:
    """Return the family of every column of a table."""
    return tuple(named(title, "column").family for title in header)


def claim_of(unit: Unit, told: frozenset[str]) -> Claim | None:
    """Return what a row claims, if its columns or its section tell a kind."""
    block = unit.block
    families = columns(block.header)
    main = main_column(unit, families, told)
    if main < 0 or main >= len(block.cells) or says_nothing(block.cells[main]):
        return None
    family = families[main] if families[main] in told else unit.family
    text = block.cells[main]
    if len(words(text)) < SHORT:
        text = completed(text, main, families, block.cells)
    if family == "decision":
        text = with_subject(text, main, families, block.cells)
    if family not in SPARE and unit.family == family:
        text = in_full(text, main, families, block.cells)
    sure = table("extract")["confidence"]["label"]
    claim = Claim.of(unit, text, max(sure, unit.confidence) if family == unit.family else sure)
    claim.kind = family
    for name, cell in zip(families, block.cells, strict=False):
        if name in BESIDE and cell and not says_nothing(cell):
            claim.add(name, cell)
    return claim


def main_column(unit: Unit, families: tuple[str, ...], told: frozenset[str]) -> int:
    """Return which column holds what the row claims, -1 where the table tells nothing."""
    if "decision" in families and unit.family != "alternatives":
        return families.index("decision")
    if unit.family in families and unit.family in told:
        return families.index(unit.family)
    if unit.family in told:
        free = [i for i, name in enumerate(families) if name not in BESIDE and name not in FILES]
        own = [i for i in free if families[i] in told]
        topics = [i for i, name in enumerate(families) if name in ("change", "remark", "topic")]
        return next(iter([*own, *free, *topics]), -1)
    if unit.family and unit.family not in ("context", "work", "plain", "overview", "remark"):
        return -1
    if "risk" in families and not {"mitigation", "severity", "consequences"}.isdisjoint(families):
        return families.index("risk")
    return next((i for i, name in enumerate(families) if name in ("question", "blocker")), -1)


def with_subject(text: str, main: int, families: tuple[str, ...], cells: tuple[str, ...]) -> str:
    """Return what was decided behind what it is about, where the row's first cell tells that."""
    subject = cells[0]
    fits = len(subject) + len(text) <= table("extract")["prose"]["longest_item"]
    about = main > 0 and families[0] in SUBJECTS and subject and not says_nothing(subject)
    return f"{subject.rstrip(' .:')}: {text}" if about and fits and subject not in text else text


def completed(text: str, main: int, families: tuple[str, ...], cells: tuple[str, ...]) -> str:
    """Return a short cell together with the one that says what it is about."""
    for index, name in enumerate(families[: len(cells)]):
        cell = cells[index]
        if index == main or not cell or says_nothing(cell):
            continue
        if name == "topic":
            return f"{cell}: {text}"
        if name in ("remark", "consequences"):
            return f"{text}: {cell}"
    return text


def in_full(text: str, main: int, families: tuple[str, ...], cells: tuple[str, ...]) -> str:
    """Return what a row says with the cells behind it that go on with it, while they fit one item."""
    most: int = table("extract")["prose"]["longest_item"]
    for name, cell in list(zip(families, cells, strict=False))[main + 1 :]:
        fits = len(text) + len(cell) <= most
        if name in GOES_ON and cell and cell not in text and fits and not says_nothing(cell):
            text = f"{text.rstrip(' .')}: {cell}"
    return text


def whole(unit: Unit) -> str:
    """Return a row that no column or section tells of as one text: its first cell, then what is said of it."""
    said = [cell for cell in unit.block.cells if cell and not says_nothing(cell)]
    if len(words(" ".join(said))) < SPEAKING:
        return ""
    return ": ".join(filter(None, (said[0], "; ".join(said[1:]))))
