"""What is measured of a phase's end: its output stored and read again, its residue, what the context holds."""

from msgspec import Struct

from batonpass.brief import residue as residues
from batonpass.brief.residue import Residue
from batonpass.decide.gate import used
from batonpass.decide.proving import checks
from batonpass.decide.validators import validated
from batonpass.flow.asked import Evidence
from batonpass.flow.checkpoint import Checkpoint
from batonpass.flow.course import Course
from batonpass.flow.hand_over import hand_over
from batonpass.flow.inline import inline
from batonpass.flow.lines_used import last
from batonpass.flow.outcome import Opened, open_handoff
from batonpass.flow.own_say import approval
from batonpass.flow.phase import ONCE
from batonpass.flow.phase_residue import residue_of, texts
from batonpass.flow.setup import Setup
from batonpass.model.proof import SourceEntry
from batonpass.model.proving import Check, Inline, Output
from batonpass.model.source import digest_of
from batonpass.model.terms import Terms
from batonpass.model.verdict import Verdict
from batonpass.read import look

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


class Proof(Struct, frozen=True, kw_only=True):
    """What was measured of a phase's end."""

    opened: Opened | None = None
    outputs: tuple[Output, ...] = ()
    residue: Residue | None = None
    inline: Inline = NOTHING
    gate: tuple[Check, ...] = ()  # the checklist; () where no gate stands behind it
    own: tuple[Check, ...] = ()  # of its output and its validator
    tokens: int = 0  # of the full output


def prove(setup: Setup, course: Course, number: int, work: Work, measured: Checkpoint) -> Proof:
    """Store a phase's output, and return what is true of its end; without an output nothing of the gate is."""
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
        approved = approval(measured.transcript, work.approved)
        own.append(validated(phase.validator, rule, known, said, approved=approved, work_type=kind))
    if not gated or opened is None:
        if not gated:
            return Proof(opened=opened, outputs=outputs, own=tuple(own))
        held = inline(setup, measured, (), "")
        none = checks((), held, residue=0, limit=course.phases.residue, decisions=(0, 0), missing=())
        return Proof(own=tuple(own), inline=held, gate=none)
    where = f"{course.path} (phases.{course.key(number)})"
    residue = residue_of(setup, opened, number, title=phase.title, where=where)
    held = inline(setup, measured, tuple(kept.values()), residue.text, used=_used(course, number, measured))
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


def _used(course: Course, number: int, measured: Checkpoint) -> int:
    """Return the line of the last compaction that another phase was proven by."""
    others = (
        entry.get("gate") for key, entry in course.recorded.entries.items() if key != course.key(number)
    )
    return last((gate.get("compacted_at") for gate in others if isinstance(gate, dict)), measured.transcript)


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
    return tuple(_output(setup, opened, entry) for entry in (opened.proof.sources if opened.proof else ()))


def _output(setup: Setup, opened: Opened, entry: SourceEntry) -> Output:
    """Return one stored file; what lies outside of the project is known by its copy alone."""
    stored = f"{opened.handoff.directory}{entry.stored}"
    there = look.stat(setup.root, entry.path) if entry.path else "outside"
    return Output(
        path=stored if there == "outside" else entry.path,
        stored=stored,
        lines=entry.lines,
        digest=entry.digest,
        reads=digest_of(setup.store.read(opened.handoff, entry.stored)) == entry.digest,
        exists=there in ("file", "outside"),
        changed=_has_changed(setup, entry),
    )


def _has_changed(setup: Setup, entry: SourceEntry) -> bool:
    data = look.data(setup.root, entry.path) if entry.path else None
    return data is not None and digest_of(data) != entry.original


def reasons_of(found: Proof, verdict: Verdict, measured: Checkpoint) -> tuple[str, ...]:
    """Return why a phase is not finished, and that a full context asks for the same compaction."""
    wrong = [check for check in (*found.own, *found.gate) if check.passed is False]
    told = [f"{check.says}: {check.found}" + (f"; {check.todo}" if check.todo else "") for check in wrong]
    told += [reason for reason in verdict.reasons if not wrong]
    if (
        any(check.name in ("inline", "logs") for check in wrong)
        and measured.usage
        and measured.verdict.answer != "go"
    ):
        told.append(f"the context is at {used(measured.usage)} as well: {ONCE}")
    return tuple(told)
