"""A phase ends: its output stored and read again, its residue made, its checklist proven, and only then its gate passed."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from batonpass.brief import residue as residues
from batonpass.brief.residue import Residue
from batonpass.brief.verification import Verified, verification
from batonpass.decide.phases import due, step
from batonpass.decide.proving import checks, proven
from batonpass.decide.validators import validated
from batonpass.flow.course import Course
from batonpass.flow.evidence import Evidence
from batonpass.flow.hand_over import hand_over
from batonpass.flow.inline import inline
from batonpass.flow.measuring import measure, tokens_of
from batonpass.flow.move import Moved, changing, move
from batonpass.flow.outcome import Opened, open_handoff
from batonpass.flow.phase import RULE, Done, denies, known_type, taken_over
from batonpass.flow.phase_residue import residue_of, texts
from batonpass.flow.setup import Setup
from batonpass.model.progress import Move
from batonpass.model.proving import Check, Inline, Output
from batonpass.model.source import digest_of
from batonpass.model.terms import Terms
from batonpass.model.verdict import Verdict
from batonpass.read import look
from batonpass.tables import load

WHO = "orchestrator"
NOTHING = Inline()


class Work(Struct, frozen=True, kw_only=True):
    """What somebody finishes a phase with."""

    paths: tuple[str, ...] = ()  # () = the phase's output, or what was stored before
    agent: str = WHO
    evidence: Evidence = Evidence()
    transcript: str = ""
    window: int = 0
    work_type: str = ""
    approved: str = ""  # the user's own words


class Finished(Struct, frozen=True, kw_only=True):
    """What became of it."""

    done: Done
    text: str = ""  # the verification block; "" for a phase without a gate
    residue: str = ""
    residue_tokens: int = 0
    checks: tuple[Check, ...] = ()
    handoff: str = ""


class Proof(Struct, frozen=True, kw_only=True):
    """What was measured of a phase's end."""

    opened: Opened | None = None
    outputs: tuple[Output, ...] = ()
    residue: Residue | None = None
    inline: Inline = NOTHING
    gate: tuple[Check, ...] = ()  # the checklist; () where no gate stands behind it
    own: tuple[Check, ...] = ()  # of its output and its validator
    tokens: int = 0  # of the full output


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
        found = _prove(setup, course, number, work, measured)
        answer = proven((*found.gate, *(c for c in found.own if c.passed is False)))
        state, verdict = step(
            course.phases,
            course.state,
            replace(asked, proven=answer),
            denying=denies(setup),
        )
        reasons = _reasons(found, verdict, measured)
        denied = verdict.answer == "block" and denies(setup)
        entry = _entry(setup, course, number, found, state.standing(number), verdict, work)
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


def _prove(setup: Setup, course: Course, number: int, work: Work, measured: Any) -> Proof:
    _, phase = course.phase(number)
    opened = _stored(setup, course, number, work)
    outputs = _outputs(setup, opened) if opened else ()
    gated = bool(course.phases.gates_after(number))
    kept = texts(setup, opened) if opened else {}
    own = [*_own_output(course, number, opened)]
    rule = course.phases.validators.get(phase.validator)
    if rule:
        known = (
            tuple((t.kind, t.about) for t in residues.facts(opened.manifest, opened.proof)) if opened else ()
        )
        said = tuple(kept.values())
        kind = work.work_type or course.state.work_type
        own.append(validated(phase.validator, rule, known, said, approved=work.approved, work_type=kind))
    if not gated or opened is None:
        empty = checks((), NOTHING, residue=0, limit=course.phases.residue, decisions=(0, 0), missing=())
        return Proof(opened=opened, outputs=outputs, own=tuple(own), gate=empty if gated else ())
    where = f"{course.path} (phases.{course.key(number)})"
    residue = residue_of(setup, opened, number, title=phase.title, where=where)
    held = inline(setup, measured, tuple(kept.values()), residue.text)
    listed = checks(
        outputs,
        held,
        residue=residue.tokens,
        limit=residue.limit,
        decisions=(len(residue.decisions), residue.expected),
        missing=residue.missing,
    )
    tokens = sum(setup.meter.count(text) for text in kept.values())
    return Proof(
        opened=opened,
        outputs=outputs,
        residue=residue,
        inline=held,
        gate=listed,
        own=tuple(own),
        tokens=tokens,
    )


def _stored(setup: Setup, course: Course, number: int, work: Work) -> Opened | None:
    """Store the full output as a handoff; without files, what was stored before counts."""
    name, phase = course.phase(number)
    beside = f"{course.path.rsplit('/', 1)[0]}/{phase.output}"
    there = phase.output and look.stat(setup.root, beside) == "file"
    paths = work.paths or ((beside,) if there else ())
    if not paths and not work.evidence.reports:
        before = course.recorded.entries.get(course.key(number), {}).get("handoff")
        return open_handoff(setup, str(before)) if before else None
    terms = Terms(
        agent=work.agent,
        type=phase.type,
        scope=f"Phase {number} ({phase.title})",
        workflow=course.workflow,
        phase=name,
    )
    return hand_over(setup, terms, paths, evidence=work.evidence).opened


def _own_output(course: Course, number: int, opened: Opened | None) -> tuple[Check, ...]:
    """Return what is to be said of a phase that should leave an output and left none."""
    _, phase = course.phase(number)
    if opened is not None or not phase.output:
        return ()
    beside = f"{course.path.rsplit('/', 1)[0]}/{phase.output}"
    return (
        Check(
            name="output",
            says=f"it leaves {phase.output}",
            passed=False,
            found=f"there is no {beside}, and no file was named",
            todo=f"write it there, or name its files: `baton phase finish {number} FILE…`",
        ),
    )


def _outputs(setup: Setup, opened: Opened) -> tuple[Output, ...]:
    """Return the stored files, each read again."""
    entries = opened.proof.sources if opened.proof else ()
    return tuple(
        Output(
            path=entry.path or f"{opened.handoff.directory}{entry.stored}",
            stored=f"{opened.handoff.directory}{entry.stored}",
            lines=entry.lines,
            digest=entry.digest,
            reads=digest_of(setup.store.read(opened.handoff, entry.stored)) == entry.digest,
            exists=not entry.path or look.stat(setup.root, entry.path) == "file",
        )
        for entry in entries
    )


def _reasons(found: Proof, verdict: Verdict, measured: Any) -> tuple[str, ...]:
    wrong = [check for check in (*found.own, *found.gate) if check.passed is False]
    told = [f"{check.says}: {check.found}" + (f"; {check.todo}" if check.todo else "") for check in wrong]
    told += [reason for reason in verdict.reasons if not wrong]
    if any(check.name in ("inline", "logs") for check in wrong) and measured.verdict.answer != "go":
        told.append("the context is nearly full as well: the one compaction does for both")
    return tuple(told)


def _entry(
    setup: Setup,
    course: Course,
    number: int,
    found: Proof,
    standing: str,
    verdict: Verdict,
    work: Work,
) -> dict[str, Any]:
    """Return the phase's entry in the progress file."""
    at = f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
    known = course.recorded.entries.get(course.key(number), {})
    entry: dict[str, Any] = {**known, "status": standing}
    if standing == "complete":
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
        entry |= _gate_entry(course, number, found, verdict, at)
    return entry


def _gate_entry(course: Course, number: int, found: Proof, verdict: Verdict, at: str) -> dict[str, Any]:
    passed = verdict.answer != "block"
    gate: dict[str, Any] = {
        "names": list(course.phases.gates_after(number)),
        "status": "passed" if passed else "open",
        "verified": all(check.passed is True for check in found.gate),
        "at": at,
        "checks": {
            check.name: {True: "yes", False: "no", None: "unverified"}[check.passed] for check in found.gate
        },
    }
    if found.residue is None:
        return {"gate": gate}
    before, after, _, _ = _sizes(course, number, found)
    gate |= {"before_tokens": before, "after_tokens": after, "residue_tokens": found.residue.tokens}
    return {"gate": gate, "residue": found.residue.text.splitlines()}


def _artifact(one: Output, agent: str) -> dict[str, Any]:
    return {"path": one.path, "agent": agent, "stored": one.stored, "lines": one.lines, "digest": one.digest}


def _validation(check: Check, at: str) -> dict[str, Any]:
    result = {True: "PASS", False: "FAIL", None: "NOT_RUN"}[check.passed]
    return {"validator": check.name, "result": result, "details": check.found, "timestamp": at}


def _sizes(course: Course, number: int, found: Proof) -> tuple[int, int, str, str]:
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


def _finished(setup: Setup, done: Done, found: Proof, verdict: Verdict) -> Finished:
    text = ""
    if found.gate:
        text = verification(_verified(setup, done, found, verdict))
    return Finished(
        done=done,
        text=text,
        residue=found.residue.text if found.residue else "",
        residue_tokens=found.residue.tokens if found.residue else 0,
        checks=(*found.gate, *found.own),
        handoff=found.opened.handoff.manifest if found.opened else "",
    )


def _verified(setup: Setup, done: Done, found: Proof, verdict: Verdict) -> Verified:
    course, number = done.course, done.phase
    _, phase = course.phase(number)
    before, after, of_before, of_after = _sizes(course, number, found)
    certain = all(check.passed is True for check in found.gate)
    standing = "not passed" if verdict.answer == "block" else "passed" if certain else "unverified"
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
