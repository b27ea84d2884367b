"""The verification of a gate, put together from what was measured."""

from batonpass.brief.verification import Verified
from batonpass.decide.phases import due
from batonpass.flow.course import Course
from batonpass.flow.phase import Done
from batonpass.flow.phase_proof import Proof
from batonpass.flow.setup import Setup
from batonpass.model.verdict import Verdict


def sizes(course: Course, number: int, found: Proof) -> tuple[int, int, str, str]:
    """Return before and after in tokens, and what each is of: of the context where it was compacted, else of the output."""
    _, phase = course.phase(number)
    held, residue = found.inline, found.residue.tokens if found.residue else 0
    full = f"full {phase.title} output"
    if held.compacted and held.before and held.now:
        return (
            held.before,
            held.now,
            f"the context, with the {full} of {found.tokens:,}",
            f"the context, with a summary of {residue:,} + file references",
        )
    return found.tokens, residue, full, "summary + file references"


def verified(setup: Setup, done: Done, found: Proof, verdict: Verdict) -> Verified:
    """Return what the verification block tells of a phase."""
    course, number = done.course, done.phase
    _, phase = course.phase(number)
    before, after, of_before, of_after = sizes(course, number, found)
    certain = all(check.passed is True for check in found.gate)
    passed = course.state.passed.issuperset(course.phases.gates_after(number))
    standing = "not passed" if verdict.answer == "block" else "passed" if certain else "unverified"
    standing = standing if passed or standing == "not passed" else "advised"
    return Verified(
        number=number,
        title=phase.title,
        following=due(course.phases, course.state) if standing != "not passed" else _next(course, number),
        path=course.path,
        key=course.key(number),
        section_lines=_section_lines(course, number),
        written_at=f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}",
        before=before,
        after=after,
        of_before=of_before,
        of_after=of_after,
        outputs=found.outputs,
        checks=found.gate,
        others=tuple(check for check in found.own if check.passed is not True),
        standing=standing,
        skips=skips(course),
    )


def _next(course: Course, number: int) -> int:
    later = (p.number for _, p in course.phases.ordered() if p.number > number)
    return next((n for n in later if course.phases.runs(n, course.state.work_type)), 0)


def _section_lines(course: Course, number: int) -> int:
    """Return the lines of a phase's section in the file as it stands now."""
    lines = course.found.text.splitlines() if course.found else []
    key = course.key(number)
    at = next((n for n, line in enumerate(lines) if line.strip().strip("\"'").startswith(f"{key}:")), -1)
    if at < 0:
        return 0
    indent = len(lines[at]) - len(lines[at].lstrip())
    inside = (
        n
        for n in range(at + 1, len(lines))
        if lines[n].strip() and len(lines[n]) - len(lines[n].lstrip()) <= indent
    )
    return next(inside, len(lines)) - at


def skips(course: Course) -> tuple[str, ...]:
    """Return what was skipped, with the user's words and the reason: said in every later verification."""
    return tuple(
        f"{key} was skipped at {entry['skip_timestamp']}: “{entry.get('skip_words')}” ({entry.get('skip_reason')})"
        for key, entry in course.recorded.entries.items()
        if entry.get("skip_timestamp")
    )
