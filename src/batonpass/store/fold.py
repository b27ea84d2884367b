"""The ledger's tables, and how each event changes them.

No fold depends on the order in which the journal's files are read: catching up and rebuilding give the same.
"""

import json
import sqlite3
from collections.abc import Callable
from typing import Any

import msgspec

from batonpass.model.handoff import Handoff, Reading, Workflow
from batonpass.model.reasoning import Thought

MIGRATIONS = (
    (
        "tables",
        """
        CREATE TABLE journal (
            file TEXT PRIMARY KEY, position INTEGER NOT NULL, seen INTEGER NOT NULL, skipped INTEGER NOT NULL
        );
        CREATE TABLE events (
            file TEXT, position INTEGER, event TEXT NOT NULL, at TEXT NOT NULL, id TEXT NOT NULL,
            handoff TEXT NOT NULL, workflow TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (file, position)
        );
        CREATE UNIQUE INDEX events_id ON events (id) WHERE id <> '';
        CREATE INDEX events_workflow ON events (workflow);
        CREATE TABLE handoffs (
            id TEXT PRIMARY KEY, agent TEXT NOT NULL, directory TEXT NOT NULL,
            at TEXT NOT NULL, file TEXT NOT NULL, "to" TEXT NOT NULL, type TEXT NOT NULL, scope TEXT NOT NULL,
            status TEXT NOT NULL, phase TEXT NOT NULL, workflow TEXT NOT NULL, session TEXT NOT NULL,
            "group" TEXT NOT NULL, standing TEXT NOT NULL, supersedes TEXT NOT NULL, digest TEXT NOT NULL,
            manifest_tokens INTEGER NOT NULL, required_reading_tokens INTEGER NOT NULL,
            source_tokens INTEGER NOT NULL, brief_tokens INTEGER NOT NULL, edits INTEGER NOT NULL
        );
        CREATE INDEX handoffs_workflow ON handoffs (workflow);
        CREATE TABLE removals (handoff TEXT PRIMARY KEY, at TEXT NOT NULL);
        CREATE TABLE reads (
            file TEXT, position INTEGER, handoff TEXT NOT NULL, reader TEXT NOT NULL, what TEXT NOT NULL,
            at TEXT NOT NULL, tokens INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
            workflow TEXT NOT NULL, PRIMARY KEY (file, position)
        );
        CREATE INDEX reads_handoff ON reads (handoff);
        CREATE TABLE workflows (
            id TEXT PRIMARY KEY, project TEXT NOT NULL DEFAULT '', plan TEXT NOT NULL DEFAULT '[]',
            ran TEXT NOT NULL DEFAULT '[]', started TEXT NOT NULL DEFAULT '',
            completed TEXT NOT NULL DEFAULT '', success INTEGER, duration_s REAL
        )
        """,
    ),
    (
        "reasoning",
        """
        CREATE TABLE reasoning (
            file TEXT, position INTEGER, id TEXT NOT NULL, at TEXT NOT NULL, session TEXT NOT NULL,
            agent TEXT NOT NULL, phase TEXT NOT NULL, text TEXT NOT NULL, "group" TEXT NOT NULL,
            confidence TEXT NOT NULL, "references" TEXT NOT NULL, PRIMARY KEY (file, position)
        );
        CREATE INDEX reasoning_session ON reasoning (session)
        """,
    ),
)
TABLES = ("journal", "events", "handoffs", "removals", "reads", "workflows", "reasoning")

# What the ledger keeps of a handoff; who read it is asked of `reads`.
FIELDS = tuple(name for name in Handoff.__struct_fields__ if name != "readers")
COLUMNS = ", ".join(f'"{name}"' for name in FIELDS)
Record = dict[str, Any]


class Said(msgspec.Struct, frozen=True):
    """What the ledger asks of every event."""

    event: str
    at: str
    id: str = ""
    handoff: str = ""
    workflow: str = ""


class Entry(msgspec.Struct, frozen=True):
    """One event, and where it stands in the journal."""

    said: Said
    record: Record
    file: str
    position: int


def fold(db: sqlite3.Connection, record: Record, file: str, position: int) -> bool:
    """Bring one event into the tables; False when it lacks what it must say."""
    try:
        entry = Entry(msgspec.convert(record, Said), record, file, position)
        if _keep(db, entry) and entry.said.event in FOLDS:
            FOLDS[entry.said.event](db, entry)
    except (msgspec.ValidationError, UnicodeEncodeError):  # a line a person changed; lone surrogates
        return False
    return True


def _keep(db: sqlite3.Connection, entry: Entry) -> bool:
    """Keep the event itself; False when it was said before."""
    said = entry.said
    data = json.dumps({k: v for k, v in entry.record.items() if k not in ("event", "at", "id")})
    values = (entry.file, entry.position, *msgspec.structs.astuple(said), data)
    added = db.execute("INSERT OR IGNORE INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
    if said.workflow:
        db.execute("INSERT OR IGNORE INTO workflows (id) VALUES (?)", (said.workflow,))
    return added.rowcount > 0


def put_handoff(db: sqlite3.Connection, handoff: Handoff) -> None:
    """Keep the newest word on a handoff: of the later directory (its name begins with the time), the last edit."""
    values = [_plain(getattr(handoff, name)) for name in FIELDS]
    new = ", ".join(f'excluded."{name}"' for name in FIELDS)
    db.execute(
        f"INSERT INTO handoffs ({COLUMNS}) VALUES ({', '.join('?' * len(values))}) "  # noqa: S608 - our own names
        f"ON CONFLICT (id) DO UPDATE SET ({COLUMNS}) = ({new}) "
        "WHERE (excluded.directory, excluded.edits) >= (handoffs.directory, handoffs.edits)",
        values,
    )


def row_to_handoff(row: sqlite3.Row, readers: tuple[str, ...] = ()) -> Handoff:
    """Return a row as the noun."""
    values = {name: row[name] for name in FIELDS} | {"to": json.loads(row["to"]), "readers": readers}
    return msgspec.convert(values, Handoff)


def event_data(handoff: Handoff) -> Record:
    """Return a handoff as its event says it; `id` and `at` are the event's own words."""
    values: Record = msgspec.to_builtins(handoff)
    return {"handoff": values.pop("id"), "stamped": values.pop("at")} | {
        k: v for k, v in values.items() if k != "readers" and v not in ("", [], 0)
    }


def _plain(value: object) -> str | int:
    return value if isinstance(value, str | int) else json.dumps(value, ensure_ascii=False)


def _handoff(db: sqlite3.Connection, entry: Entry) -> None:
    values = entry.record | {"id": entry.said.handoff, "at": entry.record.get("stamped")}
    put_handoff(db, msgspec.convert(values, Handoff))


def _removed(db: sqlite3.Connection, entry: Entry) -> None:
    db.execute(
        "INSERT INTO removals VALUES (?, ?) ON CONFLICT DO UPDATE SET at = max(at, excluded.at)",
        (entry.said.handoff, entry.said.at),
    )


def _read(db: sqlite3.Connection, entry: Entry) -> None:
    values = (entry.file, entry.position, *msgspec.structs.astuple(msgspec.convert(entry.record, Reading)))
    columns = ", ".join(("file", "position", *Reading.__struct_fields__))
    db.execute(f"INSERT INTO reads ({columns}) VALUES ({', '.join('?' * len(values))})", values)  # noqa: S608 - our own names


def _reasoned(db: sqlite3.Connection, entry: Entry) -> None:
    thought = msgspec.convert(entry.record | {"id": entry.record.get("reasoning")}, Thought)
    values = [_plain(getattr(thought, name)) for name in Thought.__struct_fields__]
    columns = ", ".join(("file", "position", *(f'"{name}"' for name in Thought.__struct_fields__)))
    db.execute(
        f"INSERT INTO reasoning ({columns}) VALUES ({', '.join('?' * (len(values) + 2))})",  # noqa: S608 - our own names
        (entry.file, entry.position, *values),
    )


def row_to_thought(row: sqlite3.Row) -> Thought:
    """Return a row as the noun."""
    values = {name: row[name] for name in Thought.__struct_fields__}
    return msgspec.convert(values | {"references": json.loads(row["references"])}, Thought)


def _started(db: sqlite3.Connection, entry: Entry) -> None:
    db.execute(
        "UPDATE workflows SET project = :project, plan = :agents, started = :at "
        "WHERE id = :id AND started <= :at",
        _workflow(entry),
    )


def _completed(db: sqlite3.Connection, entry: Entry) -> None:
    db.execute(
        "UPDATE workflows SET ran = :agents, completed = :at, success = :success, duration_s = :duration_s "
        "WHERE id = :id AND completed <= :at",
        _workflow(entry),
    )


def _workflow(entry: Entry) -> Record:
    said = msgspec.convert(entry.record | {"id": entry.said.workflow}, Workflow)
    values: Record = msgspec.to_builtins(said)
    return values | {"at": entry.said.at, "agents": json.dumps(said.agents)}


def row_to_workflow(row: sqlite3.Row) -> Workflow:
    """Return a row as the noun."""
    told = ("agents", "ran", "success")
    values = {name: row[name] for name in Workflow.__struct_fields__ if name not in told}
    success = None if row["success"] is None else bool(row["success"])
    plan, ran = json.loads(row["plan"]), json.loads(row["ran"])
    return Workflow(**values, agents=tuple(plan), ran=tuple(ran), success=success)


FOLDS: dict[str, Callable[[sqlite3.Connection, Entry], None]] = {
    "handoff.published": _handoff,
    "handoff.rejected": _handoff,
    "handoff.edited": _handoff,
    "handoff.removed": _removed,
    "handoff.read": _read,
    "reasoning.saved": _reasoned,
    "workflow.started": _started,
    "workflow.completed": _completed,
}
