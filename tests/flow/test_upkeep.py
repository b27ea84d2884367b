"""Keeping house: what is past its time goes, indexes can be made again, one screen says what stands."""

import shutil
from pathlib import Path

import pytest

from batonpass.flow.edit import correct, editable
from batonpass.flow.hand_over import hand_over
from batonpass.flow.setup import Setup
from batonpass.flow.take_over import take_over
from batonpass.flow.upkeep import clean, rebuild, search, status
from batonpass.flow.workflow import complete, start
from batonpass.model.handoff import Selection
from batonpass.model.terms import Terms
from tests.flow.project import PLAN, RESEARCH, Clock, opened, tree


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def setup(tmp_path: Path, clock: Clock) -> Setup:
    """Let a researcher hand over on five days, and a planner once."""
    setup = opened(tmp_path, clock)
    for day in range(5):
        terms = Terms(agent="researcher", type="research", scope=f"Day {day}")
        hand_over(setup, terms, texts={"login.md": RESEARCH})
        clock.forward(days=1)
    hand_over(setup, Terms(agent="planner", type="plan"), texts={"plan.md": PLAN})
    return setup


def scopes(setup: Setup) -> list[str]:
    return [h.scope for h in setup.store.open_handoffs(Selection(agent="researcher"))]


def test_nothing_goes_before_its_time(setup: Setup, clock: Clock) -> None:
    clock.forward(days=20)
    assert clean(setup).removed == ()


def test_what_is_past_its_time_goes_but_the_newest_stay(setup: Setup, clock: Clock) -> None:
    clock.forward(days=365)
    cleaned = clean(setup)
    assert [h.scope for h in cleaned.removed] == ["Day 0", "Day 1"]
    assert cleaned.bytes > 0
    assert scopes(setup) == ["Day 2", "Day 3", "Day 4"]
    assert not any(Path(setup.root, h.directory).exists() for h in cleaned.removed)


def test_a_rehearsal_changes_nothing(setup: Setup, clock: Clock, tmp_path: Path) -> None:
    clock.forward(days=365)
    before = tree(tmp_path, ".baton/ledger")
    rehearsed = clean(setup, dry_run=True)
    assert tree(tmp_path, ".baton/ledger") == before
    done = clean(setup)
    assert rehearsed.removed == done.removed
    assert rehearsed.bytes == done.bytes


def test_the_days_can_be_told(setup: Setup, clock: Clock) -> None:
    clock.forward(hours=1)
    assert [h.scope for h in clean(setup, days=1).removed] == ["Day 0", "Day 1"]


def test_a_rebuilt_ledger_says_what_the_old_one_said(setup: Setup, clock: Clock, tmp_path: Path) -> None:
    start(setup, "OAuth2", ["researcher"], "mine")
    take_over(setup, "builder", Selection())
    correct(setup, "planner", editable(setup, "planner").replace("10 requests", "5 requests"))
    complete(setup, "mine", success=True)
    clock.forward(days=365)
    clean(setup)

    def said(setup: Setup) -> object:
        return (
            setup.store.handoffs(Selection()),
            setup.store.open_handoffs(Selection()),
            setup.store.reads(),
            setup.store.workflows(),
            [event.as_dict() for event in setup.store.events()],
            search(setup, "cookies"),
        )

    before = said(setup)
    assert rebuild(setup).skipped == 0
    assert said(setup) == before
    for name in ("ledger.db", "ledger.db-wal", "ledger.db-shm"):
        (tmp_path / ".baton" / name).unlink(missing_ok=True)
    shutil.rmtree(tmp_path / ".baton" / "cache", ignore_errors=True)
    assert said(opened(tmp_path, clock)) == before


def test_published_files_are_enough_for_a_ledger(setup: Setup, tmp_path: Path) -> None:
    before = setup.store.open_handoffs(Selection())
    shutil.rmtree(tmp_path / ".baton")
    fresh = opened(tmp_path)
    rebuild(fresh)
    assert fresh.store.open_handoffs(Selection()) == before


def test_words_are_found_in_full_artifacts_and_manifests(setup: Setup) -> None:
    hits = search(setup, "httpOnly cookies")
    assert {hit.path.rsplit("/", 1)[-1] for hit in hits} == {"manifest.json", "plan.md"}
    assert all("httpOnly" in hit.snippet for hit in hits)
    assert search(setup, "nowhere") == ()
    assert len(search(setup, "bcrypt", limit=2)) == 2


def test_one_screen_says_what_stands(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    start(setup, "OAuth2", ["planner"], "mine")
    hand_over(
        setup, Terms(agent="planner", type="plan", workflow="mine"), texts={"plan.md": "# A plan\n\nSoon.\n"}
    )
    told = status(setup)
    assert (told.mode, told.playbook) == ("warn", "oak")
    assert [h.agent for h in told.open] == ["planner"]
    assert [w.id for w in told.workflows] == ["mine"]
    assert {p.pointer for p in told.problems} >= {"/key_decisions", "/summary/strategy"}


def test_a_broken_handoff_does_not_hide_the_others(setup: Setup) -> None:
    handoff = setup.store.find("planner")
    Path(setup.root, handoff.manifest).write_text("{", "utf-8")
    told = status(setup)
    assert len(told.open) == 6
    assert [(p.rule, p.path) for p in told.problems] == [("readable", handoff.manifest)]


def test_an_empty_project_has_nothing_to_say(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    assert status(setup).open == ()
    assert search(setup, "anything") == ()
    assert clean(setup).removed == ()
    assert rebuild(setup).handoffs == 0
