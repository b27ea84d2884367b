"""All rules over one manifest: every problem at once, the worst first."""

import re
from collections.abc import Collection, Iterable

from msgspec.structs import replace

from batonpass.model.errors import NotFound, WrongUse
from batonpass.model.problem import Problem
from batonpass.validate.all import RULES
from batonpass.validate.lines import lines
from batonpass.validate.rule import Rule
from batonpass.validate.subject import Senses, Subject

SEVERITIES = ("error", "warning", "note")
DIGITS = re.compile(r"(\d+)")


def check(
    subject: Subject, senses: Senses, *, skip: Collection[str] = (), only: Collection[str] = ()
) -> tuple[Problem, ...]:
    """Return what is wrong with a manifest, sorted by severity, then place."""
    rules = chosen(skip=skip, only=only)
    found = once(problem for rule in rules for problem in rule.check(subject, senses))
    return tuple(sorted(placed(found, subject.path, subject.data), key=order)) if found else ()


def chosen(*, skip: Collection[str] = (), only: Collection[str] = ()) -> tuple[Rule, ...]:
    """Return the rules to run; an unknown name is an error, so that none is skipped by a misspelling."""
    known = [rule.NAME for rule in RULES]
    unknown = sorted({*skip, *only}.difference(known))
    if unknown:
        raise NotFound(f"no rule called {', '.join(unknown)}", wanted=f"any of {', '.join(known)}")
    left = tuple(r for r in RULES if r.NAME not in skip and (not only or r.NAME in only))
    if not left:
        raise WrongUse("no rule is left to run", wanted="fewer of --skip, or others of --only")
    return left


def has_errors(problems: Iterable[Problem]) -> bool:
    """Say whether a manifest is invalid; warnings and notes do not make it so."""
    return any(problem.severity == "error" for problem in problems)


def once(problems: Iterable[Problem]) -> list[Problem]:
    """Drop what a later rule asks for in the very same words at the same place."""
    first: dict[tuple[str, str, str], Problem] = {}
    for problem in problems:
        first.setdefault((problem.pointer, problem.message, problem.todo), problem)
    return list(first.values())


def placed(problems: list[Problem], path: str, data: bytes) -> Iterable[Problem]:
    """Add the file's path, and the line where each problem's pointer stands; the whole has none."""
    line_of = lines(data) if data and any(problem.pointer for problem in problems) else {}
    for problem in problems:
        yield replace(problem, path=path, line=_line(problem.pointer, line_of))


def _line(pointer: str, line_of: dict[str, int]) -> int:
    """Return the line of a place, or of what should have held it: a missing field has none of its own."""
    if not pointer or not line_of:
        return 0
    while pointer not in line_of and pointer:
        pointer = pointer.rpartition("/")[0]
    return line_of[pointer]


def order(problem: Problem) -> tuple[int, list[str], str, str]:
    """Return the key by which problems are sorted: severity, place, rule."""
    return SEVERITIES.index(problem.severity), _natural(problem.pointer), problem.rule, problem.message


def _natural(pointer: str) -> list[str]:
    """Return a key under which item 2 stands before item 10."""
    return [part.zfill(9) if part.isdigit() else part for part in DIGITS.split(pointer)]
