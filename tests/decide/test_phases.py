"""The phase machine: what begins when, what a gate holds back, and that no way leads around one."""

from collections import deque
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from batonpass.decide.phases import due, open_gates, step
from batonpass.model.phases import Gate, Phase, Phases, WorkType
from batonpass.model.progress import Move, State
from batonpass.tables import load

OMAW = load.playbook("omaw").phases
WORDS = "go on without it, I know the risk"


def go(course: Phases, *moves: Move, denying: bool = True) -> tuple[State, list[str]]:
    """Return where moves lead, and what was answered to each."""
    state, answers = State(), []
    for move in moves:
        state, verdict = step(course, state, move, denying=denying)
        answers.append(verdict.answer)
    return state, answers


def start(phase: int, work_type: str = "") -> Move:
    return Move(do="start", phase=phase, work_type=work_type)


def finish(phase: int, *, proven: bool | None = True) -> Move:
    return Move(do="finish", phase=phase, proven=proven)


def skip(phase: int, words: str = WORDS) -> Move:
    return Move(do="skip", phase=phase, words=words)


def through(*phases: int) -> list[Move]:
    return [move for phase in phases for move in (start(phase), finish(phase))]


def test_phases_come_in_their_order() -> None:
    _, answers = go(OMAW, start(1), start(2), finish(1), start(2), finish(3))
    assert answers == ["go", "block", "go", "go", "block"]


def test_a_gate_that_was_not_passed_refuses_the_next_phase() -> None:
    state, answers = go(OMAW, *through(1, 2), start(3), finish(3, proven=False), start(4))
    assert answers[-2:] == ["block", "block"]
    assert open_gates(OMAW, state, 4) == ("discovery",)
    _, answers = go(OMAW, *through(1, 2), start(3), finish(3, proven=False), finish(3), start(4))
    assert answers[-2:] == ["go", "go"]


def test_what_nobody_can_verify_follows_the_playbook() -> None:
    for policy, after in (("go", "go"), ("advise", "go"), ("block", "block")):
        course = Phases(unverified=policy, of=OMAW.of, gates=OMAW.gates, lines=OMAW.lines)  # type: ignore[arg-type]
        _, answers = go(course, *through(1, 2), start(3), finish(3, proven=None), start(4))
        assert answers[-2:] == [policy, after]


def test_a_skip_needs_words_and_opens_one_gate() -> None:
    begun = [*through(1, 2), start(3)]
    assert go(OMAW, *begun, skip(3, "  "))[1][-1] == "block"
    state, answers = go(OMAW, *begun, skip(3), start(4))
    assert answers[-1] == "go"
    assert state.waived == {"discovery"}
    assert not state.passed
    _, answers = go(OMAW, *begun, skip(3), *through(4, 5, 6, 7), start(8), start(9))
    assert answers[-1] == "block"


def test_a_phase_without_a_gate_can_be_left_out_with_words() -> None:
    state, answers = go(OMAW, *through(1), skip(2), start(3))
    assert answers[-2:] == ["go", "go"]
    assert state.standing(2) == "skipped"


@pytest.mark.parametrize(
    ("work_type", "after_4", "left_out"),
    [("BUGFIX", 8, 5), ("SMALL", 8, 7), ("MEDIUM", 5, 6), ("LARGE", 5, 0)],
)
def test_what_a_kind_of_work_leaves_out_is_passed_by(work_type: str, after_4: int, left_out: int) -> None:
    state, answers = go(OMAW, start(1, work_type), finish(1), *through(2, 3, 4), start(after_4))
    assert answers[-1] == "go"
    assert due(OMAW, state) == after_4
    if left_out:
        assert step(OMAW, state, start(left_out))[1].answer == "block"


def test_a_proof_that_fails_takes_back_one_that_held() -> None:
    _, answers = go(OMAW, *through(1, 2, 3), finish(3, proven=False), start(4))
    assert answers[-2:] == ["block", "block"]


def test_a_phase_that_begins_again_is_proven_again() -> None:
    state, answers = go(OMAW, *through(1, 2, 3, 4), start(3), finish(3, proven=False), start(4))
    assert answers[-3:] == ["go", "block", "block"]
    assert state.complete == {1, 2}


def test_a_skip_without_words_is_none_in_any_mode() -> None:
    state, answers = go(OMAW, *through(1, 2), start(3), skip(3, ""), denying=False)
    assert answers[-1] == "block"
    assert open_gates(OMAW, state, 4) == ("discovery",)


def test_another_mode_lets_it_pass_and_the_gate_refuses_later() -> None:
    state, answers = go(OMAW, *through(1, 2), start(3), finish(3, proven=False), start(4), denying=False)
    assert answers[-2:] == ["block", "block"]
    assert state.standing(4) == "in_progress"
    assert state.overrun == {"discovery"}
    state, _ = step(OMAW, state, finish(4))
    assert step(OMAW, state, start(5))[1].answer == "block"
    assert step(OMAW, state, Move(do="resume", phase=0))[1].answer == "block"
    state, _ = step(OMAW, state, finish(3))
    assert step(OMAW, state, start(5))[1].answer == "go"


def test_a_phase_left_behind_can_still_be_finished() -> None:
    state, answers = go(OMAW, *through(1, 2), start(3), start(4), denying=False)
    assert answers[-1] == "block"
    assert (state.standing(3), due(OMAW, state)) == ("in_progress", 4)
    state, verdict = step(OMAW, state, finish(3))
    assert verdict.answer == "go"
    assert state.under_way == {4}
    assert not open_gates(OMAW, state, 5)


def test_a_gate_that_only_advises_keeps_no_phase_open() -> None:
    gates = {"soft": Gate(2, "Soft", mandatory=False)}
    for policy in ("go", "advise", "block"):
        course = Phases(unverified=policy, of={n: OMAW.of[n] for n in list(OMAW.of)[:3]}, gates=gates)
        for proven in (False, None):
            state, answers = go(course, *through(1), start(2), finish(2, proven=proven), start(3))
            assert "block" not in answers
            assert state.complete == {1, 2}
            assert (state.passed == {"soft"}) is (proven is None and policy != "block")
        unsound = Move(do="finish", phase=2, proven=False, sound=False)
        assert go(course, *through(1), start(2), unsound)[1][-1] == "block"


def test_what_another_tool_says_is_complete_passes_no_gate() -> None:
    state, answers = go(OMAW, Move(do="adopt", phase=0, claimed=(1, 2, 3, 4, 5, 6, 7)), start(8))
    assert answers == ["go", "block"]
    state, _ = step(OMAW, state, finish(3))
    assert step(OMAW, state, start(8))[1].answer == "go"


# --- No way leads around a gate: every state that can be reached, every move in it.


class Ghost(Struct, frozen=True):
    """What really happened, kept apart from the machine: which gates were proven or skipped since their phase began."""

    settled: frozenset[str] = frozenset()

    def after(self, course: Phases, state: State, move: Move, made: State, answer: str) -> "Ghost":
        behind = {n for n, gate in course.gates.items() if gate.after == move.phase}
        if move.do in ("finish", "skip") and answer != "block":
            return Ghost(self.settled | behind)
        if move.do == "finish" and move.proven is False:
            return Ghost(self.settled - (behind - made.waived))
        if move.phase in made.under_way - state.under_way:  # its work is done anew, and what follows it
            return Ghost(self.settled - {n for n, gate in course.gates.items() if gate.after >= move.phase})
        return self


def moves(course: Phases, types: tuple[str, ...]) -> tuple[Move, ...]:
    numbers = [phase.number for _, phase in course.ordered()]
    return (
        *(start(number, kind) for number in numbers for kind in types),
        *(finish(number, proven=proven) for number in numbers for proven in (True, None, False)),
        *(skip(number, words) for number in numbers for words in (WORDS, "")),
        Move(do="resume", phase=0),
    )


def beginnings(course: Phases) -> list[State]:
    """Return where a workflow may come from: nowhere, or another tool that says so many phases are complete."""
    numbers = [phase.number for _, phase in course.ordered()]
    adopted = (Move(do="adopt", phase=0, claimed=tuple(numbers[:n])) for n in range(len(numbers) + 1))
    return [step(course, State(), move)[0] for move in adopted]


def same(state: State) -> State:
    """Return a state as it is."""
    return state


def ways_around(
    course: Phases,
    modes: tuple[bool, ...],
    types: tuple[str, ...],
    alike: Callable[[State], State] = same,
) -> Iterator[str]:
    """Yield every phase that began, where it could be denied, past a mandatory gate neither proven nor skipped.

    Every state that can be reached is looked at, and every move in it; of states that are alike, one.
    """
    seen = {(state, Ghost()) for state in beginnings(course)}
    waiting = deque(seen)
    every = [(move, denying) for move in moves(course, types) for denying in modes]
    while waiting:
        state, ghost = waiting.popleft()
        for move, denying in every:
            after, verdict = step(course, state, move, denying=denying)
            if denying:
                yield from _around(course, state, ghost, move, after, verdict.answer)
            following = (alike(after), ghost.after(course, state, move, after, verdict.answer))
            if following not in seen:
                seen.add(following)
                waiting.append(following)


def _around(
    course: Phases, state: State, ghost: Ghost, move: Move, after: State, answer: str
) -> Iterator[str]:
    for number in after.under_way - state.under_way:
        for name, gate in course.gates.items():
            if gate.mandatory and number > gate.after and name not in ghost.settled:
                yield f"{move.do} {move.phase} from {state}: past {name}"
    if answer == "block" and after != replace(state, passed=state.passed & after.passed):
        yield f"{move.do} {move.phase} was denied and changed {state}"


def left_out_is_done(state: State) -> State:
    """Return a state in which phases without a gate that were left out count as complete: nothing asks which they are."""
    gated = {gate.after for gate in OMAW.gates.values()}
    return replace(state, complete=state.complete | (state.skipped - gated), skipped=state.skipped & gated)


@pytest.mark.parametrize("work_type", list(OMAW.work_types))
def test_no_way_through_omaw_leads_past_a_gate(work_type: str) -> None:
    assert next(ways_around(OMAW, (True,), (work_type,), left_out_is_done), "") == ""


@st.composite
def courses(draw: st.DrawFn) -> Phases:
    """Return phases, gates and kinds of work that a playbook could be made of."""
    count = draw(st.integers(2, 4))
    numbers = sorted(draw(st.sets(st.integers(1, 20), min_size=count, max_size=count)))
    behind = draw(st.lists(st.sampled_from(numbers[:-1]), max_size=3))
    gates = {
        f"g{n}": Gate(after, f"Gate {n}", mandatory=draw(st.booleans())) for n, after in enumerate(behind)
    }
    held = {gate.after for gate in gates.values() if gate.mandatory}
    free = [n for n in numbers if n not in held]
    kinds = {
        f"T{n}": WorkType(leaves_out=tuple(draw(st.sets(st.sampled_from(free))) if free else ()))
        for n in range(draw(st.integers(0, 1)))
    }
    return Phases(
        unverified=draw(st.sampled_from(["go", "advise", "block"])),
        of={f"p{n}": Phase(n, f"Phase {n}") for n in numbers},
        gates=gates,
        work_types=kinds,
    )


@settings(max_examples=40)
@given(courses())
def test_no_way_through_any_playbook_leads_past_a_gate(course: Phases) -> None:
    assert not list(course.mistakes())
    assert next(ways_around(course, (True, False), ("", *course.work_types)), "") == ""
