"""What is known of the tests: all together, and by what they do."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from batonpass.model.fact import Fact
from batonpass.tables import load

Told = tuple[Any, Fact | None, str]
NOTHING: Told = (None, None, "")
SUBTRACTED = "total minus passed"


def best(facts: Iterable[Fact]) -> Fact | None:
    """Return what tells of all tests: what a report shows, else the largest run that is told of."""
    found = [f for f in facts if f.kind == "tests" and f.standing == "current" and _counts(f)]
    return min(found, key=lambda f: (f.basis != "derived", -_size(f)), default=None)


def _counts(fact: Fact) -> bool:
    about = fact.attributes
    return any(n is not None for n in (about.passed, about.failed, about.total))


def _size(fact: Fact) -> int:
    about = fact.attributes
    return about.total or sum(n or 0 for n in (about.passed, about.failed, about.errors))


def total(facts: Iterable[Fact]) -> Told:
    """Return how many were run."""
    fact = best(facts)
    if fact is None:
        return NOTHING
    about = fact.attributes
    if about.total is not None:
        return about.total, fact, ""
    if about.passed is not None and about.failed is not None:
        return _size(fact) + (about.skipped or 0), fact, "summed"
    return NOTHING


def passing(facts: Iterable[Fact]) -> Told:
    """Return how many passed."""
    fact = best(facts)
    return (fact.attributes.passed, fact, "") if fact else NOTHING


def failing(facts: Iterable[Fact]) -> Told:
    """Return how many failed or broke off."""
    fact = best(facts)
    return _failing(fact) if fact else NOTHING


def _failing(fact: Fact) -> Told:
    about = fact.attributes
    if about.failed is not None or about.errors is not None:
        return (about.failed or 0) + (about.errors or 0), fact, ""
    if about.total is not None and about.passed is not None:
        return max(about.total - about.passed - (about.skipped or 0), 0), fact, SUBTRACTED
    return NOTHING


def whole(facts: Iterable[Fact]) -> Told:
    """Return how many passed and failed of all."""
    fact = best(facts)
    return _object(fact) if fact else NOTHING


def _object(fact: Fact) -> Told:
    failed, _, note = _failing(fact)
    parts = {"passed": fact.attributes.passed, "failed": failed}
    told = {key: value for key, value in parts.items() if value is not None}
    return (told, fact, note) if told else NOTHING


def duration(facts: Iterable[Fact]) -> Told:
    """Return how long all of them took, as a report tells it."""
    fact = best(facts)
    seconds = fact.attributes.duration_s if fact else None
    return (f"{seconds:g}s", fact, "") if seconds is not None else NOTHING


def of_type(name: str) -> Callable[[Iterable[Fact]], Told]:
    """Return what tells of the tests of one type."""

    def read(facts: Iterable[Fact]) -> Told:
        found = [f for kind, f in types(facts) if kind == name]
        if not found or _counts(found[0]) is False:
            return NOTHING
        told, fact, note = _object(found[0])
        took = _duration(found[0])
        return ({**told, **({"duration": took} if took else {})}, fact, note) if told else NOTHING

    return read


def types(facts: Iterable[Fact]) -> list[tuple[str, Fact]]:
    """Return every type of tests that is told of; a claim that a report speaks against is none."""
    facts = list(facts)
    all_of_them = best(facts)
    runs = [f for f in facts if f.kind == "tests" and f.standing in ("current", "superseded")]
    named = [
        (names[0], f) for f in runs if len(names := _named(f)) == 1
    ]  # one that tells of several tells of none
    first = dict(reversed(named))
    fitting = _fits([f for f in first.values() if f.standing == "superseded"], all_of_them)
    return [(n, f) for n, f in first.items() if fitting or f.standing == "current"][::-1]


def _named(fact: Fact) -> list[str]:
    about = _about(fact)
    return [name for name, words in _words() if words.search(about)]


def _fits(claimed: Sequence[Fact], shown: Fact | None) -> bool:
    """Say whether runs that are only claimed can be parts of what a report shows."""
    return shown is not None and sum(map(_size, claimed)) <= _size(shown)


def _about(fact: Fact) -> str:
    about = fact.attributes
    return " ".join(filter(None, (fact.text, about.runner, about.command, about.name))).casefold()


@cache
def _words() -> tuple[tuple[str, re.Pattern[str]], ...]:
    told: dict[str, list[str]] = load.table("handoff_fields")["tests"]
    return tuple((n, re.compile(rf"\b(?:{'|'.join(map(re.escape, w))})\b")) for n, w in told.items())


def _duration(fact: Fact) -> str:
    if fact.attributes.duration_s is not None:
        return f"{fact.attributes.duration_s:g}s"
    found = re.search(load.table("handoff_fields")["reads"]["duration"], fact.text)
    return found[1] if found else ""
