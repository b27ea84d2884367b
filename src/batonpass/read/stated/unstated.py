"""A text without what states its status: the rest tells of the work."""

import re
from collections.abc import Iterator

from batonpass.read.stated.labels import CELL, LABEL, sureness
from batonpass.read.stated.vocabulary import Vocabulary, canonical, length, spelled, trimmed
from batonpass.read.stated.words import table

FENCE = ("```", "~~~")
HEADING = re.compile(r"\s{0,3}#{1,6}\s")
START = re.compile(r"[\s\-*•>_`]*")  # marks before the first word of a line
SENTENCES = re.compile(r"(?<=[.!?])\s+")
AFTER = " \t.,;:!–—-*_`\"')]"  # between a status and what is said of it


def unstated(text: str, status: str, vocabulary: Vocabulary) -> str:
    """Return a text without the words that say no more than its status."""
    return "\n".join(_lines(text, status, vocabulary)) if status else text


def _lines(text: str, status: str, vocabulary: Vocabulary) -> Iterator[str]:
    fenced = False
    for line in text.split("\n"):
        if line.lstrip().startswith(FENCE):
            fenced = not fenced
        yield line if fenced or not line.strip() else _left(line, status, vocabulary)


def _left(line: str, status: str, vocabulary: Vocabulary) -> str:
    """Return what a line says beside the status, or the line."""
    if HEADING.match(line):
        return "" if sureness(line) in ("sure", "qualified") else line
    if cell := CELL.match(line):
        told = sureness(cell["label"]) and canonical(cell["value"], vocabulary) == status
        return "" if told else line
    start = START.match(line)
    found = LABEL.match(line, start.end() if start else 0)
    if found and sureness(found["label"]):
        value = line[found.end() :]
        if end := length(value, status, vocabulary):
            return value[end:].lstrip(AFTER)
    return _without_sentences(line, status)


def _without_sentences(line: str, status: str) -> str:
    """Return a line without the sentences that are nothing but the status: "Returning PASS"."""
    parts = SENTENCES.split(line)
    kept = [part for part in parts if not _is_bare(part, status)]
    return line if len(kept) == len(parts) else " ".join(kept)


def _is_bare(sentence: str, status: str) -> bool:
    if spelled(sentence) == status:
        return True
    idle = {*table()["mentions"]["verbs"], *table()["mentions"]["between"], "i"}
    words = trimmed(sentence).split()
    while len(words) > 1 and trimmed(words[0]).lower() in idle:
        words = words[1:]
    return spelled(" ".join(words)) == status
