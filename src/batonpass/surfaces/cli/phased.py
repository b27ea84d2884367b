"""What commands about phases tell programs."""

from typing import Any

from batonpass.flow.course import Course
from batonpass.flow.phase import Done, current, gate_standing, standing_of
from batonpass.flow.phase_doctor import Diagnosis
from batonpass.flow.phase_finish import Finished
from batonpass.surfaces.cli.values import fields, problem_values


def value(told: Course) -> dict[str, Any]:
    """Return the JSON value of a workflow."""
    return {
        "workflow": told.workflow,
        "path": told.path,
        "playbook": told.recorded.playbook,
        "status": "in-progress" if current(told) else "complete",
        "current": current(told),
        "work_type": told.state.work_type,
        "phases": [_phase_value(told, phase.number) for _, phase in told.phases.ordered()],
        "gates": _gate_values(told),
        "problems": problem_values(told.problems),
    }


def _phase_value(told: Course, number: int) -> dict[str, Any]:
    name, phase = told.phase(number)
    return {
        "number": number,
        "name": name,
        "title": phase.title,
        "runs": told.phases.runs(number, told.state.work_type),
        "standing": standing_of(told, number),
        **told.recorded.entries.get(told.key(number), {}),
    }


def _gate_values(told: Course) -> list[dict[str, Any]]:
    return [
        {"name": name, "after": gate.after, "title": gate.title, "standing": gate_standing(told, name)}
        for name, gate in sorted(told.phases.gates.items(), key=lambda named: named[1].after)
    ]


def moved(do: str, told: Done) -> dict[str, Any]:
    """Return the JSON value of a move."""
    made = told.course
    return {
        "workflow": made.workflow,
        "path": made.path,
        "do": do,
        "phase": told.phase,
        "answer": told.answer,
        "denied": told.denied,
        "mode": told.mode,
        "reasons": told.reasons,
        "tokens": told.context.usage.tokens if told.context and told.context.usage else None,
        "current": current(made),
        "gates": _gate_values(made),
    }


def finished(told: Finished) -> dict[str, Any]:
    """Return the JSON value of a phase's end."""
    return {
        **moved("finish", told.done),
        "verification": told.text,
        "residue": told.residue,
        "residue_tokens": told.residue_tokens,
        "checks": [fields(check) for check in told.checks],
        "handoff": told.handoff,
    }


def diagnosis_value(told: Diagnosis) -> dict[str, Any]:
    """Return the JSON value of a diagnosis."""
    return {
        "workflow": told.course.workflow,
        "path": told.course.path,
        "problems": problem_values(told.found),
        "kept": told.kept,
        "done": told.done,
    }
