"""Statuses that are mentioned in a sentence, and whether the sentence affirms them."""

import re
from collections.abc import Iterator
from functools import cache

from batonpass.read.stated.denied import SENTENCE, is_of_something_else, is_taken_back
from batonpass.read.stated.statement import CODED, PHRASE, WORD, Stated, weighed
from batonpass.read.stated.vocabulary import CODE, COUNT, Vocabulary, spelled
from batonpass.read.stated.words import holds, table

CLAUSE = re.compile(r"[,:：(\[\"“]|→|=>|->|\s-\s")
FROM = re.compile(r"\bfrom \S+ (?=to\b)")
MARKS = "*_`\"'“”‘’~ \t\u200b\ufe0f"
REACH = 200  # characters of a sentence that are looked at before and behind a mention


def mentioned(text: str, vocabulary: Vocabulary) -> Iterator[Stated]:
    """Yield known statuses in capitals, and those of several words in any case, where the sentence affirms them."""
    known = vocabulary.telling
    for found in CODE.finditer(text):
        if found[0] in known and is_affirmed(text, found.start(), found.end(), vocabulary):
            worth = CODED if "_" in found[0] else WORD
            yield weighed(found[0], worth, found.start(), vocabulary)
    for phrase in _phrases(known):
        for found in phrase.finditer(text):
            if is_affirmed(text, found.start(), found.end(), vocabulary):
                yield weighed(spelled(found["status"]), PHRASE, found.start(), vocabulary)


@cache
def _phrases(known: frozenset[str]) -> tuple[re.Pattern[str], ...]:
    """Return what says a status in running words: its own words, or that the agent itself is so."""
    longest_first = sorted(known, key=lambda status: (-len(status), status))
    several = "|".join(status.replace("_", "[ -]") for status in longest_first if "_" in status)
    single = "|".join(status for status in longest_first if "_" not in status)
    return (
        re.compile(rf"(?<![\w-])(?P<status>{several})(?![\w-])", re.IGNORECASE),
        re.compile(rf"\b(?:i am|i'm|i’m|we are|we're)(?: \w+)? (?P<status>{single})(?![\w-])", re.IGNORECASE),
    )


def is_affirmed(text: str, start: int, end: int, vocabulary: Vocabulary) -> bool:
    """Say whether a sentence says that it is so: it is not taken back, not another's, not one of a list."""
    sentence = SENTENCE.split(text[max(start - REACH, 0) : start])[-1].lower()
    behind = text[end : end + REACH]
    rest = SENTENCE.split(behind, maxsplit=1)[0].lower()
    if (
        is_taken_back(sentence)
        or is_of_something_else(sentence)
        or holds("condition_behind", rest.split(",", 1)[0])
        or behind[len(rest) :].startswith("?")
        or COUNT.fullmatch(rest)
    ):
        return False
    return not _in_a_list(text, start, end, vocabulary) and _is_said(sentence, behind)


def _is_said(sentence: str, behind: str) -> bool:
    """Say whether a mention is what the clause says, and not what it is about: `I return FAIL`, not `the FAIL case`."""
    words = re.findall(r"[\w'’]+", FROM.sub("", CLAUSE.split(sentence)[-1]))
    while words and words[-1] in _words("between"):
        words.pop()
    if words:
        return words[-1] in _words("verbs")
    follows = re.match(r"[^\W\d_]+", behind.lstrip(MARKS))
    return follows is None or follows[0].lower() in _words("after") or behind[:1].strip(MARKS) != ""


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(table()["mentions"][name])


def _in_a_list(text: str, start: int, end: int, vocabulary: Vocabulary) -> bool:
    """Say whether a status stands among others that could be stated as well: `PASS / FAIL`."""
    behind = re.match(r"[`*\"']*\s*(?:[|/,]|or|and)\s*(?:or\s+)?[`*\"']*([A-Z_]{4,})", text[end : end + 60])
    before = re.search(
        r"([A-Z_]{4,})[`*\"']*\s*(?:[|/,]|or|and)\s*(?:or\s+)?[`*\"']*$", text[max(start - 60, 0) : start]
    )
    return any(found and found[1] in vocabulary.all for found in (behind, before))
