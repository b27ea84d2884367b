"""A phase ends: its output stored and read again, its residue made, its checklist proven, and only then its gate passed."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from batonpass.brief.verification import verification
from batonpass.decide.phases import step
from batonpass.decide.proving import proven
from batonpass.flow.checkpoint import Checkpoint
from batonpass.flow.course import Course
from batonpass.flow.lines_used import place
from batonpass.flow.measuring import measure, tokens_of
from batonpass.flow.move import Moved, changing, move
from batonpass.flow.phase import RULE, Done, denies, known_type, taken_over
from batonpass.flow.phase_block import sizes, verified
from batonpass.flow.phase_proof import Proof, Work, prove, reasons_of
from batonpass.flow.setup import Setup
from batonpass.model.progress import Move, State
from batonpass.model.proving import Check, Output
from batonpass.model.verdict import Verdict
from batonpass.tables import load


class Finished(Struct, frozen=True, kw_only=True):
    """What became of it."""

    done: Done
    text: str = ""  # the verification block; "" for a phase without a gate
    residue: str = ""
    residue_tokens: int = 0
    checks: tuple[Check, ...] = ()
    handoff: str = ""


def finish(setup: Setup, named: str, work: Work, *, workflow: str = "") -> Finished:
    """End a phase; behind it a gate, do all five steps of the compaction and prove them."""
    known_type(setup.playbook.phases, work.work_type)
    with changing(setup, workflow) as course:
        taken_over(course)
        number = course.number(named)
        asked = Move(do="finish", phase=number, work_type=work.work_type)
        state, verdict = step(course.phases, course.state, asked)
        if verdict.answer == "block":  # it was not begun: there is nothing to store yet
            return Finished(done=_refused(setup, course, number, verdict))
        measured = measure(setup, work.transcript, moment="phase", phase=str(number), window=work.window)
        found = prove(setup, course, number, work, measured)
        answer = proven((*found.gate, *(c for c in found.own if c.passed is False)))
        state, verdict = step(
            course.phases,
            course.state,
            replace(asked, proven=answer, sound=all(c.passed is not False for c in found.own)),
            denying=denies(setup),
        )
        reasons = reasons_of(found, verdict, measured)
        denied = verdict.answer == "block" and denies(setup)
        entry = _entry(setup, course, number, found, state, measured, work)
        told = Moved(
            do="finish",
            phase=number,
            state=state,
            answer=verdict.answer,
            reasons=reasons,
            moved=not denied,
            mode=setup.modes.of_rule(RULE),
            entry=entry,
            more={
                "tokens": tokens_of(setup, measured, found.inline),
                "artifacts": [_artifact(one, work.agent) for one in found.outputs],
            },
        )
        after, rewritten = move(setup, course, told)
        done = Done(
            course=after,
            phase=number,
            answer=verdict.answer,
            reasons=reasons,
            denied=denied,
            mode=told.mode,
            context=measured,
            rewritten=rewritten,
        )
        return _finished(setup, done, found, verdict)


def _refused(setup: Setup, course: Course, number: int, verdict: Verdict) -> Done:
    mode = setup.modes.of_rule(RULE)
    told = Moved(
        do="finish",
        phase=number,
        state=course.state,
        answer="block",
        reasons=verdict.reasons,
        moved=False,
        mode=mode,
    )
    after, rewritten = move(setup, course, told)
    return Done(
        course=after,
        phase=number,
        answer="block",
        reasons=verdict.reasons,
        denied=True,
        mode=mode,
        rewritten=rewritten,
    )


def _entry(
    setup: Setup,
    course: Course,
    number: int,
    found: Proof,
    state: State,
    measured: Checkpoint,
    work: Work,
) -> dict[str, Any]:
    """Return the phase's entry in the progress file."""
    at = f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
    known = course.recorded.entries.get(course.key(number), {})
    entry: dict[str, Any] = {**known, "status": state.standing(number)}
    if entry["status"] == "complete":
        entry["completed_at"] = at
    if work.approved:
        entry["approved"] = work.approved
    if found.opened:
        entry["handoff"] = found.opened.handoff.manifest
        most = load.limits()["progress"]["outputs"]
        entry["output"] = [_artifact(one, work.agent) for one in found.outputs[:most]]
    if checked := [c for c in found.own if c.name != "output"]:
        entry["validation"] = [_validation(check, at) for check in checked]
    if found.gate:
        entry |= _gate_entry(course, number, found, state, measured, at)
    return entry


def _gate_entry(
    course: Course, number: int, found: Proof, state: State, measured: Checkpoint, at: str
) -> dict[str, Any]:
    passed = state.passed.issuperset(course.phases.gates_after(number))
    gate: dict[str, Any] = {
        "names": list(course.phases.gates_after(number)),
        "status": "passed" if passed else "open",
        "verified": all(check.passed is True for check in found.gate),
        "at": at,
        "checks": {
            check.name: {True: "yes", False: "no", None: "unverified"}[check.passed] for check in found.gate
        },
    }
    if found.inline.compacted:
        gate["compacted_at"] = place(measured.transcript, found.inline.compacted)
    if found.residue is None:
        return {"gate": gate}
    before, after, _, _ = sizes(course, number, found)
    gate |= {"before_tokens": before, "after_tokens": after, "residue_tokens": found.residue.tokens}
    return {"gate": gate, "residue": found.residue.text.splitlines()}


def _artifact(one: Output, agent: str) -> dict[str, Any]:
    return {"path": one.path, "agent": agent, "stored": one.stored, "lines": one.lines, "digest": one.digest}


def _validation(check: Check, at: str) -> dict[str, Any]:
    result = {True: "PASS", False: "FAIL", None: "NOT_RUN"}[check.passed]
    return {"validator": check.name, "result": result, "details": check.found, "timestamp": at}


def _finished(setup: Setup, done: Done, found: Proof, verdict: Verdict) -> Finished:
    text = ""
    if found.gate:
        text = verification(verified(setup, done, found, verdict))
    return Finished(
        done=done,
        text=text,
        residue=found.residue.text if found.residue else "",
        residue_tokens=found.residue.tokens if found.residue else 0,
        checks=(*found.gate, *found.own),
        handoff=found.opened.handoff.manifest if found.opened else "",
    )
