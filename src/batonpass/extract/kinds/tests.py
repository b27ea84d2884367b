"""What a test run came to, in numbers; never targets, plans or differences."""

import re
from collections.abc import Iterator

from batonpass.extract.claim import Claim
from batonpass.extract.counts import Counts, counts_in
from batonpass.extract.leanings import in_words
from batonpass.extract.reading import Reading
from batonpass.extract.sentences import sentences
from batonpass.extract.standing import holds_any
from batonpass.extract.stating import fact
from batonpass.extract.units import FRONT_MATTER, Unit
from batonpass.model.fact import Fact
from batonpass.tables.load import words

RUNNER = re.compile(
    r"\b(" + "|".join(map(re.escape, words("counts")["runners"]["names"])) + r")\b", re.IGNORECASE
)
DIGIT = re.compile(r"\d")
TOTAL_ROW = re.compile(
    r"^\W*(?:grand |overall )?(?:total|all|sum|合计|合計|总计|합계|total general)\b", re.IGNORECASE
)
# Sections in which a number of tests is no result.
NO_RESULTS = frozenset(
    {
        "tests_planned",
        "next_step",
        "question",
        "goals",
        "non_goal",
        "silent",
        "constraint",
        "alternatives",
        "file_create",
        "file_read",
        "instruction",
    }
)
WHOLE_RUN, PART = 0.9, 0.7


def find(reading: Reading) -> Iterator[Fact]:
    """Yield the results of test runs."""
    tables: dict[tuple[str, ...], bool] = {}
    for unit in reading.units:
        if (
            unit.family in NO_RESULTS
            or unit.standing not in ("current", "planned")
            or reading.dead(unit) != "current"
        ):
            continue
        if unit.block.kind == "row":
            yield from of_row(unit, tables)
        elif unit.block.kind != "heading" and unit.block.kind != "code" and unit.block.checked is not False:
            yield from of_text(unit)
        elif unit.block.kind == "heading":
            yield from of_text(unit)


def of_text(unit: Unit) -> Iterator[Fact]:
    """Yield the results running text gives, sentence by sentence."""
    text = unit.block.text if unit.block.kind == "heading" else whole_text(unit)
    if not may_count(text):
        return
    in_section = unit.family in ("tests", "gate") or is_about_tests(unit.block.headings)
    pieces = sentences(text) if unit.block.kind == "paragraph" else (text,)
    for sentence in pieces:
        counts = counts_in(sentence, told=in_section or is_about_tests((unit.block.label,)))
        if counts is not None:
            yield from result(unit, counts, sentence, WHOLE_RUN if in_section else PART)


def whole_text(unit: Unit) -> str:
    """Return what a unit says together with its label, which may carry the word that tells it is about tests."""
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


def of_row(unit: Unit, tables: dict[tuple[str, ...], bool]) -> Iterator[Fact]:
    """Yield the result of a table's row: of its total, or of a suite."""
    block = unit.block
    header = " ".join(block.header).casefold()
    text = " ".join(block.cells)
    about = unit.family in ("tests", "gate") or is_about_tests((*block.headings, header))
    if not about or not DIGIT.search(text):
        return
    counts = counts_of_columns(unit) or (counts_in(text, told=about) if may_count(text) else None)
    if counts is None:
        return
    total = bool(block.cells) and TOTAL_ROW.match(block.cells[0]) is not None
    key = (*block.headings, *block.header)
    tables[key] = tables.get(key, False) or total
    yield from result(unit, counts, " | ".join(block.cells), WHOLE_RUN if total else PART - 0.2)


def counts_of_columns(unit: Unit) -> Counts | None:
    """Return the counts of a table whose columns are called passed, failed and so on."""
    names = words("counts")["columns"]
    found: dict[str, int] = {}
    for title, cell in zip(unit.block.header, unit.block.cells, strict=False):
        number = re.fullmatch(r"\W*(\d[\d,]*)\W*", cell)
        name = next((name for name, listed in names.items() if title.strip(" *_").casefold() in listed), "")
        if number and name:
            found[name] = int(number[1].replace(",", ""))
    return Counts(**found) if "passed" in found or "failed" in found else None


def result(unit: Unit, counts: Counts, text: str, sure: float) -> Iterator[Fact]:
    """Yield one result as a fact; a bigger run is the surer one."""
    claim = Claim.of(unit, text, sure)
    claim.standing = "current" if unit.standing == "planned" else unit.standing
    runner = RUNNER.search(text) or RUNNER.search(unit.block.label)
    if made := fact(
        "tests",
        claim,
        runner=runner[1].lower() if runner else "",
        passed=counts.passed,
        failed=counts.failed,
        errors=counts.errors,
        skipped=counts.skipped,
        total=counts.total,
    ):
        yield made
