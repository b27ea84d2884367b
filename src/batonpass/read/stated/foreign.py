"""What stands in a text and is not what its author says: programs, diffs, quotations, lists of what might be said."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache

from batonpass.read.loose import FENCE
from batonpass.read.stated.labels import LABEL, sureness
from batonpass.read.stated.vocabulary import Vocabulary, canonical, spelled, trimmed
from batonpass.read.stated.words import table

SCRIPT = re.compile(r"\A#!|\Adiff --git |\A--- \S+\n\+\+\+ |\A@@ ")
HUNK = re.compile(r"(?m)^(?:diff --git |--- a/|\+\+\+ b/|@@ -)[^\n]*(?:\n[-+ @][^\n]*)*")
ASSIGNED = re.compile(r"`[^`\n]*=\s*[\"'][^`\n]*`")  # in a span of code
STRUCK = re.compile(r"~~[^~\n]+~~")
UNCHECKED = re.compile(r"\s*[-*•]?\s*(?:\[\s?\]|☐)\s")
ITEM = re.compile(
    r"^\s*(?:[-*•+]|\d+[.)])?\s*[*_`\"']*(?P<word>[A-Za-z][A-Za-z_ -]*?)[*_`\"']*\s*(?:$|[:：=–—(,.]|\s-\s|->|→)"
)
CELLS = re.compile(r"^\s*\|(?P<cells>.*)\|\s*$")
MARKS = " \t-*•>_`"  # before the first word of a line
TITLE = re.compile(r"\s{0,3}#{1,6}\s")
LEAST_PARTS = 3  # that have a status each
LEAST = 2  # statuses one below the other that are a list
LONGEST = 300  # characters of a line that are looked at as a program's
LABELS = ("sure", "likely")


def own_words(text: str, vocabulary: Vocabulary) -> str:
    """Return a text, line for line as long as it was, with what is not its author's statement blanked out."""
    if SCRIPT.match(text.lstrip()):
        return ""
    for foreign, left in ((FENCE, _sample), (HUNK, _blank), (STRUCK, _blank), (ASSIGNED, _blank)):
        text = foreign.sub(left, text)
    lines = text.split("\n")
    for number in {
        *_quoted(lines),
        *_listed(lines, vocabulary),
        *_of_others(lines, vocabulary),
        *_tabled(lines, vocabulary),
        *_of_parts(lines, vocabulary),
    }:
        lines[number] = " " * len(lines[number])
    return "\n".join(lines)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _sample(match: re.Match[str]) -> str:
    """Return a fence as it is where it may hold words, blank where it holds a program."""
    language = match[0].lstrip(" \t`~").split("\n", 1)[0].strip().lower()
    return match[0] if language in table()["fences"]["own_words"] else _blank(match)


def _quoted(lines: Sequence[str]) -> Iterator[int]:
    """Yield the lines that quote, boxes that nobody checked, and lines of programs."""
    return (
        number
        for number, line in enumerate(lines)
        if line.lstrip().startswith(">") or UNCHECKED.match(line) or is_program(line)
    )


def is_program(line: str) -> bool:
    """Say whether a line, or its beginning, is one of a program."""
    return _program().match(line[:LONGEST]) is not None


@cache
def _program() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{line})" for line in table()["program"]["lines"]))


def _listed(lines: Sequence[str], vocabulary: Vocabulary) -> Iterator[int]:
    """Yield the lines that begin with a status each, one below the other: what may be said, or a legend."""
    found = [
        (number, spelled(item["word"])) for number, line in enumerate(lines) if (item := ITEM.match(line))
    ]
    known = [(number, word) for number, word in found if word in vocabulary.all]
    for run in _runs(known, lines):
        if len({word for _, word in run}) >= LEAST:
            yield from (number for number, _ in run)


def _runs(known: Sequence[tuple[int, str]], lines: Sequence[str]) -> Iterator[list[tuple[int, str]]]:
    """Yield what stands on lines one below the other, but for blank ones between them."""
    run: list[tuple[int, str]] = []
    for number, word in known:
        if run and any(line.strip() for line in lines[run[-1][0] + 1 : number]):
            yield run
            run = []
        run.append((number, word))
    if run:
        yield run


def _of_others(lines: Sequence[str], vocabulary: Vocabulary) -> Iterator[int]:
    """Yield the lines that give several agents their statuses: a dashboard is nobody's own status."""
    found = [
        (number, role[1].lower())
        for number, line in enumerate(lines)
        if (role := _role().match(line)) and spelled(role[2]) in vocabulary.all
    ]
    for run in _runs(found, lines):
        if len({role for _, role in run}) >= LEAST:
            yield from (number for number, _ in run)


@cache
def _role() -> re.Pattern[str]:
    names = "|".join(re.escape(name).replace("\\ ", "[ _-]") for name in table()["others"]["names"])
    return re.compile(rf"\W*({names})\W*[:：=–→-]+>?\W*([A-Za-z_ -]+?)\W*$", re.IGNORECASE)


def _tabled(lines: Sequence[str], vocabulary: Vocabulary) -> Iterator[int]:
    """Yield the rows of tables that tell of several things in one column, each with its status."""
    block: list[tuple[int, list[str]]] = []
    for number, line in enumerate([*lines, ""]):
        if row := CELLS.match(line):
            block.append((number, [trimmed(cell) for cell in row["cells"].split("|")]))
        elif block:
            yield from _column(block, vocabulary)
            block = []


def _of_parts(lines: Sequence[str], vocabulary: Vocabulary) -> Iterator[int]:
    """Yield the lines that give the parts of a document a status each, one below every heading.

    What stands before them or in the last part may be the author's own; where nothing does, so may the agent's own words.
    """
    section, told = 0, defaultdict[str, list[tuple[int, int, str]]](list)
    for number, line in enumerate(lines):
        section += TITLE.match(line) is not None
        bare = line.lstrip(MARKS)
        label = LABEL.match(bare)
        if label and sureness(label["label"]):
            status = canonical(bare[label.end() :], vocabulary)
            told[label["label"].lower()].append((number, section, status))
    for places in told.values():
        parts = [(number, status) for number, part, status in places if 1 < part < section]
        whole = len(parts) < len(places)
        if len({part for _, part, _ in places}) >= LEAST_PARTS:
            yield from (number for number, status in parts if whole or status not in vocabulary.own)


def _column(block: Sequence[tuple[int, list[str]]], vocabulary: Vocabulary) -> Iterator[int]:
    rows = [(number, cells) for number, cells in block if not _is_labelled(cells)]
    for column in range(max((len(cells) for _, cells in rows), default=0)):
        told = [
            number for number, cells in rows if column < len(cells) and _is_status(cells[column], vocabulary)
        ]
        if len(told) >= LEAST:
            yield from told


def _is_status(cell: str, vocabulary: Vocabulary) -> bool:
    return spelled(cell) in vocabulary.all or spelled(cell) in table()["same"]


def _is_labelled(cells: Sequence[str]) -> bool:
    first = cells[0].lower() if cells else ""
    labels = table()["labels"]
    return any(first == label or first.endswith(f" {label}") for name in LABELS for label in labels[name])
