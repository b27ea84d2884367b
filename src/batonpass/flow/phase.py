"""A phase begins, is skipped, is taken up again: the machine asked, and what it says recorded."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from batonpass.decide.phases import due, open_gates, step
from batonpass.flow.adopt import adopt
from batonpass.flow.checkpoint import Checkpoint
from batonpass.flow.course import Course, open_course, recorded, safe
from batonpass.flow.differing import refuse_broken
from batonpass.flow.measuring import measure, tokens_of
from batonpass.flow.move import Moved, changing, move
from batonpass.flow.setup import Setup
from batonpass.flow.stored_still import with_outputs
from batonpass.model.errors import NotFound, Refused, WrongUse
from batonpass.model.paths import slug
from batonpass.model.phases import Phases
from batonpass.model.progress import Move, Standing, State
from batonpass.model.verdict import Verdict

RULE = "phase"  # whose mode says whether a phase is denied


class Done(Struct, frozen=True, kw_only=True):
    """What became of a move."""

    course: Course
    phase: int
    answer: str
    reasons: tuple[str, ...]
    denied: bool
    mode: str
    context: Any = None  # the checkpoint, where the context was measured
    rewritten: bool = False  # the file was somebody else's and had to be written anew as a whole


def denies(setup: Setup) -> bool:
    """Say whether what is blocked is denied."""
    return setup.modes.of_rule(RULE) == "enforce"


def start(
    setup: Setup,
    named: str,
    *,
    workflow: str = "",
    name: str = "",
    work_type: str = "",
    transcript: str = "",
    window: int = 0,
) -> Done:
    """Begin a phase, the first of a new workflow where there is none yet, or none of this name that goes on."""
    known_type(setup.playbook.phases, work_type)
    with changing(setup, workflow) as found:
        is_new = not found.path or (not workflow and _is_another(found, named, name))
        course = _new(setup, name) if is_new else found
        taken_over(course)
        number = course.number(named)
        asked = Move(do="start", phase=number, work_type=work_type or first_type(course, name))
        state, verdict = step(course.phases, course.state, asked, denying=denies(setup))
        verdict = with_outputs(setup, course, number, verdict)
        measured = measure(setup, transcript, moment="phase", phase=str(number), window=window)
        denied = denies(setup) and (verdict.answer == "block" or measured.denied)
        told = Moved(
            do="start",
            phase=number,
            state=course.state if denied else state,
            answer=stricter(verdict, measured.verdict),
            reasons=(*verdict.reasons, *measured.verdict.reasons),
            moved=not denied,
            mode=setup.modes.of_rule(RULE),
            entry={} if denied else _begun(setup, course, number),
            again=() if denied else _again(course, course.state, state),
            more={"tokens": tokens_of(setup, measured)} if measured.usage else {},
        )
        return done(setup, course, told, denied=denied, context=measured, name=name)


def resume(setup: Setup, *, workflow: str = "", transcript: str = "", window: int = 0) -> Done:
    """Say where a workflow goes on, and what stands against it; one of another tool is taken over."""
    with changing(setup, workflow) as found:
        if not found.path or (found.found is None and not found.recorded.moves):
            raise NotFound("no workflow with phases", todo="begin one with `baton phase start 1`")
        refuse_broken(found.problems)
        course, rewritten = adopt(setup, found) if found.is_foreign else (found, False)
        asked = Move(do="resume", phase=0)
        _, verdict = step(course.phases, course.state, asked, denying=True)
        verdict = with_outputs(setup, course, onward(course), verdict)
        measured = measure(setup, transcript, moment="phase", phase="resume", window=window)
        denied = denies(setup) and (verdict.answer == "block" or measured.denied)
        told = Moved(
            do="resume",
            phase=0,
            state=course.state,
            answer=stricter(verdict, measured.verdict),
            reasons=(*verdict.reasons, *measured.verdict.reasons),
            moved=not denied,
            mode=setup.modes.of_rule(RULE),
        )
        made = done(setup, course, told, denied=denied, context=measured)
        return replace(made, phase=due(course.phases, course.state), rewritten=rewritten or made.rewritten)


ONCE = "the gate and the fullness of the context ask for the same: compact once"


def with_gates(setup: Setup, found: Checkpoint) -> Checkpoint:
    """Return what was found before a phase with what the gates of the workflow under way say of it."""
    if not setup.playbook.phases.of:
        return found
    course = open_course(setup)
    if not course.recorded.moves:
        return found
    asked = Move(do="start", phase=course.number(found.phase))
    _, verdict = step(course.phases, course.state, asked)
    verdict = with_outputs(setup, course, asked.phase, verdict)
    if verdict.answer != "block":
        return found
    gates = open_gates(course.phases, course.state, asked.phase)
    both = (ONCE,) if gates and found.verdict.answer in ("advise", "compact", "block") and found.usage else ()
    reasons = (*verdict.reasons, *found.verdict.reasons, *both)
    return Checkpoint(
        moment=found.moment,
        measured=found.usage,
        verdict=Verdict("block", reasons, found.verdict.level, found.verdict.step),
        mode=found.mode,
        transcript=found.transcript,
        agent=found.agent,
        phase=found.phase,
    )


def is_heavy(setup: Setup, named: str) -> bool:
    """Say whether a phase starts many agents, so that each start is checked more strictly."""
    if not setup.playbook.phases.of or not named:
        return False
    course = open_course(setup)
    return course.phase(course.number(named))[1].heavy


def show(setup: Setup, workflow: str = "") -> Course:
    """Return how a workflow stands; nothing is changed."""
    course = open_course(setup, workflow)
    if not course.path or (course.found is None and not course.recorded.moves):
        raise NotFound(
            f"no workflow {workflow!r}" if workflow else "no workflow with phases",
            todo="begin one with `baton phase start 1`",
        )
    return course


def done(
    setup: Setup, course: Course, told: Moved, *, denied: bool, context: Any = None, name: str = ""
) -> Done:
    """Record a move, and return what became of it."""
    after, rewritten = move(setup, course, told, name=name)
    return Done(
        course=after,
        phase=told.phase,
        answer=told.answer,
        reasons=told.reasons,
        denied=denied,
        mode=told.mode,
        context=context,
        rewritten=rewritten,
    )


def _new(setup: Setup, name: str) -> Course:
    day = f"{setup.clock():%Y-%m-%d}"
    workflow = safe(f"{day}-{slug(name)}" if name else f"wf-{setup.clock():%Y%m%d}-{setup.ids()}")
    known = {one.workflow for one in recorded(setup)}
    names = (workflow, *(f"{workflow}-{n}" for n in range(2, len(known) + 3)))
    return open_course(setup, next(one for one in names if one not in known))


def _is_another(course: Course, named: str, name: str) -> bool:
    """Say whether the first phase is asked for of other work than what was begun, or of what is complete."""
    if not course.recorded.moves or course.number(named) != course.phases.ordered()[0][1].number:
        return False
    is_other = bool(name) and slug(name) != slug(course.recorded.name)
    return is_other or not due(course.phases, course.state)


def known_type(phases: Phases, work_type: str) -> None:
    """Refuse a kind of work that the playbook does not know."""
    if work_type and work_type not in phases.work_types:
        known = ", ".join(phases.work_types)
        wanted = f"one of {known}" if known else "no --type: the playbook names no kinds of work"
        raise WrongUse(f"no kind of work {work_type!r}", wanted=wanted)


def first_type(course: Course, request: str) -> str:
    """Return the kind of work a new workflow is: told by words of the request, else the usual one."""
    if course.recorded.moves:
        return ""
    said = f" {' '.join(request.lower().split())} "
    told = (n for n, kind in course.phases.work_types.items() if any(f" {w} " in said for w in kind.words))
    return next(told, course.phases.usual)


def taken_over(course: Course) -> None:
    """Refuse to write into a file that is broken, or another tool's."""
    refuse_broken(course.problems)
    if course.is_foreign:
        raise Refused(
            f"{course.path} was begun by another tool",
            wanted="a workflow of ours",
            todo="`baton phase resume` takes it over and keeps what is in it; --workflow names another one",
            place=course.path,
        )


def stricter(one: Verdict, other: Verdict) -> str:
    """Return the stricter answer of two."""
    order = ("go", "advise", "compact", "block")
    return max(one.answer, other.answer, key=order.index)


def _begun(setup: Setup, course: Course, number: int) -> dict[str, Any]:
    known = course.recorded.entries.get(course.key(number), {})
    entry: dict[str, Any] = {"status": "in_progress", "started_at": f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"}
    if known.get("status") in ("in_progress", "complete"):
        entry["retry_count"] = int(known.get("retry_count") or 0) + 1
    return entry


def _again(course: Course, before: State, after: State) -> tuple[str, ...]:
    """Return the keys of the phases that a new beginning undoes."""
    undone = (before.complete | before.skipped | before.under_way) - (
        after.complete | after.skipped | after.under_way
    )
    return tuple(course.key(n) for n in sorted(undone))


def waiting(course: Course) -> tuple[str, ...]:
    """Return the gates that refuse the phase to go on with."""
    return open_gates(course.phases, course.state, onward(course))


def onward(course: Course) -> int:
    """Return the phase to go on with; behind the last one its number and one more."""
    last = max((p.number for _, p in course.phases.ordered()), default=0)
    return due(course.phases, course.state) or last + 1


def current(course: Course) -> int:
    """Return the phase to go on with, 0 where every one is done."""
    return due(course.phases, course.state)


def standing_of(course: Course, number: int) -> Standing:
    """Return how a phase stands: by the journal; what another tool began, by its file."""
    if course.recorded.moves:
        return course.state.standing(number)
    says = course.found.phases.get(course.key(number)) if course.found else None
    return says if says in ("in_progress", "complete", "skipped") else "pending"  # type: ignore[return-value] # as listed


def gate_standing(course: Course, name: str) -> str:
    """Return how a gate stands, in words."""
    if name in course.state.passed:
        return "passed"
    if name in course.state.waived:
        return "skipped"
    if name in course.state.overrun:
        return "not passed, the work went on"
    tried = course.recorded.entries.get(course.key(course.phases.gates[name].after), {}).get("gate")
    return "not passed" if tried or name in waiting(course) else "ahead"
