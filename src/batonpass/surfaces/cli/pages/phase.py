"""How a workflow with phases stands, and what became of a move."""

from collections.abc import Iterator
from typing import Any

from batonpass.flow.course import Course
from batonpass.flow.phase import Done, current, waiting
from batonpass.flow.phase_doctor import Diagnosis
from batonpass.flow.phase_finish import Finished
from batonpass.surfaces.cli.page import EMPTY, Block, Line, Part, joined, line, title
from batonpass.surfaces.cli.pages.problems import problems
from batonpass.surfaces.cli.told import fields, problem_values

SIGNS: dict[str, Part] = {
    "complete": ("✓", "good"),
    "in_progress": ("▸", "name"),
    "skipped": ("–", "quiet"),
    "pending": ("·", "quiet"),
}
DONE = {
    "start": "Phase {n} ({title}) has begun.",
    "finish": "Phase {n} ({title}) is finished.",
    "skip": "Phase {n} ({title}): left out, in the user's words.",
    "resume": "Going on with phase {n} ({title}).",
}
STAYS = {"finish": "Phase {n} ({title}) is not finished.", "skip": "Nothing was skipped."}


def course(told: Course) -> Iterator[Block]:
    """Yield the phases of a workflow, its gates between them, and what is wrong with its file."""
    kind = f"{told.state.work_type} work" if told.state.work_type else ""
    yield title(told.recorded.name or told.workflow, *(("  ", ""), *joined([told.path, kind])))
    if told.is_foreign:
        yield line("another tool began it: `baton phase resume` takes it over", lead=("!", "warning"))
    for _, phase in told.phases.ordered():
        if told.phases.runs(phase.number, told.state.work_type):
            yield _phase(told, phase.number)
        yield from _gates(told, phase.number)
    yield from _skips(told)
    if told.problems:
        yield EMPTY
        yield title("Problems")
        yield from problems(told.problems)


def _phase(told: Course, number: int) -> Line:
    standing = told.state.standing(number) if told.recorded.moves else _claimed(told, number)
    _, phase = told.phase(number)
    entry = told.recorded.entries.get(told.key(number), {})
    about = [f"{standing.replace('_', ' ')}"] if standing != "pending" else []
    about += [f"again: {entry['retry_count']}"] if entry.get("retry_count") else []
    about += ["heavy"] if phase.heavy else []
    said = (f"{number:>2} {phase.title}", "name" if standing == "in_progress" else "")
    return line(said, (f"  {', '.join(about)}", "quiet"), lead=SIGNS[standing], indent=2)


def _claimed(told: Course, number: int) -> str:
    says = told.found.phases.get(told.key(number), "pending") if told.found else "pending"
    return says if says in SIGNS else "pending"


def _gates(told: Course, number: int) -> Iterator[Line]:
    for name in told.phases.gates_after(number):
        standing = gate_standing(told, name)
        style = {"passed": "good", "not passed": "bad", "skipped": "warning"}.get(standing, "quiet")
        yield line((f"── {told.phases.gates[name].title}: ", "quiet"), (standing, style), indent=4)


def gate_standing(told: Course, name: str) -> str:
    """Return how a gate stands, in words."""
    if name in told.state.passed:
        return "passed"
    if name in told.state.waived:
        return "skipped"
    if name in told.state.overrun:
        return "not passed, the work went on"
    return "not passed" if name in waiting(told) else "ahead"


def _skips(told: Course) -> Iterator[Block]:
    for key, entry in told.recorded.entries.items():
        if entry.get("skip_timestamp"):
            words = f"“{entry.get('skip_words')}”"
            said = f"skipped {key} at {entry['skip_timestamp']}: {words} ({entry.get('skip_reason')})"
            yield line(said, lead=("!", "warning"))


def done(do: str, told: Done) -> Iterator[Block]:
    """Yield what became of a move."""
    made = told.course
    if told.phase:
        _, phase = made.phase(told.phase)
        texts = STAYS if told.answer == "block" and do in STAYS else DONE
        refused = "Phase {n} ({title}) may not begin." if do == "start" else "The workflow may not go on."
        text = refused if told.denied and do in ("start", "resume") else texts[do]
        yield line(text.format(n=told.phase, title=phase.title))
    else:
        yield line("Every phase is complete.")
    yield line((f"{made.path}", "quiet"))


def asides(told: Done, *, listed: bool = True) -> Iterator[Block]:
    """Yield the reasons where they were not listed already, and what there is to know beside them."""
    lead = ("✗", "bad") if told.denied else ("!", "warning")
    if listed:
        yield from (line(reason, lead=lead) for reason in told.reasons)
    if told.answer == "block":
        mode = "denied: the mode is enforce" if told.denied else f"not denied: the mode is {told.mode}"
        yield line(mode, indent=2)
    if told.rewritten:
        yield line(
            f"{told.course.path} could not be mended piece by piece: it was written anew, and as it was it stands"
            " beside it",
            lead=("!", "warning"),
        )


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
        "standing": told.state.standing(number) if told.recorded.moves else _claimed(told, number),
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


def diagnosis(told: Diagnosis, *, asked: bool) -> Iterator[Block]:
    """Yield what is wrong with a progress file, and what was done about it."""
    yield title(told.course.workflow or "no workflow", ("  ", ""), (told.course.path, "quiet"))
    if told.course.is_foreign:
        yield line("another tool began it: `baton phase resume` takes it over", lead=("!", "warning"))
    if not told.found:
        yield line("nothing is wrong", lead=("✓", "good"))
        return
    yield from problems(told.found)
    yield from (line(said, lead=("→", "good")) for said in told.done)
    if told.kept:
        yield line(f"as it was it stands in {told.kept}", lead=("→", "good"))
    if asked and not told.done:
        yield line("nothing was written: this cannot be put right from here", lead=("✗", "bad"))


def diagnosis_value(told: Diagnosis) -> dict[str, Any]:
    """Return the JSON value of a diagnosis."""
    return {
        "workflow": told.course.workflow,
        "path": told.course.path,
        "problems": problem_values(told.found),
        "kept": told.kept,
        "done": told.done,
    }
