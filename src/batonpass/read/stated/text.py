"""The status a text states: on a labelled line, in a title, alone on a line, or in a sentence."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from batonpass.read.stated.denied import SENTENCE, is_taken_back
from batonpass.read.stated.foreign import own_words
from batonpass.read.stated.labels import CELL, LABEL, sureness
from batonpass.read.stated.mentioned import mentioned
from batonpass.read.stated.statement import (
    ALONE,
    FREE,
    FREE_CODE,
    LABELLED,
    LIKELY,
    PHRASE,
    QUALIFIED,
    TITLE,
    Stated,
    made,
    weighed,
)
from batonpass.read.stated.vocabulary import (
    COUNT,
    GAP,
    Vocabulary,
    canonical,
    coded_head,
    is_value,
    spelled,
    trimmed,
)
from batonpass.read.stated.words import table

BOX = re.compile(r"^\s*[-*•]?\s*(?:\[[xX✓✔]\]|☑|✅)\s+(?P<status>.+)$")
TAG = re.compile(r"<(status|verdict|decision|result)>\s*([^<\n]+?)\s*</\1>", re.IGNORECASE)
HEADING = re.compile(r"^\s{0,3}(?:#{1,6}\s+|\*\*)(?P<title>.+?)\**\s*$")
HEAD = re.compile(
    r"\W*(?P<head>[A-Za-z]+(?:[ -][A-Za-z]+){0,3}?)[*_`]*\s*(?P<rest>(?:[.!:,–—✅❌✔]|\s-\s|$).*)"
)
LONGEST_TITLE = 300  # characters; longer lines are prose
BELOW_TITLE = 4  # words of the line below a title called status, to be one that nobody knows
UNSURE = {"sure": LABELLED, "qualified": QUALIFIED, "likely": LIKELY}


def stated(text: str, vocabulary: Vocabulary) -> str:
    """Return the status a text states, "" where it states none."""
    best = max(_all(text, vocabulary), key=lambda one: (one.worth, one.place), default=None)
    return best.status if best else ""


def _all(text: str, vocabulary: Vocabulary) -> Iterator[Stated]:
    text = own_words(text, vocabulary)
    for found in TAG.finditer(text):
        yield from made(found[2], vocabulary, LABELLED, found.start(), free=True)
    lines = text.split("\n")
    place = 0
    for number, line in enumerate(lines):
        yield from _of_line(line, lines[number + 1 :], vocabulary, place)
        place += len(line) + 1
    yield from _at_the_ends(lines, vocabulary)
    yield from mentioned(text, vocabulary)


def _of_line(line: str, rest: Sequence[str], vocabulary: Vocabulary, place: int) -> Iterator[Stated]:
    labelled = False
    for sure, value in _labelled(line, rest):
        for one in made(value, vocabulary, UNSURE[sure], place, free=False):
            if sure != "likely" or is_value(value, one.status, vocabulary):
                labelled = True
                yield one
        if sure != "likely" and not labelled:
            worth = FREE_CODE if sure == "sure" and coded_head(value) else FREE
            yield from made(value, vocabulary, worth, place, free=True)
    if labelled or len(line) > LONGEST_TITLE:
        return
    if (box := BOX.match(line)) and spelled(box["status"]) in vocabulary.all:
        yield weighed(spelled(box["status"]), LABELLED, place, vocabulary)
    bare = GAP.sub("_", trimmed(line)).upper()
    spoken = bare in vocabulary.telling and "_" in bare  # as people write it; `Out of scope` is a title
    if spoken or (trimmed(line).isupper() and (bare in vocabulary.all or bare in table()["same"])):
        yield from made(bare, vocabulary, ALONE, place, free=False)
    elif heading := HEADING.match(line):
        yield from _titled(heading["title"], vocabulary, place)


def _titled(title: str, vocabulary: Vocabulary, place: int) -> Iterator[Stated]:
    """Yield the status at the end, or at the beginning, of a title: `Review: APPROVED`, `BLOCKED - no key`."""
    parts = re.split(r"\s*[:：]\s*|\s+[-–—]+>?\s+|\s*→\s*|[\[(]", title)
    for part in (parts[-1], parts[0]):
        word, code = spelled(part), trimmed(part).isupper()
        told = code or (len(parts) > 1 and (part is parts[-1] or "_" in word))
        if word in vocabulary.all and told:
            yield weighed(word, TITLE, place, vocabulary)
            return


def _at_the_ends(lines: Sequence[str], vocabulary: Vocabulary) -> Iterator[Stated]:
    """Yield the status with which the first or the last line begins, however it is written: `Approved - merge it`."""
    told = [number for number, line in enumerate(lines) if line.strip()]
    for number in {*told[:1], *told[-1:]}:
        found = HEAD.match(_preface().sub("", lines[number]))
        if found and not COUNT.fullmatch(found["rest"]):
            head = found["head"]
            status = canonical(head, vocabulary, free=False) if head.isupper() else spelled(head)
            if status in vocabulary.telling:
                yield weighed(status, PHRASE, number, vocabulary)


@cache
def _preface() -> re.Pattern[str]:
    """Return what may stand before the word that a line is about: `In short: `."""
    words = "|".join(map(re.escape, table()["labels"]["prefaces"]))
    return re.compile(rf"^\W*(?:{words})\W*[:,–—-]\s*", re.IGNORECASE)


def _labelled(line: str, rest: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the values behind labels of a line, and how sure they mean a status; below a title of that name its text."""
    if cell := CELL.match(line):
        if sure := sureness(cell["label"]):
            is_head = bool(rest) and re.fullmatch(r"[|\s:-]+", rest[0]) is not None
            yield "likely" if is_head else sure, cell["value"]
        return
    heading = re.match(r"\s{0,3}#{1,6}\s+(.+?)\s*#*$", line) or re.match(r"\s*\*\*([^*:]+):?\*\*:?\s*$", line)
    below = next((one for one in rest[:3] if one.strip(" =-")), "")
    if (heading and (sure := sureness(heading[1]))) or (_is_underlined(rest) and (sure := sureness(line))):
        yield sure if len(below.split()) <= BELOW_TITLE else "likely", below
    for match in LABEL.finditer(line):
        before = SENTENCE.split(line[: match.start()])[-1].lower()
        if (sure := sureness(match["label"])) and not is_taken_back(re.split(r"[,:]", before)[-1]):
            is_key = line[match.start() - 1 : match.start()] in ('"', "'")  # of an object, maybe of some API
            yield "likely" if is_key else sure, line[match.end() :].split("  ", maxsplit=1)[0]


def _is_underlined(rest: Sequence[str]) -> bool:
    return bool(rest) and re.fullmatch(r"\s*(?:={3,}|-{3,})\s*", rest[0]) is not None
