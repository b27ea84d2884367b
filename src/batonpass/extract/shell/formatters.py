"""Formatters and fixers: what they are named they may rewrite, and nobody knows whether there was anything to do."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from batonpass.extract.shell.words import Value
from batonpass.tables.load import words as listed


class Formatter(NamedTuple):
    """How a formatter is called so that it writes."""

    name: tuple[str, ...]  # `ruff format`
    options: frozenset[str]  # one of which it needs; none: it always writes


def may_be(name: str) -> bool:
    """Tell by its first word whether a command may be one: most are not, and need no closer look."""
    return name in _firsts()


class Rewritten(NamedTuple):
    """What a formatter may do."""

    program: str  # "" where the command is none, or does not write
    files: tuple[Value, ...] = ()


def rewritten(values: Sequence[Value | None]) -> Rewritten:
    """Return the files a command may rewrite; what it would find in a folder or by a pattern is not known."""
    said = _without_starter([value for value in values if value])
    named = [value for value in said if not value.text.startswith("-")]
    options = {value.text.partition("=")[0] for value in said if value.text.startswith("-")}
    texts = tuple(value.text for value in named)
    for one in _formatters():
        if texts[: len(one.name)] == one.name and (not one.options or one.options & options):
            return Rewritten(one.name[0], tuple(v for v in named[len(one.name) :] if _is_file(v)))
    return Rewritten("")


def _is_file(value: Value) -> bool:
    return not value.pattern and "." in value.text.rsplit("/", 1)[-1].strip(".")


def _without_starter(said: list[Value]) -> list[Value]:
    """Return a command without what starts a language's tools: `npx`, `uv run`, `python -m`."""
    texts = tuple(value.text for value in said)
    longest = max((len(s) for s in _starters() if texts[: len(s)] == s), default=0)
    return said[longest:]


@cache
def _starters() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(name.split()) for name in listed("commands")["through"]["names"])


@cache
def _firsts() -> frozenset[str]:
    return frozenset([*(s[0] for s in _starters()), *(one.name[0] for one in _formatters())])


@cache
def _formatters() -> tuple[Formatter, ...]:
    """Return all, the longest names first."""
    table = listed("commands")["formatters"]
    found = [Formatter(tuple(name.split()), frozenset(options)) for name, options in table.items()]
    return tuple(sorted(found, key=lambda one: -len(one.name)))
