"""How often agents tried, held against the playbook's limits; only a person lets them go on."""

from collections.abc import Callable
from pathlib import Path

import pytest

from batonpass.flow.hand_over import hand_over
from batonpass.flow.limits import Limits, limits
from batonpass.flow.setup import open_project
from batonpass.model.errors import WrongUse
from batonpass.model.terms import Terms
from batonpass.tables import load
from tests.flow.project import opened, put
from tests.flow.session import Session

FAILED = (
    "E   assert {0} == 3\nFAILED tests/test_cart.py::test_total - assert {0} == 3\n1 failed, 3 passed in 0.1s"
)


def fails(session: Session, times: int, *, same: bool = False) -> None:
    for number in range(times):
        session.calls("Edit", "updated", file_path="src/cart.py")
        session.calls("Bash", FAILED.format(0 if same else number), failed=True, command="pytest -q")


def starts(session: Session, times: int) -> None:
    for number in range(times):
        session.calls(
            "Task",
            f"it died of cause {number}",
            failed=True,
            subagent_type="builder",
            description="Build",
            prompt="Go.",
        )


def found(folder: Path, made: Callable[[Session], None], config: str = "") -> Limits:
    session = Session(folder).says("Make the tests pass.")
    made(session)
    session.save(folder / "s1.jsonl")
    return limits(opened(folder, config=config), str(folder / "s1.jsonl"))


@pytest.mark.parametrize(
    ("made", "reached"),
    [
        (lambda s: fails(s, 9), []),
        (lambda s: fails(s, 10), ["limit-iterations"]),
        (lambda s: fails(s, 2, same=True), []),
        (lambda s: fails(s, 3, same=True), ["limit-same-error"]),
        (lambda s: starts(s, 3), []),
        (lambda s: starts(s, 4), ["limit-retries"]),
        (lambda s: [s.answers("I have looked at it all " * 9) for _ in range(3)], ["limit-similar-outputs"]),
    ],
)
def test_a_limit_is_reached_at_its_number(
    tmp_path: Path, made: Callable[[Session], None], reached: list[str]
) -> None:
    told = found(tmp_path, made)
    assert [problem.rule for problem in told.problems] == reached
    assert told.verdict.answer == ("block" if reached else "go")
    assert not told.denied


def test_a_runners_last_line_is_no_error_of_its_own(tmp_path: Path) -> None:
    causes = ("TestRefund wants a nil pointer", "TestCharge timed out waiting", "TestWire reads bad json")

    def made(session: Session) -> None:
        for cause in causes:
            told = f"--- FAIL: {cause} at the first line of it\nFAIL\nexit status 1"
            session.calls("Bash", told, failed=True, command="go test ./...")

    assert not found(tmp_path, made).problems


def test_success_in_between_begins_anew(tmp_path: Path) -> None:
    def made(session: Session) -> None:
        fails(session, 2, same=True)
        session.calls("Bash", "4 passed in 0.1s", command="pytest -q")
        fails(session, 2, same=True)

    assert found(tmp_path, made).problems == ()


def test_in_enforce_it_is_denied_until_a_person_says_to_go_on(tmp_path: Path) -> None:
    told = found(tmp_path, lambda s: fails(s, 3, same=True), config='mode = "enforce"\n')
    assert told.denied
    assert "continue (+3" in told.problems[0].todo
    assert told.problems[0].line > 0
    setup = open_project(str(tmp_path))
    again = limits(setup, str(tmp_path / "s1.jsonl"), go_on=True)
    assert (again.denied, again.granted, again.problems) == (False, 1, ())
    assert len(setup.store.events("limit.extended")) == 1
    assert len(setup.store.events("limit.reached")) == 1


def test_rounds_are_counted_from_what_was_handed_over(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    Session(tmp_path).says("Go.").answers("Gone.").save(tmp_path / "s1.jsonl")
    for number in range(4):
        put(tmp_path, "review.md", f"# Review\n\nRound {number} found {number} mistakes.\n")
        terms = Terms(agent="code-reviewer", session="s1", group="AUTH")
        hand_over(setup, terms, ["review.md"])
        put(tmp_path, "build.md", f"# Build\n\nRound {number} mended {number} mistakes.\n")
        hand_over(setup, Terms(agent="builder", session="s1", group="AUTH"), ["build.md"])
    told = limits(setup, str(tmp_path / "s1.jsonl"))
    assert [(p.rule, p.message.split(";")[0]) for p in told.problems] == [
        ("limit-reviews", "code-reviewer: it has reviewed 4 times (group AUTH)")
    ]


def test_a_playbook_may_have_limits_of_its_own(tmp_path: Path) -> None:
    put(tmp_path, ".baton/playbooks/mine.toml", 'extends = "oak"\n[limits]\nsame_error = 5\n')
    told = found(tmp_path, lambda s: fails(s, 4, same=True), config='playbook = "mine"\n')
    assert told.problems == ()
    assert load.agent_limits(load.playbook("mine", str(tmp_path)))["iterations"] == 10
    put(tmp_path, ".baton/playbooks/mine.toml", 'extends = "oak"\n[limits]\nsame_error = 0\n')
    with pytest.raises(WrongUse, match="at least 1"):
        open_project(str(tmp_path))
