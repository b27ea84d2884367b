"""What a test run came to, in numbers; never targets, plans or differences."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from batonpass.extract.claim import Claim
from batonpass.extract.counts import Counts, completed, counts_in
from batonpass.extract.leanings import in_words
from batonpass.extract.reading import Reading
from batonpass.extract.rows import columns
from batonpass.extract.sentences import sentences
from batonpass.extract.standing import holds_any
from batonpass.extract.stating import fact
from batonpass.extract.units import FRONT_MATTER, Unit
from batonpass.model.fact import Fact
from batonpass.tables.load import table, words

DIGIT = re.compile(r"\d")
NUMBER = re.compile(r"\W*(\d[\d,]*)\W*")
TOTAL_ROW = re.compile(
    r"^\W*(?:grand |overall )?(?:total|all|sum|合计|合計|总计|합계|total general)\b", re.IGNORECASE
)
# Sections in which a number of tests is no result.
NO_RESULTS = frozenset(
    {"tests_planned", "next_step", "question", "goals", "non_goal", "silent", "constraint", "alternatives"}
    | {"file_create", "file_read", "instruction"}
)
ABOUT_TESTS = frozenset({"tests", "gate"})
NEXT_LINES = 2  # blocks between two lines that tell of one run: "Passing: 284", "Failing: 227"


class Result(NamedTuple):
    """The counts a passage gives, and how sure it makes us that they are of a whole run."""

    units: tuple[Unit, ...]
    counts: Counts
    text: str
    sure: float


def find(reading: Reading) -> Iterator[Fact]:
    """Yield the results of test runs."""
    found: list[Result] = []
    for unit in reading.units:
        for result in of_unit(unit, reading):
            if found and belongs(result, found[-1]):
                found[-1] = together(found[-1], result)
            else:
                found.append(result)
    for result in by_table(found):
        if made := told(result):
            yield made


def by_table(found: list[Result]) -> Iterator[Result]:
    """Yield the results, those of one table as its total: the row that gives it, else the sum."""
    tables: dict[tuple[str, ...], list[Result]] = {}
    for result in found:
        block = result.units[0].block
        key = (*block.headings, *block.header) if block.kind == "row" else (str(len(tables)), "no table")
        tables.setdefault(key, []).append(result)
    for results in tables.values():
        totals = [r for r in results if r.sure == sureness()["total"]]
        if totals or len(results) == 1:
            yield from totals or results
        else:
            yield summed(results)


def summed(results: list[Result]) -> Result:
    """Return the rows of a table as one result."""
    columns_of = zip(*(result.counts for result in results), strict=True)
    counts = Counts(
        *(
            sum(n for n in told if n is not None) if any(n is not None for n in told) else None
            for told in columns_of
        )
    )
    units = tuple(unit for result in results for unit in result.units)
    return Result(units, counts, "; ".join(result.text for result in results), sureness()["sum"])


def of_unit(unit: Unit, reading: Reading) -> Iterator[Result]:
    """Yield the results one unit gives."""
    block = unit.block
    if unit.family in NO_RESULTS or unit.standing not in ("current", "planned"):
        return
    if block.kind == "code" or block.checked is False or reading.dead(unit) != "current":
        return
    yield from of_row(unit) if block.kind == "row" else of_text(unit)


@cache
def sureness() -> dict[str, float]:
    """Return how sure each form makes us that it tells of a whole run."""
    numbers: dict[str, float] = table("extract")["tests"]
    return numbers


def of_text(unit: Unit) -> Iterator[Result]:
    """Yield the results running text gives, sentence by sentence."""
    text = whole_text(unit)
    if not may_count(text):
        return
    in_section = unit.family in ABOUT_TESTS or is_about_tests(unit.block.headings)
    pieces = sentences(text) if unit.block.kind == "paragraph" else (text,)
    for sentence in pieces:
        counts = counts_in(sentence, told=in_section or is_about_tests((unit.block.label,)))
        if counts is not None:
            yield Result((unit,), counts, sentence, sureness()["section" if in_section else "prose"])


def whole_text(unit: Unit) -> str:
    """Return what a unit says together with its label, which may say that it is about tests."""
    block = unit.block
    if block.kind == "field":
        return f"{block.label.replace('_', ' ')}: {block.text}" if FRONT_MATTER not in block.tags else ""
    return block.text


def may_count(text: str) -> bool:
    """Tell cheaply whether a text can give the result of a test run."""
    return DIGIT.search(text) is not None and holds_any(text.casefold(), words("counts")["needles"]["words"])


def is_about_tests(titles: tuple[str, ...]) -> bool:
    """Tell whether one of these titles is about tests."""
    return any(in_words(title, words("counts")["needles"]["about"]) for title in titles[-2:] if title)


def of_row(unit: Unit) -> Iterator[Result]:
    """Yield the result of a table's row: of its total, or of a suite."""
    block = unit.block
    cells = [cell for cell, name in zip(block.cells, columns(block.header), strict=False) if name != "before"]
    text = " ".join(cells)
    about = unit.family in ABOUT_TESTS or is_about_tests((*block.headings, " ".join(block.header)))
    if not about or not DIGIT.search(text):
        return
    counts = counts_of_columns(unit) or (counts_in(text, told=about) if may_count(text) else None)
    if counts is not None:
        total = bool(block.cells) and TOTAL_ROW.match(block.cells[0]) is not None
        yield Result((unit,), counts, " | ".join(cells), sureness()["total" if total else "row"])


def counts_of_columns(unit: Unit) -> Counts | None:
    """Return the counts of a table whose columns are called passed, failed and so on."""
    names = words("counts")["columns"]
    found: dict[str, int] = {}
    for title, cell in zip(unit.block.header, unit.block.cells, strict=False):
        number = NUMBER.fullmatch(cell)
        name = next((name for name, listed in names.items() if title.strip(" *_").casefold() in listed), "")
        if number and name:
            found[name] = int(number[1].replace(",", ""))
    return Counts(**found) if "passed" in found or "failed" in found else None


def belongs(result: Result, before: Result) -> bool:
    """Tell whether a line goes on counting the run of the line before: other numbers, same place."""
    last, here = before.units[-1], result.units[0]
    near = last.block.headings == here.block.headings and 0 < here.at - last.at <= NEXT_LINES
    apart = all(a is None or b is None for a, b in zip(before.counts, result.counts, strict=True))
    return near and apart and here.block.kind == "item"


def together(one: Result, other: Result) -> Result:
    """Return two lines about one run as one result."""
    counts = Counts(*(a if a is not None else b for a, b in zip(one.counts, other.counts, strict=True)))
    text = f"{one.text.rstrip(' .;,')}, {other.text}"
    return Result((*one.units, *other.units), counts, text, max(one.sure, other.sure))


def told(result: Result) -> Fact | None:
    """Return one result as a fact."""
    counts = completed(result.counts)
    if counts.passed is None and counts.failed is None and counts.total is None:
        return None
    unit = result.units[0]
    claim = Claim.of(unit, result.text, result.sure, tuple(u.block.span for u in result.units))
    claim.standing = "current" if unit.standing == "planned" else unit.standing
    runner = runners().search(result.text) or runners().search(unit.block.label)
    return fact(
        "tests",
        claim,
        runner=runner[1].lower() if runner else "",
        **{name: value for name, value in counts._asdict().items() if value is not None},
    )


@cache
def runners() -> re.Pattern[str]:
    """Return the names of test runners."""
    names = words("counts")["runners"]["names"]
    return re.compile(r"\b(" + "|".join(map(re.escape, names)) + r")\b", re.IGNORECASE)
