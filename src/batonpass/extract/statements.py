"""Which titles, leads and sentences say something by themselves."""

from functools import cache

from batonpass.extract.sentences import sentences
from batonpass.extract.titles import WIDE, identified, is_wide, words
from batonpass.extract.units import Unit
from batonpass.tables.load import table
from batonpass.tables.load import words as listed


@cache
def numbers() -> dict[str, dict[str, float]]:
    """Return the numbers of the extraction."""
    return table("extract")


def limit(name: str, of: str = "prose") -> int:
    """Return one number."""
    return int(numbers()[of][name])


@cache
def opens_reasons() -> tuple[str, ...]:
    """Return how a line ends whose list gives the reasons."""
    return tuple(listed("clauses")["reason"]["ends"])


@cache
def continuing() -> tuple[str, ...]:
    """Return how sentences begin that make no sense alone."""
    return tuple(listed("clauses")["continues"]["opens"])


def thoughts(text: str) -> list[str]:
    """Return the sentences of a paragraph, joined to the one before where they go on with it or it is short."""
    found: list[str] = []
    for sentence in sentences(text):
        goes_on = found and (
            sentence.casefold().startswith(continuing()) or len(found[-1]) < limit("short_thought")
        )
        if goes_on and len(found[-1]) + len(sentence) < limit("longest_item"):
            found[-1] = f"{found[-1]} {sentence}"
        else:
            found.append(sentence)
    return found


def states_something(lead: Unit) -> bool:
    """Tell whether the line before a list says something itself, besides that a list follows."""
    telling = words(lead.text)
    announcing = listed("clauses")["statement"]["announces"]
    return len(telling) > limit("topic_words", "title") and set(telling).isdisjoint(announcing)


def is_statement(entry: Unit) -> bool:
    """Tell whether a sub-heading says something itself, or only names a topic."""
    title = entry.section.tail
    if entry.section.depth == 0 or is_numbered(entry.section.title):
        return True
    if is_wide(title):
        return len(WIDE.findall(title)) >= limit("topic_wide", "title")
    telling = words(title)
    verbs = listed("clauses")["statement"]
    if len(telling) > 2 and telling[0] in verbs["opens"]:  # noqa: PLR2004 - a verb, and what it is done to
        return True
    return len(telling) >= limit("topic_words", "title") and not set(telling).isdisjoint(verbs["holds"])


def is_numbered(title: str) -> bool:
    """Tell whether a title carries the identifier of one entry: `[L-1] Verbose errors`, not `Phase 1: Setup`."""
    found = identified(title)
    return (
        found is not None and bool(found.rest) and len(found.letters) <= limit("identifier_letters", "title")
    )


def is_collection(title: str) -> bool:
    """Tell whether a title announces several of its kind: `Key Decisions`, `Decisiones de diseño`."""
    return not frozenset(listed("clauses")["several"]["words"]).isdisjoint(title.casefold().split())
