"""May this phase begin, end, be skipped? (course, state, move) → (state, verdict); nothing else is looked at."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from batonpass.model.phases import Phases
from batonpass.model.progress import Move, State
from batonpass.model.verdict import Verdict

Reasons = tuple[str, ...]


def step(course: Phases, state: State, move: Move, *, denying: bool = True) -> tuple[State, Verdict]:
    """Return what a move makes of a state, and what is said of it.

    A move that is blocked changes nothing where the mode denies it. Where it does not, it is made all the same, and
    the gates it passed over stay not passed: they refuse again as soon as the mode denies. A skip without the user's
    words is none in any mode, and a proof that fails takes back one that held before.
    """
    typed = replace(state, work_type=move.work_type) if move.work_type else state
    verdict = _judged(course, typed, move)
    if verdict.answer == "block" and (denying or move.do == "skip"):
        return _taken_back(course, state, move), verdict
    return _made(course, typed, move, verdict), verdict


def open_gates(course: Phases, state: State, before: int) -> tuple[str, ...]:
    """Return the gates that stand before a phase, hold for this work, and were neither passed nor skipped."""
    standing = sorted(course.gates.items(), key=lambda named: named[1].after)
    return tuple(
        name
        for name, gate in standing
        if gate.after < before
        and course.runs(gate.after, state.work_type)
        and name not in state.passed | state.waived
    )


def due(course: Phases, state: State) -> int:
    """Return the phase to go on with: the one under way, else the first that is neither complete nor left out; 0 at the end."""
    if state.under_way:
        return max(state.under_way)  # earlier ones were left behind where the mode let it pass
    gone = state.complete | state.skipped
    return next((number for number in running(course, state) if number not in gone), 0)


def running(course: Phases, state: State) -> Iterator[int]:
    """Yield the numbers of the phases that this kind of work has."""
    yield from (p.number for _, p in course.ordered() if course.runs(p.number, state.work_type))


def _judged(course: Phases, state: State, move: Move) -> Verdict:
    match move.do:
        case "start":
            return _verdict(*_start(course, state, move.phase))
        case "finish":
            return _finish(course, state, move)
        case "skip":
            return _verdict(_skip(course, state, move))
        case "resume":
            return _verdict(_gates(course, state, due(course, state) or _last(course) + 1, mandatory=True))
    return Verdict("go")


def _verdict(blocking: Iterable[str], advising: Iterable[str] = ()) -> Verdict:
    against, advice = tuple(blocking), tuple(advising)
    if against:
        return Verdict("block", (*against, *advice), "BLOCKED")
    return Verdict("advise", advice) if advice else Verdict("go")


def _start(course: Phases, state: State, number: int) -> tuple[Reasons, Reasons]:
    """Return what speaks against starting a phase, and what must be said of it."""
    if not course.runs(number, state.work_type):
        return (f"phase {number} is left out of {state.work_type} work: go on with {due(course, state)}",), ()
    gone = state.complete | state.skipped
    missing = [n for n in running(course, state) if n < number and n not in gone]
    order = tuple(
        f"phase {n} ({_title(course, n)}) is not finished: `baton phase finish {n}`"
        if n in state.under_way
        else f"phase {n} ({_title(course, n)}) was not begun: `baton phase start {n}`"
        for n in missing[:1]
    )
    gates = _gates(course, state, number, mandatory=True)
    return (*order, *gates), _gates(course, state, number, mandatory=False)


def _gates(course: Phases, state: State, before: int, *, mandatory: bool) -> Reasons:
    return tuple(
        f"{course.gates[name].title} after phase {course.gates[name].after} was not passed: "
        f"`baton phase finish {course.gates[name].after}`"
        for name in open_gates(course, state, before)
        if course.gates[name].mandatory is mandatory
    )


def _finish(course: Phases, state: State, move: Move) -> Verdict:
    number = move.phase
    if number not in state.under_way | state.complete:
        return _verdict((f"phase {number} was not begun: `baton phase start {number}`",))
    if move.proven is None:
        said = "nobody knows what the context holds, so whether only the residue is in it is unverified"
        answer = course.unverified if course.gates_after(number) else "go"
        answer = "advise" if answer == "block" and _only_advises(course, move) else answer
        return Verdict(answer, (said,) if answer != "go" else (), "BLOCKED" if answer == "block" else "OK")
    if not move.proven and _only_advises(course, move):
        return _verdict((), ("its gate is not passed; it only advises",))
    return Verdict("go") if move.proven else _verdict(("it is not yet what it must be",))


def _only_advises(course: Phases, move: Move) -> bool:
    """Say whether a phase is what it must be, and nothing but gates that are not mandatory asks for more."""
    gates = [course.gates[name] for name in course.gates_after(move.phase)]
    return move.sound and bool(gates) and not any(gate.mandatory for gate in gates)


def _skip(course: Phases, state: State, move: Move) -> Reasons:
    number = move.phase
    if not move.words.strip():
        return ("a skip needs the user's own words: `--words`",)
    if number in state.complete and not _closed(course, state, number):
        return (f"phase {number} is complete, and no gate behind it is open: there is nothing to skip",)
    if number in state.skipped or not course.runs(number, state.work_type):
        return (f"phase {number} is left out already: there is nothing to skip",)
    before = [n for n in running(course, state) if n < number and n not in state.complete | state.skipped]
    return ((f"phase {before[0]} comes first: go on with it",) if before else ()) + _gates(
        course, state, number, mandatory=True
    )


def _closed(course: Phases, state: State, number: int) -> tuple[str, ...]:
    """Return the gates right behind a phase that are neither passed nor skipped."""
    return tuple(n for n in course.gates_after(number) if n not in state.passed | state.waived)


def _made(course: Phases, state: State, move: Move, verdict: Verdict) -> State:
    match move.do:
        case "start":
            return _started(course, state, move.phase)
        case "finish":
            unverified = move.proven is None and course.unverified != "block"
            passed = verdict.answer != "block" and (move.proven is True or unverified)
            return _finished(course, state, move.phase, passed=passed)
        case "skip":
            return _skipped(course, state, move.phase)
        case "adopt":
            return replace(state, complete=frozenset(move.claimed), skipped=frozenset(move.left))
    return state


def _started(course: Phases, state: State, number: int) -> State:
    """Return the state in which a phase is under way; what came behind it before must be done again."""
    over = frozenset(open_gates(course, state, number))
    later = frozenset(n for n in state.under_way | state.complete | state.skipped if n >= number)
    behind = frozenset(name for name, gate in course.gates.items() if gate.after >= number)
    again = number not in state.under_way or later != {number}
    return replace(
        state,
        under_way=(state.under_way - later) | {number},
        complete=state.complete - later,
        skipped=state.skipped - later,
        passed=state.passed - behind if again else state.passed,
        waived=state.waived - behind if again else state.waived,
        overrun=(state.overrun - behind) | over,
    )


def _finished(course: Phases, state: State, number: int, *, passed: bool) -> State:
    gates = frozenset(course.gates_after(number)) if passed else frozenset()
    return replace(
        state,
        under_way=state.under_way - {number},
        complete=state.complete | {number},
        passed=(state.passed - frozenset(course.gates_after(number))) | gates,
        waived=state.waived - gates,
        overrun=state.overrun - gates,
    )


def _taken_back(course: Phases, state: State, move: Move) -> State:
    """Return the state after a denied move: of a proof that fails now, what it proved before no longer holds."""
    if move.do != "finish" or move.proven is not False:
        return state
    return replace(state, passed=state.passed - frozenset(course.gates_after(move.phase)))


def _skipped(course: Phases, state: State, number: int) -> State:
    gates = frozenset(_closed(course, state, number))
    worked = number in state.under_way | state.complete
    done = {"complete": state.complete | {number}} if worked and gates else {}
    left = {} if done else {"skipped": state.skipped | {number}}
    return replace(
        state,
        under_way=state.under_way - {number},
        waived=state.waived | gates,
        overrun=state.overrun - gates,
        **done,
        **left,
    )


def _title(course: Phases, number: int) -> str:
    return next((phase.title for _, phase in course.ordered() if phase.number == number), str(number))


def _last(course: Phases) -> int:
    return max((phase.number for _, phase in course.ordered()), default=0)
