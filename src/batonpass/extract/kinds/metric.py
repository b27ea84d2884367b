"""Measured values: a name, a number and a unit; never targets."""

import re
from collections.abc import Iterator
from functools import cache

from batonpass.extract.claim import Claim
from batonpass.extract.counts import is_intended
from batonpass.extract.leanings import Rows, in_words, word_rows
from batonpass.extract.nothing import says_nothing
from batonpass.extract.phrases import tokens_of
from batonpass.extract.quantities import VALUE, Quantity, as_it_is, quantity, quantity_in
from batonpass.extract.reading import Reading
from batonpass.extract.rows import columns
from batonpass.extract.sentences import sentences
from batonpass.extract.standing import of_words
from batonpass.extract.stating import clean, fact
from batonpass.extract.titles import words as folded
from batonpass.extract.units import FRONT_MATTER, Unit
from batonpass.model.fact import Fact
from batonpass.tables.load import table, words

COVERAGE = re.compile(
    r"(?P<number>\d{1,3}(?:\.\d+)?)\s?%[^.;|\d]{0,24}?\bcoverage|\bcoverage\b[^.;|\d≥>]{0,32}?(?P<after>\d{1,3}(?:\.\d+)?)\s?%",
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
    for claim in reading.of("metric"):
        if claim.prose and claim.standing == "current":
            yield from of_claim(claim, units)


@cache
def measured_nouns() -> Rows:
    """Return the nouns of what is measured."""
    return word_rows(tuple(words("counts")["metric"]["nouns"]))


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
        others = [i for i in range(len(families)) if i != name and families[i] != "before"]
        value = next((i for i in others if families[i] != "status"), others[0] if others else -1)
    if value < 0 or FRONT_MATTER in block.tags:
        return
    found = quantity_in(block.cells[value], units)
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
    """Yield the values running text tells: in a place that tells of measurements any, elsewhere by their noun and unit."""
    if unit.family == "metric" and told_by(unit):
        yield from of_measurement(unit, units)
    elif not reading.plans and in_words(unit.block.text, measured_nouns()):
        yield from of_nouns(unit, units)


def told_by(unit: Unit) -> bool:
    """Tell whether a unit's label, or the section or list it stands in, says that it measures."""
    return unit.via in ("section", "lead") or bool(
        unit.block.rest if unit.via == "label" else unit.block.label
    )


def of_measurement(unit: Unit, units: frozenset[str]) -> Iterator[Fact]:
    """Yield the value of a text that is said to measure: behind its label or colon, else in its first sentence that has one."""
    block = unit.block
    head, colon, tail = block.text.rpartition(": ")
    if block.label and block.rest:
        yield from list(of_label(unit, block.label, block.rest, units)) or of_measuring(unit, units)
    elif block.kind == "item" and colon:
        yield from list(of_label(unit, head, tail, units)) or of_measuring(unit, units)
    else:
        yield from of_measuring(unit, units)


def of_nouns(unit: Unit, units: frozenset[str]) -> Iterator[Fact]:
    """Yield coverage, and other values with a unit beside the noun of something measured."""
    for sentence in sentences(unit.block.text):
        if not DIGIT.search(sentence) or is_intended(sentence.casefold(), sentence):
            continue
        if of_words(sentence, tokens_of(sentence)) != "current":
            continue
        if found := COVERAGE.search(as_it_is(sentence)):
            value = Quantity(float(found["number"] or found["after"]), "%")
            yield from made(unit, "coverage", value, sentence)
        elif told := PROSE.search(as_it_is(sentence)):
            yield from of_noun(unit, told, units, sentence)


def of_noun(unit: Unit, told: re.Match[str], units: frozenset[str], sentence: str) -> Iterator[Fact]:
    """Yield a value where it has a unit and its name is the noun of something measured."""
    value = quantity(told["value"], units)
    if value and value.unit and in_words(told["name"], measured_nouns()):
        yield from made(unit, told["name"].strip(), value, sentence)


def of_claim(claim: Claim, units: frozenset[str]) -> Iterator[Fact]:
    """Yield the value of a sentence that sounds like a measurement: one with a unit, or a share."""
    found = quantity_in(claim.text, units)
    if not found or not (found.unit or isinstance(found.value, str)):
        return
    name = called(name_in(claim.text))
    if not is_intended(claim.text.casefold(), claim.text) and (
        made_fact := fact("metric", claim, name=name, value=found.value, unit=found.unit)
    ):
        yield made_fact


def of_measuring(unit: Unit, units: frozenset[str]) -> Iterator[Fact]:
    """Yield what a text in a section of measurements says first: a sentence with a number, and what it is about."""
    pieces = sentences(unit.text) if unit.block.kind == "paragraph" else (unit.text,)
    for sentence in pieces:
        found = quantity_in(sentence, units)
        if found and not is_intended(sentence.casefold(), sentence):
            yield from made(unit, name_in(sentence), found, sentence)
            return


def name_in(sentence: str) -> str:
    """Return the first words of a sentence that are no numbers: what it measures."""
    said = [word for word in VALUE.sub(" ", sentence).split() if folded(word)]
    return " ".join(said[:LONGEST_NAME])


def made(unit: Unit, name: str, value: Quantity, text: str) -> Iterator[Fact]:
    """Yield one measured value as a fact; none where the text says that it is so no longer."""
    if of_words(text, tokens_of(text)) != "current":
        return
    sure = unit.confidence if unit.family == "metric" else 0.5
    sure = min(sure, table("extract")["confidence"]["cell"]) if unit.block.kind == "row" else sure
    claim = Claim.of(unit, text, sure)
    if made_fact := fact("metric", claim, name=called(name), value=value.value, unit=value.unit):
        yield made_fact


def called(name: str) -> str:
    """Return what a value is called: coverage is the same in every language."""
    short = clean(name).strip(" *_`:")
    return "coverage" if in_words(short, words("counts")["metric"]["coverage"]) else short
