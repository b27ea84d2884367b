"""SQLite files that are an index of something else: made under a lock, thrown away when broken."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress

from batonpass.model.errors import StorageFailed
from batonpass.store import files
from batonpass.store.lock import held
from batonpass.tables import load

BROKEN = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
Migration = tuple[str, str]  # its name, its statements


@contextmanager
def opened(path: str) -> Iterator[sqlite3.Connection]:
    """Open a database for a block: no connection outlives it, so none is shared by a fork or a thread."""
    db = sqlite3.connect(path, timeout=load.limits()["store"]["lock_seconds"], isolation_level=None)
    with closing(db):
        db.row_factory = sqlite3.Row
        db.execute("PRAGMA synchronous=NORMAL")
        yield db


@contextmanager
def writing(db: sqlite3.Connection) -> Iterator[None]:
    """One transaction that is a writer from its start: a deferred one loses its turn, and with it the write."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def ensure(path: str, build: Callable[[sqlite3.Connection], None]) -> None:
    """Make the database when it is missing: look, lock, look again, build in a temp file, replace."""
    if os.path.exists(path):
        return
    with held(f"{path}.lock"), files.storing(path):
        if os.path.exists(path):
            return
        temporary = f"{path}.{files.token()}.tmp"
        try:
            with opened(temporary) as db:
                db.execute("PRAGMA journal_mode=WAL")
                build(db)
            _forget_log(path)  # of a database that was deleted alone
            files.replace(temporary, path)
        finally:
            for leftover in (temporary, f"{temporary}-wal", f"{temporary}-shm"):
                with suppress(FileNotFoundError):
                    os.unlink(leftover)


def set_aside(path: str) -> None:
    """Take a broken database out of the way; the next `ensure` makes it anew."""
    with held(f"{path}.lock"), files.storing(path):
        if os.path.exists(path) and is_damaged(path):
            files.replace(path, f"{path}.broken")
            _forget_log(path)


def _forget_log(path: str) -> None:
    for log in (f"{path}-wal", f"{path}-shm"):
        with suppress(FileNotFoundError):
            os.unlink(log)


def is_damaged(path: str) -> bool:
    """Read the whole database once and say whether it is sound."""
    try:
        with opened(path) as db:
            return bool(db.execute("PRAGMA quick_check").fetchone()[0] != "ok")
    except sqlite3.DatabaseError as error:
        return is_broken(error)


def is_broken(error: sqlite3.Error) -> bool:
    """Say whether the file itself is the reason, not a lock or a full disk."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and (code & 0xFF) in BROKEN


def failed(error: sqlite3.Error, path: str) -> StorageFailed:
    """Return the sentence for an index that cannot be used now."""
    return StorageFailed(
        f"cannot use the index: {error}",
        todo="make room or make it writable; it can be deleted and made again with `baton rebuild`",
        place=path,
    )


def migrate(db: sqlite3.Connection, migrations: tuple[Migration, ...]) -> None:
    """Bring the tables up to date; each step is committed together with its record."""
    done = _done(db)
    if all(name in done for name, _ in migrations):
        return
    with writing(db):
        done = _done(db)  # another process may have been quicker
        for name, statements in migrations:
            if name in done:
                continue
            for statement in statements.split(";"):
                db.execute(statement)
            db.execute("INSERT INTO migrations (name) VALUES (?)", (name,))


def _done(db: sqlite3.Connection) -> set[str]:
    db.execute("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) STRICT")
    return {row["name"] for row in db.execute("SELECT name FROM migrations")}
