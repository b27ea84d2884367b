"""Does what a gate was passed with still lie where it was stored, unchanged? Asked again before every phase."""

from collections.abc import Iterator

from batonpass.flow.course import Course
from batonpass.flow.setup import Setup
from batonpass.model.source import digest_of
from batonpass.model.verdict import Verdict
from batonpass.read import look


def with_outputs(setup: Setup, course: Course, before: int, verdict: Verdict) -> Verdict:
    """Return a verdict on going on with a phase, with the outputs behind passed gates that no longer hold."""
    torn = tuple(_torn(setup, course, before))
    return Verdict("block", (*verdict.reasons, *torn), "BLOCKED") if torn else verdict


def _torn(setup: Setup, course: Course, before: int) -> Iterator[str]:
    for gate in course.phases.gates.values():
        entry = course.recorded.entries.get(course.key(gate.after), {})
        if gate.after >= before or (entry.get("gate") or {}).get("status") != "passed":
            continue
        for output in entry.get("output") or ():
            data = look.data(setup.root, str(output.get("stored")))
            if data is None or digest_of(data) != output.get("digest"):
                state = "is gone" if data is None else "was changed"
                yield (
                    f"{gate.title} after phase {gate.after} no longer holds: {output.get('stored')} {state}; "
                    f"`baton phase finish {gate.after} FILE…` stores it again"
                )
