"""What a command is for, and whether the way it ended says how it came out."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from batonpass.extract.shell.parse import parse
from batonpass.extract.shell.programs import without_runner
from batonpass.extract.shell.tree import Group, Simple, Step
from batonpass.extract.shell.words import Word, literal
from batonpass.tables.load import words

# Steps in front of a check that do not fail where the check is reached at all.
PREPARES = frozenset(
    {"cd", "export", "source", ".", "set", "pushd", "echo", "sleep", "mkdir", "unset", "ulimit", "nvm"}
)
WRITTEN = {"variable": "${}", "answer": "$({})", "process": "<({})"}  # pieces of a word as they were typed
SEEN = 6000  # characters at either end of an answer that are searched for its outcome


class Check(NamedTuple):
    """A command that checks the work."""

    gate: str  # tests, lint, types, build, format, security
    command: str
    passes: bool  # exit code 0 of the whole line means that it passed
    fails: bool  # any other means that it did not


@lru_cache(maxsize=4096)
def main_words(command: str) -> tuple[str, ...]:
    """Return the words of the first command that does something, () where there is none."""
    for step in flat(parse(command)):
        for one in step.commands:
            told = said(one) if isinstance(one, Simple) else ()
            if told and told[0] not in PREPARES:
                return told
    return ()


@lru_cache(maxsize=4096)
def check_in(command: str) -> Check | None:
    """Return the last check a command line runs."""
    steps = tuple(flat(parse(command)))
    for index in range(len(steps) - 1, -1, -1):
        for at, one in enumerate(steps[index].commands):
            gate = gate_of(said(one)) if isinstance(one, Simple) else ""
            if gate and isinstance(one, Simple):
                return _check(gate, shown(one.words), steps, index, piped=at < len(steps[index].commands) - 1)
    return None


def _check(gate: str, command: str, steps: Sequence[Step], index: int, *, piped: bool) -> Check:
    after = [step.join for step in steps[index + 1 :]]
    keeps = any("pipefail" in said(c) for s in steps[:index] for c in s.commands if isinstance(c, Simple))
    own = not piped or keeps
    before = [step for step in steps[:index] if not _prepares(step)]
    return Check(
        gate,
        command,
        passes=own and all(join == "and" for join in after),
        fails=own and not after and (not before or steps[index].join == "then"),
    )


def _prepares(step: Step) -> bool:
    return all(isinstance(c, Simple) and (not said(c) or said(c)[0] in PREPARES) for c in step.commands)


def flat(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield the steps, those in parentheses and loops among them."""
    for step in steps:
        inner = [c for c in step.commands if isinstance(c, Group)]
        if len(inner) == len(step.commands) == 1 and not inner[0].perhaps:
            yield from flat(inner[0].steps)
        else:
            yield step


def said(command: Simple) -> tuple[str, ...]:
    """Return the words of a command that are known, without what only starts it."""
    return tuple(filter(None, map(literal, without_runner(command.words))))


def shown(command: Sequence[Word]) -> str:
    """Return a command as it can be read."""
    return " ".join(
        "".join(WRITTEN.get(part.kind, "{}").format(part.text) for part in word) for word in command
    )


@cache
def _names() -> tuple[tuple[tuple[str, ...], str], ...]:
    """Return the names of all checks, the longest first."""
    listed = words("commands")["gates"]
    names = [(tuple(name.split()), gate) for gate, group in listed.items() for name in group]
    return tuple(sorted(names, key=lambda pair: -len(pair[0])))


@cache
def _starters() -> tuple[tuple[str, ...], ...]:
    return tuple(
        sorted((tuple(n.split()) for n in words("commands")["through"]["names"]), key=len, reverse=True)
    )


def is_quiet(told: tuple[str, ...]) -> bool:
    """Tell a command that ends with 1 where it finds nothing, or a difference: that is no error."""
    names = words("commands")["quiet"]["names"]
    return bool(told) and (told[0] in names or " ".join(told[:2]) in names)


def gate_of(told: tuple[str, ...]) -> str:
    """Return which check a command is, "" where it is none."""
    for reading in _readings(told):
        for name, gate in _names():
            if _begins(reading, name):
                return gate
    return ""


def _readings(told: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield a command as it stands, then without the tools that started it."""
    yield from _both(told)
    for starter in _starters():
        if told[: len(starter)] == starter:
            rest = told[len(starter) :]
            while rest and rest[0].startswith("-"):
                rest = rest[2 if rest[0] in words("commands")["values"]["options"] else 1 :]
            if rest:
                yield from _readings(rest)
            return


def _both(told: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    plain = tuple(_without_options(told))
    yield plain
    if plain and "/" in plain[0]:
        yield (plain[0].rsplit("/", 1)[-1], *plain[1:])


def _without_options(told: Sequence[str]) -> Iterator[str]:
    taking = words("commands")["values"]["options"]
    skip = False
    for word in told:
        if not skip and not word.startswith("-"):
            yield word
        skip = not skip and word in taking


def _begins(told: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Tell whether a command begins with a name; `npm run test:unit` begins with `npm run test`."""
    head = told[: len(name)]
    if len(head) < len(name) or head[:-1] != name[:-1]:
        return False
    if " ".join(name) in words("commands")["exactly"]["names"] and len(told) > len(name):
        return False
    return head[-1] == name[-1] or head[-1].startswith(name[-1] + ":")


@cache
def _outcomes() -> tuple[re.Pattern[str], re.Pattern[str]]:
    lists = words("commands")["outcome"]
    failed, passed = (
        re.compile("|".join(_plain(p) for p in lists[name]), re.MULTILINE) for name in ("failed", "passed")
    )
    return failed, passed


def _plain(pattern: str) -> str:
    """Return a pattern whose flags hold for itself alone."""
    return f"(?i:{pattern[4:]})" if pattern.startswith("(?i)") else f"(?:{pattern.removeprefix('(?m)')})"


@lru_cache(maxsize=8)  # what a call is about, and whether it went wrong, is asked one after the other
def outcome(answer: str) -> bool | None:
    """Return how a check came out by its own words, None where they do not say."""
    text = answer if len(answer) <= 2 * SEEN else answer[:SEEN] + "\n" + answer[-SEEN:]
    failed, passed = _outcomes()
    if failed.search(text):
        return False
    return True if passed.search(text) else None
