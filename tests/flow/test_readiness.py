"""Readiness for a stricter mode: told by the ledger, with what enforce would have stopped."""

from pathlib import Path

import pytest

from batonpass.flow.checkpoint import checkpoint
from batonpass.flow.excuses import count, excuses
from batonpass.flow.hand_over import hand_over
from batonpass.flow.phase import start
from batonpass.flow.policy import policy
from batonpass.flow.readiness import readiness
from batonpass.flow.setup import Setup
from batonpass.model.terms import Terms
from tests.flow.phases import project, until_discovery
from tests.flow.project import RESEARCH, START, Clock, opened, put
from tests.flow.sessions import answer, session

LARGE = RESEARCH + "".join(
    f"\n## Part {n}\n\nModule {n} of the login was read from its first line to its last, and what it does is told here in full.\n"
    for n in range(400)
)


def spawns(setup: Setup, at: str, *tokens: int) -> None:
    for number, each in enumerate(tokens):
        path = session(Path(setup.root) / f"s{number}.jsonl", answer(each))
        checkpoint(setup.root, policy(setup.root), path, moment="spawn", agent="builder", at=at)


def met(setup: Setup, days: int = 0) -> dict[str, bool]:
    return {one.name: one.met for one in readiness(setup, days).criteria}


def test_a_project_that_meets_all_is_ready(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    put(tmp_path, "login.md", LARGE)
    hand_over(setup, Terms(agent="researcher", type="research"), ["login.md"])
    found = readiness(setup)
    assert met(setup) == dict.fromkeys(("handoffs", "compression", "utilisation", "validity"), True)
    assert (found.ready, found.mode, found.next, found.days, found.stopped) == (
        True,
        "warn",
        "enforce",
        14,
        (),
    )


def test_nothing_follows_from_nothing(tmp_path: Path) -> None:
    assert not any(met(opened(tmp_path)).values())


def test_what_enforce_would_have_stopped_is_told(tmp_path: Path) -> None:
    clock = Clock()
    setup = opened(tmp_path, clock)
    spawns(setup, "2026-03-01T10:00:00Z", 100_000, 165_000, 170_000, 181_000)
    put(tmp_path, "login.md", "# Login\n\nNothing was found.\n")
    hand_over(setup, Terms(agent="researcher", type="research"), ["login.md"])
    found = readiness(setup)
    assert [(one.what, one.who) for one in found.stopped if one.what == "spawn"] == [("spawn", "builder")] * 2
    assert found.stopped[0].why == "85 % of the window was used"
    assert found.checks == 4
    assert not met(setup)["compression"]


def test_phases_that_enforce_would_have_denied_are_told(tmp_path: Path) -> None:
    setup = project(tmp_path, config='mode = "warn"\n')
    until_discovery(setup)
    start(setup, "4")
    assert [(one.what, one.who) for one in readiness(setup).stopped if one.what == "phase"] == [
        ("phase", "start 4")
    ]
    assert "phase 3 (Codebase Discovery) is not finished" in readiness(setup).stopped[-1].why


def test_excuses_are_counted_by_family(tmp_path: Path) -> None:
    setup = opened(tmp_path, Clock())
    known = policy(setup.root)
    for number, text in enumerate(("Context seems fine.", "Context seems fine!", "I'll compact later.")):
        made, _ = excuses(known, text, at_gate=True)
        count(setup.root, known, made, session="s1", where="message", text=f"{number}{text}")
    setup = opened(tmp_path)
    assert readiness(setup, 10_000).excuses == {"subjective": 2, "later": 1}


def test_what_was_denied_was_stopped_already(tmp_path: Path) -> None:
    setup = opened(tmp_path, config='mode = "enforce"\n')
    spawns(setup, "2026-03-01T10:00:00Z", 181_000)
    found = readiness(setup)
    assert (found.stopped, found.next) == ((), "")


@pytest.mark.parametrize(("days", "stopped"), [(1, 0), (3, 1)])
def test_only_the_last_days_count(tmp_path: Path, days: int, stopped: int) -> None:
    clock = Clock()
    setup = opened(tmp_path, clock)
    spawns(setup, f"{START:%Y-%m-%dT%H:%M:%SZ}", 181_000)
    clock.forward(days=2)
    assert len(readiness(setup, days).stopped) == stopped


def test_a_manifest_with_errors_is_named_until_another_takes_its_place(tmp_path: Path) -> None:
    clock = Clock()
    setup = opened(tmp_path, clock)
    put(tmp_path, "login.md", "# How login works today\n\nNothing was found.\n")
    bad = hand_over(setup, Terms(agent="researcher", type="research"), ["login.md"]).opened
    (one,) = readiness(setup).stopped
    assert (one.what, one.who, one.path) == ("handoff", "researcher", bad.handoff.manifest)
    assert not met(setup)["validity"]
    clock.forward(hours=1)
    put(tmp_path, "login.md", LARGE)
    hand_over(setup, Terms(agent="researcher", type="research"), ["login.md"])
    assert met(setup)["validity"]
    assert len(readiness(setup).stopped) == 1
