"""SQLite files that are an index of something else: made under a lock, thrown away when broken."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import TypeVar

from batonpass.model.errors import StorageFailed
from batonpass.store import files
from batonpass.store.lock import held
from batonpass.tables import load

BROKEN = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
Migration = tuple[str, str]  # its name, its statements
T = TypeVar("T")


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


class Index:
    """One such file, and questions to it that are answered whatever became of the file."""

    def __init__(
        self, path: str, fill: Callable[[sqlite3.Connection], None], say: Callable[[str], None]
    ) -> None:
        """`fill` makes everything from the truth; `say` tells a person when that had to be done."""
        self.path, self._fill, self.say = path, fill, say

    def ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Answer from the file; make it anew when it is broken, do without when it cannot be used."""
        try:
            return self._whole(question)
        except (sqlite3.DatabaseError, StorageFailed) as error:
            return self._without(question, str(error))

    def keep(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Answer from the file, and raise when it cannot be used: the question is about the file itself."""
        try:
            return self._whole(question)
        except sqlite3.DatabaseError as error:
            todo = "free some space or make it writable, then run it again"
            raise StorageFailed(f"cannot be used: {error}", todo=todo, place=self.path) from error

    def _whole(self, question: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return self._asked(question)
        except sqlite3.DatabaseError as error:
            if not is_broken(error):
                raise
        self._set_aside()
        answer = self._asked(question)
        self.say(f"{self.path} was damaged; it was made again from what it is an index of")
        return answer

    def _asked(self, question: Callable[[sqlite3.Connection], T]) -> T:
        self._ensure()
        with opened(self.path) as db:
            return question(db)

    def _without(self, question: Callable[[sqlite3.Connection], T], why: str) -> T:
        """Build the index in memory: slower, and the same answer."""
        self.say(f"{self.path} cannot be used ({why}); the answer comes from the files themselves")
        with opened(":memory:") as db:
            self._fill(db)
            return question(db)

    def _ensure(self) -> None:
        """Make the file when it is missing: look, lock, look again, build in a temp file, replace."""
        if os.path.exists(self.path):
            return
        with held(f"{self.path}.lock"), files.storing(self.path):
            if os.path.exists(self.path):
                return
            temporary = f"{self.path}.{files.token()}.tmp"
            try:
                with opened(temporary) as db:
                    db.execute("PRAGMA journal_mode=WAL")
                    self._fill(db)
                _unlink(f"{self.path}-wal", f"{self.path}-shm")  # of a file that was deleted alone
                files.replace(temporary, self.path)
            finally:
                _unlink(temporary, f"{temporary}-wal", f"{temporary}-shm")

    def _set_aside(self) -> None:
        """Take a damaged file out of the way, unless another process was quicker."""
        with held(f"{self.path}.lock"), files.storing(self.path):
            if os.path.exists(self.path) and _is_damaged(self.path):
                files.replace(self.path, f"{self.path}.broken")
                _unlink(f"{self.path}-wal", f"{self.path}-shm")


def _unlink(*paths: str) -> None:
    for path in paths:
        with suppress(FileNotFoundError):
            os.unlink(path)


def _is_damaged(path: str) -> bool:
    """Read the whole file once and say whether it is sound."""
    try:
        with opened(path) as db:
            return bool(db.execute("PRAGMA quick_check").fetchone()[0] != "ok")
    except sqlite3.DatabaseError as error:
        return is_broken(error)


def is_broken(error: sqlite3.Error) -> bool:
    """Say whether the file itself is the reason, not a lock or a full disk."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and (code & 0xFF) in BROKEN


def migrate(db: sqlite3.Connection, migrations: tuple[Migration, ...]) -> bool:
    """Bring the tables up to date, each step committed together with its record; say whether they were not."""
    if all(name in _done(db) for name, _ in migrations):
        return False
    with writing(db):
        done = _done(db)  # another process may have been quicker
        for name, statements in migrations:
            if name in done:
                continue
            for statement in statements.split(";"):
                db.execute(statement)
            db.execute("INSERT INTO migrations (name) VALUES (?)", (name,))
    return True


def _done(db: sqlite3.Connection) -> set[str]:
    db.execute("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) STRICT")
    return {row["name"] for row in db.execute("SELECT name FROM migrations")}
