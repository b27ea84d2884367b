"""A file a source speaks of: its path, and what its surroundings say became of it."""

import re
from typing import NamedTuple

from batonpass.extract import changes
from batonpass.extract.changes import BY_FAMILY
from batonpass.extract.leanings import in_words
from batonpass.extract.paths import paths_in
from batonpass.extract.reading import Reading
from batonpass.extract.units import Unit
from batonpass.model.fact import Change
from batonpass.tables.load import words

ARROW = re.compile(r"\s*(?:→|->|=>|⇒|➜)\s*")
NEAR = 30  # characters between a verb and its path
LONGEST = 200
TO_DO = frozenset({"task", "tasks"})  # XML-like elements whose files are yet to be changed


class Context(NamedTuple):
    """What is known about the files of a unit before their own words are read."""

    change: Change | None
    planned: bool
    confidence: float


class Mention(NamedTuple):
    """One file, what is said of it, and in which words."""

    path: str
    context: Context
    remark: str = ""
    from_path: str = ""
    text: str = ""


def context_of(unit: Unit, reading: Reading) -> Context | None:
    """Return what a unit's surroundings say about its files, None where they do not list any."""
    if unit.family == "work" and unit.via == "section":
        return of_work(unit, reading)
    if unit.family not in BY_FAMILY or (unit.family == "file_mentioned" and unit.block.kind != "code"):
        return None
    change, planned = BY_FAMILY[unit.family]
    if unit.family == "file_mentioned":
        return Context(None, planned, unit.confidence)
    if change is None:
        listing = unit.via != "section" or unit.block.kind == "row" or tells_change(unit.section.title)
        if reading.hands_over and not listing:
            return None
        change, planned = "modified", reading.plans
    later = planned or reading.plans or unit.block.checked is False or not TO_DO.isdisjoint(unit.block.tags)
    return Context(change, later, unit.confidence)


def of_work(unit: Unit, reading: Reading) -> Context | None:
    """Return what became of the files below a title like "Added" that lists work: where a text begins with its file."""
    told = changes.of_whole(unit.section.title)
    first = next(iter(paths_in(unit.text[:LONGEST])), None)
    if told is None or first is None or unit.text[: first.start].strip(" `*[("):
        return None
    return Context(told.change, told.planned or reading.plans, unit.confidence)


def tells_change(title: str) -> bool:
    """Tell whether a title says that its files were changed, and not only that there are some."""
    return in_words(title, words("changes")["column"]["words"])


def worded(context: Context, before: str, after: str) -> Context:
    """Return the context, corrected by the words right before and behind the path."""
    said = changes.of_mark(after)
    if said is None and len(before) <= NEAR:
        said = changes.of_word(before)
    if said is None and after.lstrip(" `*")[:1] in ("—", "–", "-", ":", "："):
        clause = re.split(r"[,.;(—–]", after.lstrip(" `*—–-:："), maxsplit=1)[0]
        said = changes.of_whole(clause)
    if said is None or context.change == "read":
        return context
    return context._replace(change=said.change, planned=context.planned or (said.planned and context.planned))


def renamed(text: str) -> tuple[str, str] | None:
    """Return where a file was and where it is now, where an arrow says so."""
    parts = ARROW.split(text, maxsplit=1)
    if len(parts) == 1:
        return moved_to(text)
    before, after = paths_in(parts[0]), paths_in(parts[1][:LONGEST])
    if before and after and not parts[0][before[-1].end :].strip(" `") and after[0].start <= 1:
        return before[-1].path, after[0].path
    return None


def moved_to(text: str) -> tuple[str, str] | None:
    """Return where a file was and where it is now, where a sentence says that it was moved: "Moved `a.py` to `b.py`"."""
    places = paths_in(text)
    if len(places) != 2 or not text[: places[0].start].strip(" `*"):  # noqa: PLR2004 - from one place to another
        return None
    said = changes.of_word(text[: places[0].start].strip(" `*-"))
    between = text[places[0].end : places[1].start].strip(" `*").casefold()
    moved = said is not None and said.change == "renamed" and not said.planned
    return (
        (places[0].path, places[1].path)
        if moved and between in words("changes")["towards"]["words"]
        else None
    )
