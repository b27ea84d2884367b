"""OpenCode's database, opened for reading only: one session and its nested ones as lines of JSON."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from urllib.parse import quote

import msgspec

from batonpass.model.foreign_json import fields

MAGIC = b"SQLite format 3\0"
TABLES = frozenset({"session", "message", "part"})
PATIENCE = 3.0  # seconds another process may hold it


def is_sessions(path: str) -> bool:
    """Tell a database that holds OpenCode's sessions."""
    try:
        with open(path, "rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                return False
        with closing(_open(path)) as database:
            names = {
                name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            }
    except (OSError, sqlite3.Error):
        return False
    return names >= TABLES


def knows_folder(path: str, folder: str) -> bool:
    """Tell whether a session of a database began in a folder."""
    if not os.path.isfile(path) or not is_sessions(path):
        return False
    try:
        with closing(_open(path)) as database:
            return bool(_newest(database, folder, fallback=False))
    except sqlite3.Error:
        return False


def session_lines(path: str, folder: str) -> bytes:
    """Return the newest session of a folder, of any where it has none, with its nested ones: a record a line."""
    try:
        with closing(_open(path)) as database:
            first = _newest(database, folder, fallback=True)
            return b"".join(msgspec.json.encode(record) + b"\n" for record in _records(database, first))
    except sqlite3.Error as error:
        raise OSError(0, str(error)) from error  # the file is there, and cannot be read


def _open(path: str) -> sqlite3.Connection:
    database = sqlite3.connect(f"file:{quote(os.path.abspath(path))}?mode=ro", uri=True, timeout=PATIENCE)
    database.row_factory = sqlite3.Row
    return database


def _newest(database: sqlite3.Connection, folder: str, *, fallback: bool) -> str:
    columns = {row["name"] for row in database.execute("PRAGMA table_info(session)")}
    when = "time_updated" if "time_updated" in columns else "time_created"
    mine = "directory = ?" if "directory" in columns else "? = ''"
    query = f"SELECT id FROM session WHERE {mine} AND parent_id IS NULL ORDER BY {when} DESC, id DESC LIMIT 1"  # noqa: S608 - column names of the schema, no input
    row = database.execute(query, (folder,)).fetchone()
    if row is None and fallback:
        query = f"SELECT id FROM session WHERE parent_id IS NULL ORDER BY {when} DESC, id DESC LIMIT 1"  # noqa: S608 - as above
        row = database.execute(query).fetchone()
    return str(row["id"]) if row else ""


def _records(database: sqlite3.Connection, session: str) -> Iterator[dict[str, Any]]:
    """Yield a session, its messages with their parts, then its nested sessions."""
    for row in database.execute("SELECT * FROM session WHERE id = ?", (session,)):
        yield {"table": "opencode.session", **_plain(row)}
    for message in database.execute(
        "SELECT * FROM message WHERE session_id = ? ORDER BY time_created, id", (session,)
    ):
        yield {"table": "opencode.message", "data": {"id": message["id"], **_data(message["data"])}}
        parts = database.execute("SELECT * FROM part WHERE message_id = ? ORDER BY id", (message["id"],))
        for part in parts:
            yield {"table": "opencode.part", "data": {"id": part["id"], **_data(part["data"])}}
    for row in database.execute(
        "SELECT id FROM session WHERE parent_id = ? ORDER BY time_created, id", (session,)
    ).fetchall():
        yield from _records(database, str(row["id"]))


def _plain(row: sqlite3.Row) -> dict[str, Any]:
    return {name: row[name] for name in row.keys() if not isinstance(row[name], bytes)}  # noqa: SIM118 - a Row is no dict


def _data(text: object) -> dict[str, Any]:
    return fields(text) if isinstance(text, str | bytes) else {}
