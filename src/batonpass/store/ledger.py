"""The ledger: an index of journal and published files, caught up at every question, never the only copy."""

import json
import os
import sqlite3
from collections.abc import Callable, Iterable
from typing import TypeVar

from batonpass.model.event import Event
from batonpass.model.handoff import Handoff, Reading, Rebuilt, Selection, Workflow
from batonpass.model.reasoning import Thought
from batonpass.store import database, journal
from batonpass.store.database import Index
from batonpass.store.fold import (
    MIGRATIONS,
    TABLES,
    fold,
    put_handoff,
    row_to_handoff,
    row_to_thought,
    row_to_workflow,
)

T = TypeVar("T")


class Ledger:
    """Answers questions about everything that happened."""

    def __init__(
        self, state: str, published: Callable[[], Iterable[Handoff]], say: Callable[[str], None]
    ) -> None:
        """Know where journal and index lie, and how to look at the published files themselves."""
        self.journal = os.path.join(state, "journal")
        self.published, self.say = published, say
        self.index = Index(os.path.join(state, "ledger.db"), self._fill, say)

    def ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Answer from the ledger, caught up with the journal."""
        return self.index.ask(lambda db: question(self._caught_up(db)))

    def _caught_up(self, db: sqlite3.Connection) -> sqlite3.Connection:
        self._fill(db) if database.migrate(db, MIGRATIONS) else self._catch_up(db)
        return db

    def rebuild(self) -> Rebuilt:
        """Make all tables again from journal and files."""

        def question(db: sqlite3.Connection) -> Rebuilt:
            database.migrate(db, MIGRATIONS)
            with database.writing(db):
                self._refill(db)
            return Rebuilt(
                db.execute(f"SELECT count(*) FROM handoffs WHERE {_KEPT}").fetchone()[0],  # noqa: S608 - fixed text
                db.execute("SELECT count(*) FROM events").fetchone()[0],
                db.execute("SELECT coalesce(sum(skipped), 0) FROM journal").fetchone()[0],
            )

        return self.index.keep(question)

    def _fill(self, db: sqlite3.Connection) -> None:
        database.migrate(db, MIGRATIONS)
        with database.writing(db):
            self._refill(db)

    def _refill(self, db: sqlite3.Connection) -> None:
        for table in TABLES:
            db.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
        for name in journal.names(self.journal):
            self._take_in(db, name, 0)
        self._adopt(db)

    def _catch_up(self, db: sqlite3.Connection) -> None:
        """Take in what was recorded since: by hooks, by other processes, by one that died."""
        if _columns(db, "seen") == self._sizes():
            return
        with database.writing(db):
            sizes, positions = self._sizes(), _columns(db, "position")
            if any(sizes.get(name, -1) < position for name, position in positions.items()):
                self.say(f"{self.journal} was cut short; the ledger was made again from what is there")
                self._refill(db)
            else:
                for name in sizes:
                    self._take_in(db, name, positions.get(name, 0))

    def _take_in(self, db: sqlite3.Connection, name: str, position: int) -> None:
        path, skipped = os.path.join(self.journal, name), 0
        seen = os.path.getsize(path)  # before reading: what comes meanwhile is looked at again
        for start, end, record in journal.read(path, position):
            position = end
            skipped += not (record is not None and fold(db, record, name, start))
        if skipped:
            some = (
                "one line is no event, or torn, and was"
                if skipped == 1
                else f"{skipped} lines are no events, or torn, and were"
            )
            self.say(f"{path}: {some} left out")
        db.execute(
            "INSERT INTO journal VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE "
            "SET (position, seen, skipped) = (excluded.position, excluded.seen, skipped + excluded.skipped)",
            (name, position, seen, skipped),
        )

    def _sizes(self) -> dict[str, int]:
        return {
            name: os.path.getsize(os.path.join(self.journal, name)) for name in journal.names(self.journal)
        }

    def _adopt(self, db: sqlite3.Connection) -> None:
        """Take in published handoffs the journal does not know, or knows at a place where they are not."""
        standing: dict[str, dict[str, Handoff]] = {}
        for handoff in self.published():
            standing.setdefault(handoff.id, {})[handoff.directory] = handoff
        for handoff_id, places in standing.items():
            row = db.execute("SELECT directory FROM handoffs WHERE id = ?", (handoff_id,)).fetchone()
            if row is None or row["directory"] not in places:
                db.execute("DELETE FROM handoffs WHERE id = ?", (handoff_id,))
                put_handoff(db, places[max(places)])

    def handoffs(self, selection: Selection) -> tuple[Handoff, ...]:
        """Return all handoffs that were published and match, oldest first; also those that are gone."""
        return self.ask(lambda db: _handoffs(db, _WANTED, _parameters(selection)))

    def kept(self, selection: Selection) -> tuple[Handoff, ...]:
        """Return those of them that were not removed since."""
        return self.ask(lambda db: _handoffs(db, f"{_WANTED} AND {_KEPT}", _parameters(selection)))

    def superseding(self) -> tuple[Handoff, ...]:
        """Return the handoffs that replace another one."""
        return self.ask(lambda db: _handoffs(db, "supersedes <> ''", {}))

    def named(self, prefix: str) -> tuple[Handoff, ...]:
        """Return the handoffs whose id begins so."""
        return self.ask(lambda db: _handoffs(db, "id >= :id AND id < :id || '~'", {"id": prefix}))

    def removed(self, handoff: str) -> str:
        """Return when retention took a handoff away, "" when it did not."""

        def question(db: sqlite3.Connection) -> str:
            row = db.execute("SELECT at FROM removals WHERE handoff = ?", (handoff,)).fetchone()
            return row["at"] if row else ""

        return self.ask(question)

    def events(self, names: tuple[str, ...], handoff: str, workflow: str) -> tuple[Event, ...]:
        """Return the events that match, in the order of their times."""
        wanted = (
            "(:handoff IN ('', handoff)) AND (:workflow IN ('', workflow)) "
            "AND (:names = '[]' OR event IN (SELECT value FROM json_each(:names)))"
        )
        parameters = {"handoff": handoff, "workflow": workflow, "names": json.dumps(names)}
        rows = self.ask(
            lambda db: db.execute(
                f"SELECT * FROM events WHERE {wanted} ORDER BY at, file, position",  # noqa: S608 - fixed text
                parameters,
            ).fetchall()
        )
        return tuple(Event(row["event"], row["at"], json.loads(row["data"]), row["id"]) for row in rows)

    def has_event(self, event_id: str) -> bool:
        """Say whether an event of this id was recorded."""
        return self.ask(
            lambda db: db.execute("SELECT 1 FROM events WHERE id = ?", (event_id,)).fetchone() is not None
        )

    def reads(self, handoff: str, reader: str, workflow: str) -> tuple[Reading, ...]:
        """Return who was given what, in the order of the times."""
        columns = ", ".join(Reading.__struct_fields__)
        wanted = "(:handoff IN ('', handoff)) AND (:reader IN ('', reader)) AND (:workflow IN ('', workflow))"
        rows = self.ask(
            lambda db: db.execute(
                f"SELECT {columns} FROM reads WHERE {wanted} ORDER BY at, file, position",  # noqa: S608 - fixed text
                {"handoff": handoff, "reader": reader, "workflow": workflow},
            ).fetchall()
        )
        return tuple(Reading(**row) for row in rows)

    def reasoning(self, session: str, group: str) -> tuple[Thought, ...]:
        """Return what agents thought, in the order of the times; "" asks for nothing."""
        rows = self.ask(lambda db: db.execute(_REASONING, {"session": session, "group": group}).fetchall())
        return tuple(map(row_to_thought, rows))

    def workflows(self) -> tuple[Workflow, ...]:
        """Return all workflows anything was said about, oldest first."""
        return self.ask(lambda db: tuple(map(row_to_workflow, db.execute(_WORKFLOWS).fetchall())))


_WANTED = """(:to = '' OR "to" = '[]' OR EXISTS (SELECT 1 FROM json_each("to") WHERE value = :to))
AND :agent IN ('', agent) AND :workflow IN ('', workflow) AND :session IN ('', session)
AND (:group IN ('', "group") OR "group" = '')"""

_KEPT = """NOT EXISTS (
    SELECT 1 FROM removals WHERE removals.handoff = handoffs.id AND removals.at >= handoffs.at
)"""

# What went with its session's folder is not told any more.
_REASONING = """WITH gone AS (
    SELECT json_extract(data, '$.session') AS session, max(at) AS at FROM events
    WHERE event = 'session.removed' GROUP BY 1
)
SELECT reasoning.* FROM reasoning LEFT JOIN gone USING (session)
WHERE :session IN ('', reasoning.session) AND (:group IN ('', "group") OR "group" = '')
AND reasoning.at > coalesce(gone.at, '') ORDER BY reasoning.at, file, position"""

# Of two handoffs in the same second the journal knows which came first.
_POSITION = """SELECT position FROM events
WHERE events.id = 'handoff.' || handoffs.standing || ':' || handoffs.directory AND events.id <> ''"""


# Of two starts in the same second the journal knows which came first.
_WORKFLOWS = """SELECT workflows.* FROM workflows ORDER BY started,
(SELECT position FROM events WHERE events.id = 'started:' || workflows.id), id"""


def _parameters(selection: Selection) -> dict[str, str]:
    return {name: getattr(selection, name) for name in Selection.__struct_fields__}


def _handoffs(db: sqlite3.Connection, wanted: str, parameters: dict[str, str]) -> tuple[Handoff, ...]:
    rows = db.execute(
        f"SELECT * FROM handoffs WHERE {wanted} ORDER BY at, ({_POSITION}), directory",  # noqa: S608 - fixed text
        parameters,
    ).fetchall()
    readers: dict[str, list[str]] = {}
    for row in db.execute(
        "SELECT handoff, reader FROM reads GROUP BY handoff, reader ORDER BY min(at), reader"
    ):
        readers.setdefault(row["handoff"], []).append(row["reader"])
    return tuple(row_to_handoff(row, tuple(readers.get(row["id"], ()))) for row in rows)


def _columns(db: sqlite3.Connection, column: str) -> dict[str, int]:
    return {row["file"]: row[column] for row in db.execute("SELECT * FROM journal")}
