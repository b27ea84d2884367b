"""Sessions end, artifacts age out, pinned ones stay, and a rehearsal says exactly what would go."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from batonpass.flow.hand_over import hand_over
from batonpass.flow.pins import pin, pinned
from batonpass.flow.reasoning import query, save
from batonpass.flow.setup import Setup
from batonpass.flow.upkeep import clean, rebuild
from batonpass.model.errors import NotFound, WrongUse
from batonpass.model.handoff import Selection
from batonpass.model.terms import Terms
from tests.flow.project import START, Clock, opened, put, tree

BUILT = "# Login\n\n## Overview\n\nLogin works with tokens now.\n"
ROOT = "bazinga/artifacts"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def setup(tmp_path: Path, clock: Clock) -> Setup:
    """Five sessions on five days; of each a developer's handoff file, and what it thought."""
    setup = opened(tmp_path, clock, 'playbook = "bazinga"\n')
    for day in range(5):
        session = f"s{day}"
        terms = Terms(
            agent="developer", type="implementation", session=session, group="A", status="READY_FOR_QA"
        )
        hand_over(setup, terms, texts={"notes.md": BUILT + f"\nIt is day {day}.\n"})
        save(setup, f"thought of day {day}", session=session, group="A", agent="developer", phase="risks")
        dated(tmp_path / ROOT / session, day)
        clock.forward(days=1)
    return setup


def dated(folder: Path, day: int) -> None:
    """Let all files of a folder be written on a day of the clock."""
    at = datetime(START.year, START.month, START.day + day, tzinfo=UTC).timestamp()
    for path in folder.rglob("*"):
        os.utime(path, (at, at))


def sessions(root: Path) -> list[str]:
    return sorted(path.name for path in (root / ROOT).iterdir() if path.name.startswith("s"))


def test_nothing_goes_before_its_time(setup: Setup, clock: Clock) -> None:
    clock.forward(days=20)
    done = clean(setup)
    assert (done.removed, done.sessions) == ((), ())


def test_old_sessions_go_with_all_that_is_in_their_folders(
    setup: Setup, clock: Clock, tmp_path: Path
) -> None:
    assert (tmp_path / ROOT / "s0/A/handoff_developer.1.json").is_file()
    clock.forward(days=365)
    done = clean(setup)
    assert [gone.session for gone in done.sessions] == ["s0", "s1"]
    assert [handoff.session for handoff in done.removed] == ["s0", "s1"]
    assert sessions(tmp_path) == ["s2", "s3", "s4"], "the newest three of an agent stay, and their sessions"


def test_a_rehearsal_says_exactly_what_would_go(setup: Setup, clock: Clock, tmp_path: Path) -> None:
    clock.forward(days=365)
    before = tree(tmp_path, ".baton/ledger")
    rehearsed = clean(setup, dry_run=True)
    assert tree(tmp_path, ".baton/ledger") == before
    assert clean(setup) == rehearsed
    gone = before.keys() - tree(tmp_path, ".baton").keys()
    expected = (*(one.directory for one in rehearsed.sessions), *(h.directory for h in rehearsed.removed))
    assert {name for name in gone if not name.startswith(".baton")} == {
        name for name in before if name.startswith(expected)
    }


def test_the_journal_says_what_went_and_its_reasoning_does_not_come_back(
    setup: Setup, clock: Clock, tmp_path: Path
) -> None:
    clock.forward(days=365)
    clean(setup)
    told = [(e.data["session"], e.data["directory"]) for e in setup.store.events("session.removed")]
    assert told == [("s0", f"{ROOT}/s0/"), ("s1", f"{ROOT}/s1/")]
    rebuild(setup)
    assert sessions(tmp_path) == ["s2", "s3", "s4"]
    assert query(setup, session="s0") == ()
    assert [t.text for t in query(setup)] == [f"thought of day {n}" for n in (2, 3, 4)]


def test_a_pinned_session_stays_with_its_handoffs(setup: Setup, clock: Clock, tmp_path: Path) -> None:
    assert pin(setup, (), ("s0",)) == ("s0",)
    assert pin(setup, (), ("s0",)) == (), "it is kept already"
    clock.forward(days=365)
    assert [gone.session for gone in clean(setup).sessions] == ["s1"]
    assert sessions(tmp_path) == ["s0", "s2", "s3", "s4"]
    assert {h.session for h in setup.store.open_handoffs(Selection())} == {"s0", "s2", "s3", "s4"}
    pin(setup, (), ("s0",), keep=False)
    assert [gone.session for gone in clean(setup).sessions] == ["s0"]


def test_a_pinned_handoff_stays_and_with_it_its_session(setup: Setup, clock: Clock, tmp_path: Path) -> None:
    oldest = setup.store.handoffs(Selection(session="s0"))[0].id
    pin(setup, (oldest[:6],))
    assert pinned(setup).handoffs == {oldest}
    clock.forward(days=365)
    clean(setup)
    assert sessions(tmp_path) == ["s0", "s2", "s3", "s4"]
    assert setup.store.by_key(oldest)


def test_a_session_somebody_still_writes_into_stays(setup: Setup, clock: Clock, tmp_path: Path) -> None:
    put(tmp_path, f"{ROOT}/s0/A/test_failures.md", "2 of 9 fail\n")
    clock.forward(days=60)
    now = clock.now.timestamp()
    os.utime(tmp_path / ROOT / "s0/A/test_failures.md", (now, now))
    assert [gone.session for gone in clean(setup).sessions] == ["s1"]


def test_nothing_outside_of_the_artifacts_is_touched(setup: Setup, clock: Clock, tmp_path: Path) -> None:
    put(tmp_path, "elsewhere/A/handoff_developer.json", "{}")
    dated(tmp_path / "elsewhere", 0)
    (tmp_path / ROOT / "linked").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    put(tmp_path, f"{ROOT}/notes/ideas.md", "mine\n")
    dated(tmp_path / ROOT / "notes", 0)
    clock.forward(days=365)
    clean(setup)
    assert (tmp_path / "elsewhere/A/handoff_developer.json").is_file()
    assert (tmp_path / ROOT / "linked").is_symlink()
    assert (tmp_path / ROOT / "notes/ideas.md").is_file(), "no session's, so none of ours"


def test_handoff_files_nobody_recorded_age_by_their_own_time(
    setup: Setup, clock: Clock, tmp_path: Path
) -> None:
    put(tmp_path, f"{ROOT}/sold/A/handoff_developer.json", "{}")
    dated(tmp_path / ROOT / "sold", 0)
    clock.forward(days=365)
    assert "sold" in [gone.session for gone in clean(setup, dry_run=True).sessions]


def test_an_agents_folder_is_no_session_whatever_the_session_is_called(tmp_path: Path, clock: Clock) -> None:
    setup = opened(tmp_path, clock, 'playbook = "bazinga"\n')
    for day in range(4):
        terms = Terms(
            agent="developer", type="implementation", session="developer", group="A", scope=f"Day {day}"
        )
        hand_over(setup, terms, texts={"notes.md": BUILT})
        clock.forward(days=1)
    dated(tmp_path / ROOT, 0)
    clock.forward(days=365)
    done = clean(setup)
    assert (done.sessions, len(done.removed)) == ((), 1)
    assert (tmp_path / ROOT / "developer/A/handoff_developer.json").is_file()


def test_what_cannot_be_pinned_is_named(setup: Setup) -> None:
    with pytest.raises(WrongUse, match="nothing to keep"):
        pin(setup, ())
    with pytest.raises(NotFound, match=r"no session 'lost'.*s0, s1"):
        pin(setup, (), ("lost",))
    with pytest.raises(NotFound):
        pin(setup, ("nobody",))
