"""A workflow that another tool began is taken over."""

from msgspec.structs import replace

from batonpass.decide.phases import step
from batonpass.flow.course import Course
from batonpass.flow.move import Moved, move
from batonpass.flow.setup import Setup
from batonpass.model.progress import Move


def adopt(setup: Setup, course: Course) -> tuple[Course, bool]:
    """Take a workflow over that another tool began: what it says is complete counts, its gates do not."""
    found = course.found
    told = found.phases if found else {}
    numbers = {p.number: course.key(p.number) for _, p in course.phases.ordered()}
    claimed = tuple(n for n, key in numbers.items() if told.get(key) == "complete")
    left = tuple(n for n, key in numbers.items() if told.get(key) == "skipped")
    triage = found.values.get("triage") if found else None
    kind = str(triage.get("work_type") or "") if isinstance(triage, dict) else ""
    asked = Move(
        do="adopt",
        phase=0,
        claimed=claimed,
        left=left,
        work_type=kind if kind in course.phases.work_types else course.phases.usual,
    )
    state, _ = step(course.phases, course.state, asked)
    under_way = {n for n, key in numbers.items() if told.get(key) == "in_progress"}
    first = min(under_way, default=0)
    state = replace(state, under_way=frozenset({first} if first else ()))
    there = found.values.get("phases") if found else {}
    entries = {
        key: entry if isinstance(entry, dict) else {"status": "pending"}
        for key, entry in (there.items() if isinstance(there, dict) else ())
    }
    moved = Moved(do="adopt", phase=0, state=state, answer="go", entries=entries)
    return move(setup, course, moved)
