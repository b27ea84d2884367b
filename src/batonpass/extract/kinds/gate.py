"""Checks other than counted tests: lint, types, build, security; and whether they passed."""

import re
from collections.abc import Iterator
from functools import cache

from batonpass.extract.claim import Claim
from batonpass.extract.counts import counts_in, is_earlier, is_intended
from batonpass.extract.leanings import Rows, in_words, word_rows
from batonpass.extract.phrases import tokens_of
from batonpass.extract.reading import Reading
from batonpass.extract.sentences import sentences
from batonpass.extract.standing import of_words
from batonpass.extract.stating import clean, fact
from batonpass.extract.titles import is_wide
from batonpass.extract.units import Unit
from batonpass.model.fact import Fact
from batonpass.tables.load import words

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
        "decision",
        "instruction",
        "file_create",
    }
)
PATHLIKE = re.compile(r"`?[\w.@-]*[\w@-](?:/[\w.@*-]+)+`?|`?[\w-]+\.[a-z]{1,5}\b`?")
NEGATIONS = ("not ", "n't ", "never ", "no longer ")
LONGEST = 200


def find(reading: Reading) -> Iterator[Fact]:
    """Yield the checks a source says passed or failed."""
    for unit in reading.units:
        if unit.family in NO_RESULTS or unit.standing != "current" or unit.block.checked is False:
            continue
        if unit.block.kind in ("heading", "code") or reading.plans:
            continue
        yield from of_unit(unit)


def of_unit(unit: Unit) -> Iterator[Fact]:
    """Yield the checks one unit tells of."""
    block = unit.block
    if block.kind == "row":
        row = ": ".join(filter(None, block.cells[:3]))
        if may_tell(row):
            yield from of_text(unit, row)
    elif block.kind == "field":
        if unit.family == "gate":
            yield from of_text(unit, f"{block.label.replace('_', ' ')}: {block.text}")
    elif may_tell(block.text):
        for sentence in sentences(block.text):
            yield from of_text(unit, sentence)


@cache
def check_words() -> tuple[tuple[str, Rows], ...]:
    """Return gate → the names of its checks."""
    return tuple((gate, word_rows(tuple(listed))) for gate, listed in words("marks")["checks"].items())


@cache
def outcome_words() -> Rows:
    """Return what one of must stand in a text that tells an outcome."""
    lists = words("marks")
    return word_rows((*lists["gate"]["passed"], *lists["gate"]["failed"]))


@cache
def outcome_signs() -> frozenset[str]:
    """Return the signs that tell an outcome."""
    return frozenset((*words("marks")["signs"]["passed"], *words("marks")["signs"]["failed"]))


def may_tell(text: str) -> bool:
    """Tell cheaply whether a text can tell the outcome of a check."""
    if in_words(text, outcome_words()) or (in_words(text, counted_nouns()) and counted().search(text)):
        return True
    return not (text.isascii() or outcome_signs().isdisjoint(text))


@cache
def counted_nouns() -> Rows:
    """Return what a check counts."""
    return word_rows(tuple(words("marks")["findings"]["nouns"]))


@cache
def counted() -> re.Pattern[str]:
    """Return how a check's findings are counted: `0 problems`, `no high or critical issues`, `3 errors`."""
    nouns = "|".join(words("marks")["findings"]["nouns"])
    return re.compile(rf"\b(?P<count>\d+|no|zero)\s+(?:[a-z]+\s+){{0,3}}?(?P<noun>{nouns})\b", re.IGNORECASE)


def of_text(unit: Unit, text: str) -> Iterator[Fact]:
    """Yield the check a sentence tells of, where it names one and says how it came out."""
    passed = outcome(text) if len(text) <= LONGEST else None
    if passed is None or is_intended(text.casefold(), text) or is_earlier(text.casefold()):
        return
    if of_words(text, tokens_of(text)) == "quoted":
        return
    name = gate_in(PATHLIKE.sub(" ", text), unit)
    if not name or (name == "tests" and counts_in(text, told=True) is not None):
        return
    in_section = unit.family == "gate"
    if not in_section and not names_early(text, name):
        return
    claim = Claim.of(unit, clean(text), unit.confidence if in_section else 0.6)
    if made := fact("gate", claim, name=name, passed=passed):
        yield made


def gate_in(text: str, unit: Unit) -> str:
    """Return which check a text is about; in a section of checks its own words name it."""
    named = next((gate for gate, listed in check_words() if in_words(text, listed)), "")
    if named or unit.family != "gate" or unit.block.kind not in ("row", "field", "item"):
        return named
    label = unit.block.label or (unit.block.cells[0] if unit.block.cells else "")
    return clean(label)[:60] if label else ""


def names_early(text: str, gate: str) -> bool:
    """Tell whether a sentence outside of a section of checks begins with the check it is about."""
    listed = words("marks")["checks"].get(gate, ())
    head = " ".join(tokens_of(text)[:6]) if not is_wide(text) else text[:24]
    return in_words(head, listed) or any(w in text[:40].casefold() for w in listed)


def outcome(text: str) -> bool | None:
    """Return how a check came out, None where a text does not say."""
    told = worded(text)
    if told is not None or not (found := counted().search(text)):
        return told
    if found["count"].casefold() in ("0", "no", "zero"):
        return True
    return False if found["noun"].casefold() in words("marks")["findings"]["worst"] else None


def worded(text: str) -> bool | None:
    """Return what words and signs of passing and failing say."""
    low = text.casefold()
    lists = words("marks")
    if any(sign in text for sign in lists["signs"]["failed"]):
        return False
    failed = in_words(text, lists["gate"]["failed"])
    passed = in_words(text, lists["gate"]["passed"]) or any(sign in text for sign in lists["signs"]["passed"])
    if passed and not failed:
        negated = any(
            f"{no}{word}" in low
            for no in NEGATIONS
            for word in ("pass", "clean", "green", "compile", "build")
        )
        return not negated
    if failed and ("0 fail" in low or "no fail" in low or "zero fail" in low):
        return True
    return False if failed else None
