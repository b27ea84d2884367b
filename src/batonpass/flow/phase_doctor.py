"""A progress file that cannot be gone on with: what is wrong with it, and how it is put right without losing anything."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from batonpass.brief.progress import written
from batonpass.flow.course import Course, open_course
from batonpass.flow.move import Moved, changing, move
from batonpass.flow.setup import Setup
from batonpass.model.problem import Problem
from batonpass.read import progress as reading
from batonpass.store import progress as storing

OURS = frozenset(
    {"gate", "compaction_skipped", "skip_reason", "skip_timestamp", "skip_words", "completed_at"}
)
BEYOND = frozenset({"progress-version", "progress-journal"})  # what nobody can put right from here


class Diagnosis(Struct, frozen=True, kw_only=True):
    """What was wrong, and what is left of it."""

    course: Course
    found: tuple[Problem, ...]  # before anything was done
    kept: str = ""  # the file as it was
    done: tuple[str, ...] = ()


def diagnose(setup: Setup, workflow: str = "") -> Diagnosis:
    """Say what is wrong with a workflow's progress file; nothing is changed."""
    course = open_course(setup, workflow)
    return Diagnosis(course=course, found=_seen(course))


def _seen(course: Course) -> tuple[Problem, ...]:
    if course.found is None and course.recorded.moves:
        todo = "`baton phase doctor --write` writes it again from the journal"
        return (
            Problem("progress-missing", "error", "the progress file is gone", todo, course.path),
            *course.problems,
        )
    return course.problems


def repair(setup: Setup, workflow: str = "") -> Diagnosis:
    """Put a progress file right: the journal says how the phases stand, the rest stays; the file as it was is kept."""
    with changing(setup, workflow) as course:
        found = _seen(course)
        if not found or any(problem.rule in BEYOND for problem in found):
            return Diagnosis(course=course, found=found)
        kept = storing.keep_aside(setup.root, course.path) if course.found else ""
        mended, done = _mended(setup, course)
        if not course.recorded.moves:
            return Diagnosis(course=mended, found=found, kept=kept, done=done)
        told = Moved(do="repair", phase=0, state=course.state, answer="go")
        after, _ = move(setup, replace(mended, problems=()), told)
        done += ("the phases stand as the journal tells",)
        again = open_course(setup, after.workflow)
        return Diagnosis(course=again, found=found, kept=kept, done=done)


def _mended(setup: Setup, course: Course) -> tuple[Course, tuple[str, ...]]:
    """Save what can be read of a file, without what must not stand in it."""
    found, done = course.found, []
    if found is None:
        return course, ("the file was written again",)
    text, values = found.text, found.values
    if not values:
        text, values = reading.salvaged(text)
        lost = len(found.text.splitlines()) - len(text.splitlines())
        said = "the last line" if lost == 1 else f"the last {lost} lines"
        done = [f"{said} cannot be read" if values else "nothing of it can be read"]
    ours: dict[str, Any] = {}
    if any(problem.rule == "progress-outside" for problem in found.problems):
        ours["artifacts"] = [one for one in values["artifacts"] if not _leads_out(setup, course, one)]
        done.append("the artifacts outside of the project were taken out")
    entries = _unclaimed(course, values) if course.recorded.moves else {}
    made = written(text, values, ours, entries, reading.plain).text if values else ""
    if made != found.text:
        storing.save(setup.root, course.path, made, found.text)
    return replace(course, found=reading.parse(setup.root, course.path, made)), tuple(done)


def _leads_out(setup: Setup, course: Course, entry: Any) -> bool:
    named = entry.get("path") if isinstance(entry, dict) else entry
    return isinstance(named, str) and not reading.is_inside(setup.root, course.path, named)


def _unclaimed(course: Course, values: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of phases that the journal knows nothing of: pending, whatever was written there."""
    told = values.get("phases")
    entries = told.items() if isinstance(told, dict) else ()
    return {
        key: {**{k: v for k, v in entry.items() if k not in OURS}, "status": "pending"}
        for key, entry in entries
        if key not in course.recorded.entries and isinstance(entry, dict)
    }
