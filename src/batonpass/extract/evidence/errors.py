"""Errors an agent met, and whether it got over them."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from batonpass.extract.evidence.commands import is_quiet, main_words
from batonpass.extract.evidence.gates import passed, short
from batonpass.extract.evidence.trail import LIKELY, MAYBE
from batonpass.model.act import Tool
from batonpass.model.deed import Done
from batonpass.model.fact import Attributes, Fact
from batonpass.tables.load import words

CHANGES: frozenset[Tool] = frozenset({"write", "edit", "patch"})
LOOKS: frozenset[Tool] = frozenset(
    {"read", "search", "ask", "plan"}
)  # a file that is not there is an answer too
FOUND_NOTHING = 1
OPEN = 0.9
LONGEST = 300
MOST_LINES = 400


def find(all_done: Sequence[Done]) -> Iterator[Fact]:
    """Yield every error once, with how it ended."""
    met: dict[tuple[str, str, str], Fact] = {}
    for one, about, resolved in _with_their_ends(all_done):
        fact = fact_of(one, resolved=resolved)
        met[one.act.agent, about, fact.attributes.error_class or fact.text] = fact
    yield from met.values()


def _with_their_ends(all_done: Sequence[Done]) -> list[tuple[Done, str, bool]]:
    """Return the calls that went wrong, what they were about, and whether a later one about the same went well."""
    found: list[tuple[Done, str, bool]] = []
    overcome: set[tuple[str, bool, str]] = set()
    for one in reversed(all_done):
        about = matter(one)
        same = (one.act.agent, one.act.tool == "shell", about)
        if is_error(one):
            found.append((one, about, same in overcome))
        elif one.answered:
            overcome.add(same)
    return found[::-1]


def is_error(one: Done) -> bool:
    """Tell a call that went wrong; what was refused, and a search that found nothing, did not."""
    if one.refused or one.act.tool in LOOKS:
        return False
    if (found := passed(one)) is not None:
        return not found[1]
    if not one.failed:
        return False
    told = main_words(one.act.command)
    return not (is_quiet(told) and one.exit in (FOUND_NOTHING, None))


def fact_of(one: Done, *, resolved: bool) -> Fact:
    """Return an error as a fact."""
    line = trouble(one.answer) or short(one.act.command) or one.call.text or one.act.named
    named = _class().search(line) or _class().search(one.answer[:LONGEST])
    weighs = passed(one) is not None or one.act.tool in CHANGES
    return Fact(
        "error",
        line,
        one.spans,
        "derived",
        attributes=Attributes(
            error_class=named[1] if named else None,
            command=short(one.act.command) or None,
            resolved=resolved,
            agent=one.act.agent or None,
        ),
        confidence=MAYBE if resolved else OPEN if weighs else LIKELY,
    )


def matter(one: Done) -> str:
    """Return what a call is about, so that a later one about the same can be told."""
    if one.act.tool == "shell":
        found = passed(one)
        return found[0].gate if found else " ".join(main_words(one.act.command)[:3])
    paths = ",".join(touch.path for touch in one.act.touches)
    return paths or one.act.named


@cache
def _class() -> re.Pattern[str]:
    return re.compile(words("commands")["trouble"]["class"])


@cache
def _lines() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in words("commands")["trouble"]["lines"])


def trouble(answer: str) -> str:
    """Return the line of an answer that says what went wrong: an exception's last one, else the first."""
    lines = [line.strip() for line in answer.splitlines() if line.strip()]
    lines = lines if len(lines) <= MOST_LINES else lines[: MOST_LINES // 2] + lines[-MOST_LINES // 2 :]
    for rank, pattern in enumerate(_lines()):
        for line in reversed(lines) if rank == 0 else lines:
            if pattern.search(line):
                return clipped(line)
    return clipped(lines[-1]) if lines else ""


def clipped(line: str) -> str:
    """Return a line not longer than a person reads, cut between words."""
    return line if len(line) <= LONGEST else line[:LONGEST].rsplit(" ", 1)[0]
