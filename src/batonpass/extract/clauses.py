"""A sentence in its parts: what is said, and why."""

import re
from functools import cache, partial
from typing import Any, NamedTuple

from batonpass.extract.titles import is_wide, words
from batonpass.tables.load import words as listed

# "Storage — SQLite" puts a topic before the dash, not a statement.
TOPIC_WORDS = 2
SHORTEST_REASON = 2


class Reasoned(NamedTuple):
    """A statement and the reason it gives."""

    statement: str
    reason: str


@cache
def lists() -> dict[str, Any]:
    """Return the word list."""
    return listed("clauses")


def reasoned(text: str, topic_words: int | None = None) -> Reasoned:
    """Return a text as statement and reason; the reason is empty where the text gives none.

    `topic_words`: so many in front of a dash may be a topic instead of a statement.
    """
    most = TOPIC_WORDS if topic_words is None else topic_words
    for split in (at_word, partial(at_dash, topic_words=most), at_front, at_wide):
        found = split(text)
        if found is not None and len(words(found.reason)) + is_wide(found.reason) >= SHORTEST_REASON:
            return found
    return Reasoned(text, "")


def at_word(text: str) -> Reasoned | None:
    """Split before "because", "so that", "to avoid" …, at the first of them outside of code."""
    low = text.lower()
    places = [(place, mark) for mark in lists()["reason"]["inside"] if (place := outside_code(low, mark)) > 0]
    if not places:
        return None
    place, mark = min(places, key=lambda found: (found[0], -len(found[1])))
    keeps = mark.strip(" ,;，:").startswith(
        ("to ", "so ", "in order", "which", "avoid", "afin", "从而", "以")
    )
    reason = text[place:].strip(" ,;，") if keeps else text[place + len(mark) :]
    return Reasoned(text[:place].rstrip(" ,;，"), reason.strip(" .:："))


def outside_code(text: str, mark: str) -> int:
    """Return where a mark stands outside of code spans, -1 where it does not."""
    place = text.find(mark)
    while place >= 0 and text.count("`", 0, place) % 2:
        place = text.find(mark, place + 1)
    return place


def at_dash(text: str, topic_words: int) -> Reasoned | None:
    """Split at a dash, where a statement stands before it and something is said after it."""
    for mark in lists()["dashes"]["marks"]:
        place = outside_code(text, mark)
        if place > 0:
            head, tail = text[:place].strip(), text[place + len(mark) :].strip()
            if len(words(head)) > topic_words or is_wide(head):
                return Reasoned(head, tail.rstrip("."))
    return None


def at_front(text: str) -> Reasoned | None:
    """Split "Because X, we use Y" at its comma."""
    low = text.lower()
    opening = next((mark for mark in lists()["reason"]["leading"] if low.startswith(mark)), "")
    comma = text.find(", ")
    if not opening or comma < 0:
        return None
    return Reasoned(text[comma + 2 :].strip(), text[len(opening) : comma].strip())


def at_wide(text: str) -> Reasoned | None:
    """Split where Japanese and Korean put the reason first."""
    if text.isascii():
        return None
    for mark in lists()["reason"]["wide_before"]:
        place = text.find(mark)
        if place > 0:
            return Reasoned(text[place + len(mark) :].strip(), text[: place + len(mark)].strip("、 "))
    return None


def gives_reason(sentence: str) -> bool:
    """Tell whether a sentence reads as the reason of the one before it."""
    return sentence.casefold().startswith(tuple(lists()["reason"]["opens"]))


def refers_back(paragraph: str) -> bool:
    """Tell whether a paragraph goes on to say why what stands before it was decided."""
    return paragraph.casefold().startswith(tuple(lists()["reason"]["refers"]))


def passed_over(text: str) -> str:
    """Return what a choice was made over: "X over Y" gives "Y"."""
    low = text.lower()
    for mark in lists()["alternative"]["over"]:
        place = outside_code(low, mark)
        if place > 0:
            rest = text[place + len(mark) :]
            ends = [
                end
                for stop in (",", ";", ".", " — ", " – ", " because", " for ", " so ", " (")
                if (end := rest.find(stop)) > 0
            ]
            return rest[: min(ends, default=len(rest))].strip(" .")
    for mark in lists()["alternative"]["before"]:
        place = outside_code(text, mark)
        if place > 0:
            return re.split(r"[,.、。，:：]", text[:place])[-1].strip()
    return ""
