"""Texts that say nothing: "None", unfilled templates, leftovers."""

import re
from functools import cache, lru_cache
from typing import Any

from batonpass.tables.load import words as table

EDGES = " \t\r\n.*_`'\"()[]{}<>|:：;,-—–…。、!~"
# {proposed | accepted | superseded}, <name of the service>, [date]
TEMPLATE = re.compile(r"\{[^{}]*\|[^{}]*\}|^\s*[<\[{][^<>\[\]{}]{2,200}[>\]}]\s*$|\{\{[^{}]*\}\}")
# <name of the service> in a text: what somebody was to fill in; not a tag, not a type's parameter
TO_FILL_IN = re.compile(r"(?<![\w`])<(?!/|https?:|mailto:)[A-Za-z][^<>`@=]{1,60}>(?!`)")
SEVERAL = 2  # such places make a form of any text
LONGEST_BEGINNING = 40


@cache
def lists() -> dict[str, Any]:
    """Return the word list."""
    return table("nothing")


@cache
def exact() -> frozenset[str]:
    """Return the whole texts that mean nothing."""
    return frozenset(t.strip(EDGES) for t in lists()["exact"])


@cache
def beginnings() -> tuple[str, ...]:
    """Return how texts begin that go on to say why there is nothing."""
    return tuple(lists()["begins"])


@lru_cache(maxsize=4096)
def says_nothing(text: str) -> bool:
    """Tell whether a text only says that there is nothing, or was never filled in."""
    low = text.strip().casefold()
    if low.strip(EDGES) in exact():
        return True
    if low.lstrip(EDGES).startswith(beginnings()) or low.startswith(beginnings()):
        return not any(turn in low for turn in lists()["turns"])
    return is_template(text)


def is_template(text: str) -> bool:
    """Tell whether a text is a placeholder nobody filled in."""
    if "{" in text or "<" in text or "[" in text:
        found = TEMPLATE.search(text)
        if found and "NEEDS CLARIFICATION" not in text and found.end() - found.start() > len(text) / 2:
            return True
        blanks = TO_FILL_IN.findall(text)
        if len(blanks) >= SEVERAL or sum(map(len, blanks)) > len(text) / 2:
            return True
    low = text.casefold()
    return len(low) <= LONGEST_BEGINNING and low.startswith(tuple(lists()["placeholders"]))
