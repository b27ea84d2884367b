"""Measured values: a name, a number and a unit; never targets."""

import re
from collections.abc import Iterator

from batonpass.extract.claim import Claim
from batonpass.extract.counts import is_intended
from batonpass.extract.leanings import in_words
from batonpass.extract.nothing import says_nothing
from batonpass.extract.quantities import Quantity, quantity
from batonpass.extract.reading import Reading
from batonpass.extract.rows import columns
from batonpass.extract.sentences import sentences
from batonpass.extract.stating import clean, fact
from batonpass.extract.titles import words as folded
from batonpass.extract.units import FRONT_MATTER, Unit
from batonpass.model.fact import Fact
from batonpass.tables.load import table, words

COVERAGE = re.compile(
    r"(?P<number>\d{1,3}(?:\.\d+)?)\s?%[^.;|\d]{0,24}?\bcoverage|\bcoverage\b[^.;|\d≥>]{0,24}?(?P<after>\d{1,3}(?:\.\d+)?)\s?%",
    re.IGNORECASE,
)
PROSE = re.compile(
    r"(?P<name>\b(?:[a-z][\w-]* ){0,3}[a-z][\w-]*)\s+(?:is|was|are|were|at|of|to|reached|measured|averages|averaged|takes|took|dropped|fell|rose|went|improved|reduced|increased|decreased|=|:)\s+(?:[a-z]+\s+){0,3}?(?P<value>[~≈]?[$€]?\d[\d,.]*\s?(?:%|[a-zµμ×]+(?:/s)?))",
    re.IGNORECASE,
)
DIGIT = re.compile(r"\d")
NO_RESULTS = frozenset(
    {
        "tests_planned",
        "goals",
        "question",
        "next_step",
        "constraint",
        "silent",
        "non_goal",
        "alternatives",
        "risk",
        "metadata",
    }
)
LONGEST_NAME, LONGEST_VALUE = 6, 8  # words


def find(reading: Reading) -> Iterator[Fact]:
    """Yield the values a source says were measured."""
    units = frozenset(words("counts")["metric"]["units"])
    for unit in reading.units:
        block = unit.block
        if unit.family in NO_RESULTS or unit.standing != "current" or block.checked is False:
            continue
        if block.kind == "row":
            yield from of_row(unit, units)
        elif block.kind == "field":
            if unit.family == "metric" or is_count(unit):
                yield from of_label(unit, block.label.replace("_", " "), block.text, units)
        elif block.kind in ("item", "paragraph") and DIGIT.search(block.text):
            yield from of_text(unit, units, reading)


def is_count(unit: Unit) -> bool:
    """Tell whether a key counts something: `files_created: 12` below an implementation's summary."""
    block = unit.block
    return FRONT_MATTER not in block.tags and bool(block.headings) and block.text.strip().isdigit()


def of_row(unit: Unit, units: frozenset[str]) -> Iterator[Fact]:
    """Yield the value of a table's row: the newest column where there are several."""
    block = unit.block
    families = columns(block.header)[: len(block.cells)]
    if unit.family != "metric" and "metric" not in families:
        return
    name = families.index("metric") if "metric" in families else 0
    value = next((i for i, f in enumerate(families) if f == "value"), -1)
    if value < 0:
        value = next(
            (i for i in range(len(families)) if i != name and families[i] not in ("before", "status")), -1
        )
    if value < 0 or FRONT_MATTER in block.tags:
        return
    found = quantity(block.cells[value], units)
    if found and not is_intended(block.cells[value].casefold(), block.cells[value]):
        yield from made(unit, block.cells[name], found, f"{block.cells[name]}: {block.cells[value]}")


def of_label(unit: Unit, name: str, value: str, units: frozenset[str]) -> Iterator[Fact]:
    """Yield the value behind a label or a key."""
    if len(folded(name)) > LONGEST_NAME or len(value.split()) > LONGEST_VALUE or says_nothing(value):
        return
    found = quantity(value, units)
    if found and not is_intended(value.casefold(), value):
        yield from made(unit, name, found, f"{name}: {value}")


def of_text(unit: Unit, units: frozenset[str], reading: Reading) -> Iterator[Fact]:
    """Yield the values running text tells: coverage anywhere, others by their noun and unit."""
    block = unit.block
    if unit.family == "metric" and block.label and unit.via != "label":
        yield from of_label(unit, block.label, block.rest, units)
        return
    if unit.via == "label" and unit.family == "metric" and block.rest:
        yield from of_label(unit, block.label, block.rest, units)
        return
    head, colon, tail = block.text.rpartition(": ")
    if unit.family == "metric" and block.kind == "item" and colon:
        yield from of_label(unit, head, tail, units)
        return
    if reading.plans or not in_words(block.text, words("counts")["metric"]["nouns"]):
        return
    for sentence in sentences(block.text):
        if not DIGIT.search(sentence) or is_intended(sentence.casefold(), sentence):
            continue
        if found := COVERAGE.search(sentence):
            value = Quantity(float(found["number"] or found["after"]), "%")
            yield from made(unit, "coverage", value, sentence)
        elif told := PROSE.search(sentence):
            value_found = quantity(told["value"], units)
            if (
                value_found
                and value_found.unit
                and in_words(told["name"], words("counts")["metric"]["nouns"])
            ):
                yield from made(unit, told["name"].strip(), value_found, sentence)


def made(unit: Unit, name: str, value: Quantity, text: str) -> Iterator[Fact]:
    """Yield one measured value as a fact."""
    sure = unit.confidence if unit.family == "metric" else 0.5
    sure = min(sure, table("extract")["confidence"]["cell"]) if unit.block.kind == "row" else sure
    short = clean(name).strip(" *_`:")
    called = (
        "coverage"
        if in_words(short, ["coverage", "覆盖率", "カバレッジ", "커버리지", "cobertura", "couverture"])
        else short
    )
    if made_fact := fact(
        "metric", Claim.of(unit, text, sure), name=called, value=value.value, unit=value.unit
    ):
        yield made_fact
