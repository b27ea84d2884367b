import itertools
import shutil
import sqlite3
from pathlib import Path

import pytest

from batonpass.model.errors import StorageFailed
from batonpass.model.event import Event
from batonpass.model.handoff import Reading, Selection
from batonpass.model.reasoning import Thought
from batonpass.store import database, journal
from batonpass.store.fold import TABLES
from batonpass.store.local import LocalStore
from tests.store.sample import TIME, handoff_id, ids, manifest, proof, publish

LATER = "2026-04-02T10:00:00Z"


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def store(tmp_path: Path, said: list[str]) -> LocalStore:
    """A month of everything that can happen."""
    store = LocalStore(str(tmp_path), say=said.append)
    store.record(Event("workflow.started", TIME, {"workflow": "w", "project": "shop"}, "started:w"))
    publish(store, "one", workflow_id="w", to_agents=["coder"])
    two = publish(store, "two", at="2026-03-05T10:00:00Z").handoff
    publish(store, "three", at="2026-03-06T10:00:00Z", standing="rejected")
    store.record_read(Reading(handoff=two.id, reader="coder", at="2026-03-07T10:00:00Z", tokens=5))
    store.correct(two, manifest("two", scope="mended"), proof("two"), at="2026-03-08T10:00:00Z")
    publish(store, "four", "tester", LATER)
    store.save_reasoning(Thought(id="t", at=LATER, session="s", agent="coder", phase="risks", text="why"))
    store.clean(now=LATER, days=27, keep_newest=1)
    store.record(Event("workflow.completed", LATER, {"workflow": "w", "success": True}))
    store.handoffs(Selection())
    return store


def dump(root: Path) -> dict[str, list[tuple[object, ...]]]:
    with database.opened(str(root / ".baton/ledger.db")) as db:
        return {
            table: sorted(map(tuple, db.execute(f"SELECT * FROM {table}")), key=repr)  # noqa: S608 - our own names
            for table in TABLES
        }


def ledger_files(root: Path) -> list[Path]:
    return sorted((root / ".baton").glob("ledger.db*"))


def test_rebuild_gives_the_same_ledger(store: LocalStore, tmp_path: Path) -> None:
    before = dump(tmp_path)
    assert all(before.values())
    rebuilt = store.rebuild()
    assert dump(tmp_path) == before
    assert (rebuilt.handoffs, rebuilt.events, rebuilt.skipped) == (3, 10, 0)  # one was removed


def test_rebuild_that_cannot_write_says_so(store: LocalStore, tmp_path: Path) -> None:
    publish(store)
    ledger = tmp_path / ".baton" / "ledger.db"
    ledger.unlink(missing_ok=True)
    ledger.mkdir()
    with pytest.raises(StorageFailed, match=r"ledger\.db.*free some space or make it writable"):
        store.rebuild()


def test_deleted_ledger_comes_back_the_same(store: LocalStore, tmp_path: Path, said: list[str]) -> None:
    before = dump(tmp_path)
    for path in ledger_files(tmp_path):
        path.unlink()
    store.handoffs(Selection())
    assert dump(tmp_path) == before
    assert said == []


def test_order_of_the_months_does_not_matter(store: LocalStore, tmp_path: Path) -> None:
    before = {
        table: rows for table, rows in dump(tmp_path).items() if table not in ("journal", "events", "reads")
    }
    folder = tmp_path / ".baton/journal"
    (folder / "2026-03.jsonl").rename(folder / "9999-12.jsonl")
    store.rebuild()
    assert {table: rows for table, rows in dump(tmp_path).items() if table in before} == before


@pytest.mark.parametrize("damage", [b"this is no database", b"", "header", "pages"])
def test_damaged_ledger_is_made_again_aloud(
    store: LocalStore, tmp_path: Path, said: list[str], damage: bytes | str
) -> None:
    expected = store.handoffs(Selection())
    path = tmp_path / ".baton/ledger.db"
    data = path.read_bytes()
    if isinstance(damage, bytes):
        path.write_bytes(damage)
    else:
        path.write_bytes(
            data[:20] + b"\xff" * 80 + data[100:]
            if damage == "header"
            else data[:4096] + b"\xff" * (len(data) - 4096)
        )
    assert store.handoffs(Selection()) == expected
    if damage:  # an empty file is simply filled
        assert any("damaged" in line for line in said)
    assert store.handoffs(Selection()) == expected


def test_lost_journal_loses_no_handoff(store: LocalStore, tmp_path: Path, said: list[str]) -> None:
    standing = store.open_handoffs(Selection())
    shutil.rmtree(tmp_path / ".baton/journal")
    again = store.open_handoffs(Selection())
    assert ids(again) == ids(standing)
    assert "cut short" in said[-1]


def test_lost_state_loses_no_handoff(store: LocalStore, tmp_path: Path) -> None:
    standing = store.open_handoffs(Selection())
    shutil.rmtree(tmp_path / ".baton")
    assert ids(store.open_handoffs(Selection())) == ids(standing)
    assert store.find("planner").id == handoff_id("two")


def test_what_hooks_recorded_meanwhile_is_caught_up(store: LocalStore, tmp_path: Path) -> None:
    folder = str(tmp_path / ".baton/journal")
    for number in range(3):
        journal.append(folder, Event("gap.found", LATER, {"agent": str(number)}), 65_536)
        assert len(store.events("gap.found")) == number + 1


def test_torn_and_strange_lines_are_left_out_aloud(
    store: LocalStore, tmp_path: Path, said: list[str]
) -> None:
    path = tmp_path / ".baton/journal/2026-04.jsonl"
    lines = [
        b'{"event":"handoff.published","at":"2026-04-03T00:00:00Z"}',
        b'{"event":"handoff.read","at":"2026-04-03T00:00:00Z","handoff":7}',
        b'{"event":"gap.found","at":"2026-04-03T00:00:00Z","workflow":"\\ud800"}',
        b'{"event":"workflow.started","at":"2026-04-03T00:00:00Z","workflow":"x","agents":"a"}',
        b"torn",
    ]
    before = len(store.handoffs(Selection()))
    path.write_bytes(path.read_bytes() + b"\n".join(lines) + b"\n")
    assert len(store.handoffs(Selection())) == before
    assert "5 lines are no events" in said[-1]
    store.record(Event("gap.found", LATER, {"agent": "x"}))
    assert len(store.events("gap.found")) == 1
    assert store.rebuild().skipped == 5


def test_journal_cut_short_is_read_again(store: LocalStore, tmp_path: Path, said: list[str]) -> None:
    path = tmp_path / ".baton/journal/2026-04.jsonl"
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    store.events()
    assert "cut short" in said[-1]
    before = dump(tmp_path)
    store.rebuild()
    assert dump(tmp_path) == before


def test_locked_ledger_does_not_keep_answers_back(
    store: LocalStore, tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = store.handoffs(Selection())
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda path, **k: connect(path, **(k | {"timeout": 0.01})))
    with database.opened(str(tmp_path / ".baton/ledger.db")) as db, database.writing(db):
        journal.append(str(tmp_path / ".baton/journal"), Event("gap.found", LATER, {}), 65_536)
        assert store.handoffs(Selection()) == expected
    assert "locked" in said[-1]


def test_migrations_run_once_and_in_order(tmp_path: Path) -> None:
    first = ("first", "CREATE TABLE a (x); CREATE TABLE b (x)")
    second = ("second", "ALTER TABLE a ADD COLUMN y")
    path = str(tmp_path / "x.db")
    with database.opened(path) as db:
        for _ in range(2):
            database.migrate(db, (first,))
        for _ in range(2):
            database.migrate(db, (first, second))
        db.execute("INSERT INTO a (x, y) VALUES (1, 2)")
        assert [tuple(row) for row in db.execute("SELECT x, y FROM a")] == [(1, 2)]


def test_failed_migration_leaves_no_half(tmp_path: Path) -> None:
    with database.opened(str(tmp_path / "x.db")) as db:
        with pytest.raises(sqlite3.OperationalError):
            database.migrate(db, (("bad", "CREATE TABLE a (x); NONSENSE"),))
        database.migrate(db, (("good", "CREATE TABLE a (x)"),))


def test_every_pair_of_events_folds_in_any_order(tmp_path: Path) -> None:
    """Journals of two machines, one after the other or the other way round."""
    data: dict[str, object] = {"workflow": "w", "project": "p", "agents": ["a"]}
    handoff: dict[str, object] = {"handoff": "h", "stamped": TIME, "agent": "a", "directory": "d/"}
    events = [
        Event("workflow.started", TIME, data),
        Event("workflow.started", LATER, {**data, "project": "again"}),
        Event("workflow.completed", LATER, {"workflow": "w", "success": False, "agents": ["b"]}),
        Event("workflow.completed", TIME, {"workflow": "w", "success": True}),
        Event("handoff.removed", TIME, {"handoff": "h"}),
        Event("handoff.removed", LATER, {"handoff": "h"}),
        Event("handoff.published", LATER, handoff),
        Event("handoff.edited", TIME, {**handoff, "edits": 1}),
        Event("handoff.published", TIME, {**handoff, "directory": "elsewhere/"}),
    ]
    for number, pair in enumerate(itertools.permutations(events, 2)):
        seen = []
        for order in (pair, pair[::-1]):
            root = tmp_path / f"{number}-{order is pair}"
            for month, event in enumerate(order):
                line = journal.encode(event.as_dict())
                journal.append_line(str(root / f".baton/journal/2026-0{month + 1}.jsonl"), line)
            LocalStore(str(root), say=print).rebuild()
            tables = dump(root)
            seen.append((tables["workflows"], tables["removals"], tables["handoffs"]))
        assert seen[0] == seen[1], [e.name for e in pair]


def test_event_that_two_hooks_recorded_at_once_counts_once(store: LocalStore, tmp_path: Path) -> None:
    before = len(store.reads())
    read = {"handoff": handoff_id("two"), "reader": "lead", "what": "manifest.json", "tokens": 7}
    for _ in range(2):
        journal.append(str(tmp_path / ".baton/journal"), Event("handoff.read", LATER, read, "once"), 65_536)
    assert len(store.reads()) == before + 1


def test_empty_ledger_file_is_filled_from_the_published_files_too(store: LocalStore, tmp_path: Path) -> None:
    standing = ids(store.open_handoffs(Selection()))
    shutil.rmtree(tmp_path / ".baton")
    (tmp_path / ".baton").mkdir()
    (tmp_path / ".baton/ledger.db").touch()
    assert ids(store.open_handoffs(Selection())) == standing


def test_log_of_a_deleted_ledger_does_not_come_back(store: LocalStore, tmp_path: Path) -> None:
    path = tmp_path / ".baton/ledger.db"
    with database.opened(str(path)) as db:
        db.execute("UPDATE handoffs SET scope = 'of another time'")
        stale = Path(f"{path}-wal").read_bytes()
    assert stale
    path.unlink()
    Path(f"{path}-wal").write_bytes(stale)
    assert "of another time" not in {handoff.scope for handoff in store.handoffs(Selection())}
