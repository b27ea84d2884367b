"""Problems for a person: what is wrong, where, and what to do."""

from collections.abc import Iterator, Sequence

from batonpass.model.problem import Problem
from batonpass.model.verdict import Verdict
from batonpass.surfaces.cli.page import Line, Part, line

SIGNS: dict[str, Part] = {"error": ("✗", "bad"), "warning": ("!", "warning"), "note": ("·", "quiet")}
STYLES = {"error": "bad", "warning": "warning", "note": "quiet"}
LEVELS = {"OK": "quiet", "WARNING": "warning", "CRITICAL": "bad"}


def problems(found: Sequence[Problem], indent: int = 2, *, around: str = "") -> Iterator[Line]:
    """Yield each problem with its way out; `around` is the file they are about, which need not be said."""
    for problem in found:
        yield line(
            (problem.rule, STYLES[problem.severity]),
            " ",
            (_place(problem, around), "name"),
            problem.message,
            lead=SIGNS[problem.severity],
            indent=indent,
        )
        if problem.todo:
            yield line((problem.todo, "quiet"), lead=("→", "quiet"), indent=indent + 2)


def _place(problem: Problem, around: str) -> str:
    path = problem.path if problem.path != around else ""
    file = f"{path}:{problem.line}" if path and problem.line else path
    said = " ".join(part for part in (file, problem.pointer) if part)
    return f"{said} " if said else ""


def alert(verdict: Verdict) -> tuple[Part, ...]:
    """Return what a budget alert says, in the colour of its level."""
    level = "" if verdict.level == "OK" else f"{verdict.level}: "
    return tuple((f"{level}{reason}", LEVELS[verdict.level]) for reason in verdict.reasons)
