"""One move: recorded in the journal, then written into the progress file."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec import Struct

from batonpass._version import __version__
from batonpass.brief.progress import written
from batonpass.decide.phases import due, open_gates
from batonpass.flow.course import MOVED, Course, digest_of_move, home, merged, open_course, with_move
from batonpass.flow.setup import Setup
from batonpass.model.event import Event
from batonpass.model.progress import State
from batonpass.model.source import digest_of
from batonpass.read import progress as reading
from batonpass.store import progress as storing
from batonpass.store import underway


@contextmanager
def changing(setup: Setup, workflow: str) -> Iterator[Course]:
    """Hold the workflow's progress file, and return how it stands; the lock is the same for all of a project."""
    path = open_course(setup, workflow).path or f"{home(setup, 'new')}/{reading.NAME}"
    with storing.locked(setup.root, path):
        yield open_course(setup, workflow)


class Moved(Struct, frozen=True, kw_only=True):
    """One move, as it is recorded."""

    do: str
    phase: int
    state: State
    answer: str
    reasons: tuple[str, ...] = ()
    moved: bool = True  # False: it was denied
    mode: str = ""
    entry: dict[str, Any] = {}  # of the phase, from now on; {} = as it was
    entries: dict[str, dict[str, Any]] = {}  # of adopted phases
    again: tuple[str, ...] = ()  # keys of phases that must be done again
    more: dict[str, Any] = {}  # tokens, artifacts, words


def move(setup: Setup, course: Course, moved: Moved, *, name: str = "") -> tuple[Course, bool]:
    """Record a move, then write the file; return how it stands, and whether the file was written anew as a whole."""
    key = course.key(moved.phase) if moved.phase else ""
    at = f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
    data: dict[str, Any] = {
        "workflow": course.workflow,
        "n": course.recorded.moves + 1,
        "do": moved.do,
        "phase": str(moved.phase or ""),
        "key": key,
        "answer": moved.answer,
        "reasons": list(moved.reasons),
        "moved": moved.moved,
        "mode": moved.mode,
        "state": msgspec.to_builtins(moved.state, order="sorted"),
        "entry": moved.entry,
        "entries": moved.entries,
        "again": list(moved.again),
        "path": course.path,
        "name": name,
        "playbook": setup.playbook.name,
        "chain": course.recorded.digest,
        "before": digest_of(course.found.text.encode()) if course.found else "",
        **moved.more,
    }
    setup.store.record(
        Event(MOVED, at, data, f"phase:{course.workflow}:{data['n']}:{course.recorded.digest}")
    )
    told = with_move(course.recorded, data, at)
    now = msgspec.structs.replace(
        told, moves=course.recorded.moves + 1, digest=digest_of_move(at, data), started=told.started or at
    )
    return write(setup, msgspec.structs.replace(course, recorded=now))


def write(setup: Setup, course: Course) -> tuple[Course, bool]:
    """Write the progress file as the journal tells it; what others wrote into it stays."""
    found = course.found
    text, values = (found.text, found.values) if found else ("", {})
    made = written(text, values, ours(setup, course), course.recorded.entries, reading.plain)
    if made.whole:
        storing.keep_aside(setup.root, course.path)
    if made.text != text:
        storing.save(setup.root, course.path, made.text, found.text if found else None)
    again = reading.parse(setup.root, course.path, made.text)
    remember(setup, course)
    return msgspec.structs.replace(course, found=again, problems=again.problems), made.whole


def remember(setup: Setup, course: Course) -> None:
    """Keep what hooks must know of the phase under way."""
    number = due(course.phases, course.state)
    if not number:
        underway.keep(setup.root)
        return
    heavy = number in course.state.under_way and course.phase(number)[1].heavy
    underway.keep(
        setup.root,
        workflow=course.workflow,
        number=number,
        heavy=heavy,
        line=said(course),
        residues=list(_residues(course)),
    )


def _residues(course: Course) -> Iterator[str]:
    """Yield what stays of every phase; of one whose gate is open, that it is not complete."""
    for number in (phase.number for _, phase in course.phases.ordered()):
        entry = course.recorded.entries.get(course.key(number), {})
        lines = list(entry.get("residue") or ())
        if lines and entry["gate"].get("status") == "open":
            lines[0] = (
                f"Phase {number} ({course.phase(number)[1].title}): gate open, `baton phase finish {number}`"
            )
        if lines:
            yield "\n".join(lines)


def said(course: Course) -> str:
    """Return in one line how a workflow stands, and what stands against going on."""
    number = due(course.phases, course.state)
    if course.is_foreign:
        return f"{course.workflow}: begun by another tool; `baton phase resume` takes it over"
    if not number:
        return f"{course.workflow}: every phase is complete"
    _, phase = course.phase(number)
    begun = "under way" if number in course.state.under_way else "next"
    ahead = open_gates(course.phases, course.state, max(p.number for _, p in course.phases.ordered()) + 1)
    gate = course.phases.gates[ahead[0]] if ahead else None
    closed = gate is not None and gate.after < number
    told = f"; {'not passed: ' if closed else ''}{gate.title} after phase {gate.after}" if gate else ""
    return f"{course.workflow}: phase {number} ({phase.title}) is {begun}{told}"


def ours(setup: Setup, course: Course) -> dict[str, Any]:
    """Return the top keys of a progress file that are ours to write."""
    values = course.found.values if course.found else {}
    told, phases = course.recorded, course.phases
    number = due(phases, told.state)
    current = number or max((p.number for _, p in phases.ordered()), default=0)
    metrics = values.get("metrics")
    metrics = metrics if isinstance(metrics, dict) else {}
    triage = values.get("triage")
    triage = triage if isinstance(triage, dict) else {}
    numbered = isinstance(values.get("current_phase"), int)
    top: dict[str, Any] = {} if values else _new(setup, course)
    top["status"] = "in-progress" if number else "complete"
    top["current_phase"] = current if numbered else course.key(current)
    top["current_phase_name"] = course.phase(current)[1].title
    if told.state.work_type:
        top["triage"] = {**triage, "work_type": told.state.work_type}
    if told.artifacts:
        there = values.get("artifacts")
        listed = [
            a if isinstance(a, dict) else {"path": a} for a in (there if isinstance(there, list) else ())
        ]
        top["artifacts"] = list(merged(listed, told.artifacts))
    if told.tokens:
        top["metrics"] = {**metrics, "tokens": told.tokens}
        if told.tokens.get("compaction_triggered"):
            top["token_triggered_compaction"] = True
    top["baton"] = {
        "schema_version": reading.VERSION,
        "workflow": course.workflow,
        "playbook": told.playbook or setup.playbook.name,
        "moves": told.moves,
        "digest": told.digest,
        "written_by": f"batonpass {__version__}",
    }
    return top


def _new(setup: Setup, course: Course) -> dict[str, Any]:
    return {
        "workflow_name": course.recorded.name or course.workflow,
        "workflow_slug": course.workflow,
        "orchestration_skill": setup.playbook.name,
        "created_at": course.recorded.started,
    }
