"""Full-text search over manifests and full artifacts: SQLite FTS5, an index that can be thrown away.

Each chunk of lines is one row, so a hit has a file and a line. Rows hold `words`, not text: unlike
the trigram tokenizer this finds words of one and two characters (`认证`, `id`), which most Chinese words are.
Changing how `words` cuts texts needs a new table: rows are deleted by the words they were made of.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from batonpass.model.files import MANIFEST
from batonpass.model.handoff import Handoff, Hit
from batonpass.store import database
from batonpass.store.names import is_ours
from batonpass.store.words import matching, question, words
from batonpass.tables import load

MIGRATIONS = (
    (
        "tables",
        """
        CREATE TABLE indexed (directory TEXT PRIMARY KEY, digest TEXT NOT NULL);
        CREATE TABLE chunks (
            id INTEGER PRIMARY KEY, directory TEXT NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL,
            text TEXT NOT NULL
        );
        CREATE INDEX chunks_directory ON chunks (directory);
        CREATE VIRTUAL TABLE matches USING fts5 (
            words, content = '', tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
        )
        """,
    ),
)
Phrases = tuple[tuple[str, ...], ...]


class Search:
    """Finds words; brings its index up to date first."""

    def __init__(self, path: str, on_disk: Callable[[str], str], say: Callable[[str], None]) -> None:
        """Know where the index lies, and where handoffs do; it is made when somebody searches."""
        self.on_disk = on_disk
        self.index = database.Index(path, _migrate, say)

    def search(self, asked: str, limit: int, handoffs: Sequence[Handoff]) -> tuple[Hit, ...]:
        """Return hits with all the words, or, where there are none, with some of them; best first."""
        phrases = question(asked)
        if not phrases:
            return ()
        limit = limit or load.limits()["search"]["hits"]
        of = {handoff.directory: handoff for handoff in handoffs}

        def answer(db: sqlite3.Connection) -> tuple[Hit, ...]:
            _migrate(db)
            _bring_up_to_date(db, of, self.on_disk)
            rows = _rows(db, matching(phrases, "AND"), limit) or _rows(db, matching(phrases, "OR"), limit)
            return tuple(_hit(row, of[row["directory"]], phrases) for row in rows)

        return self.index.ask(answer)

    def forget(self) -> None:
        """Empty the index; the next search fills it again."""
        if os.path.exists(self.index.path):
            self.index.ask(_empty)


def _migrate(db: sqlite3.Connection) -> None:
    database.migrate(db, MIGRATIONS)


def _empty(db: sqlite3.Connection) -> None:
    _migrate(db)
    with database.writing(db):
        db.execute("DELETE FROM indexed")
        db.execute("DELETE FROM chunks")
        db.execute("INSERT INTO matches (matches) VALUES ('delete-all')")


def _rows(db: sqlite3.Connection, query: str, limit: int) -> list[sqlite3.Row]:
    return db.execute(
        "SELECT chunks.*, bm25(matches) AS rank FROM matches JOIN chunks ON chunks.id = matches.rowid "
        "WHERE matches MATCH ? ORDER BY rank, directory DESC, file, line LIMIT ?",
        (query, limit),
    ).fetchall()


def _bring_up_to_date(
    db: sqlite3.Connection, wanted: dict[str, Handoff], on_disk: Callable[[str], str]
) -> None:
    """Take in what was published or corrected since, drop what is gone; one transaction a handoff."""
    present = dict(db.execute("SELECT directory, digest FROM indexed").fetchall())
    for directory in present.keys() - wanted.keys():
        with database.writing(db):
            _drop(db, directory)
    for directory, handoff in wanted.items():
        if present.get(directory) == handoff.digest:
            continue
        with database.writing(db):
            _drop(db, directory)
            _take_in(db, directory, on_disk(directory))
            db.execute("INSERT INTO indexed VALUES (?, ?)", (directory, handoff.digest))


def _drop(db: sqlite3.Connection, directory: str) -> None:
    for row in db.execute("SELECT id, text FROM chunks WHERE directory = ?", (directory,)):
        db.execute(
            "INSERT INTO matches (matches, rowid, words) VALUES ('delete', ?, ?)",
            (row["id"], " ".join(words(row["text"]))),
        )
    db.execute("DELETE FROM chunks WHERE directory = ?", (directory,))
    db.execute("DELETE FROM indexed WHERE directory = ?", (directory,))


def _take_in(db: sqlite3.Connection, directory: str, folder: str) -> None:
    for name in _searched(folder):
        with suppress(FileNotFoundError), open(os.path.join(folder, name), "rb") as file:
            for line, text in _chunks(file):
                added = db.execute(
                    "INSERT INTO chunks (directory, file, line, text) VALUES (?, ?, ?, ?)",
                    (directory, name, line, text),
                )
                db.execute(
                    "INSERT INTO matches (rowid, words) VALUES (?, ?)",
                    (added.lastrowid, " ".join(words(text))),
                )


def _searched(folder: str) -> list[str]:
    """Return the files worth searching: the manifest and the full artifacts, not what is made from them."""
    found = (os.path.join(base, name) for base, _, inner in os.walk(folder) for name in inner)
    names = sorted(os.path.relpath(path, folder).replace(os.sep, "/") for path in found)
    return [name for name in names if name == MANIFEST or not is_ours(name)]


def _chunks(file: Iterator[bytes]) -> Iterator[tuple[int, str]]:
    """Yield (first line, text) of every few lines; nothing of a binary file."""
    most = load.limits()["search"]["chunk_lines"]
    first, lines = 1, list[str]()
    for number, line in enumerate(file, 1):
        if b"\0" in line:
            return
        lines.append(line.decode("utf-8", "replace"))
        if len(lines) == most:
            yield first, "".join(lines)
            first, lines = number + 1, []
    if lines:
        yield first, "".join(lines)


def _hit(row: sqlite3.Row, handoff: Handoff, phrases: Phrases) -> Hit:
    offset, line = _best_line(row["text"], phrases)
    path = handoff.directory + row["file"]
    return Hit(handoff.id, handoff.agent, path, row["line"] + offset, _snippet(line, phrases), -row["rank"])


def _best_line(text: str, phrases: Phrases) -> tuple[int, str]:
    """Return the line that holds most of the phrases, the first of several."""
    lines = text.split("\n")
    counts = [sum(_stands(phrase, words(line)) for phrase in phrases) for line in lines]
    best = counts.index(max(counts))
    return best, lines[best]


def _stands(phrase: tuple[str, ...], line: list[str]) -> bool:
    """Say whether a phrase stands in a line's words; its last word may go on."""
    *whole, begun = phrase
    return any(
        line[i : i + len(whole)] == whole and line[i + len(whole)].startswith(begun)
        for i in range(len(line) - len(whole))
    )


def _snippet(line: str, phrases: Phrases) -> str:
    """Return the line, or the part of a long one around the first phrase found in it."""
    most = load.limits()["search"]["snippet_chars"]
    line = line.strip()
    if len(line) <= most:
        return line
    spots = (line.casefold().find(phrase[0]) for phrase in phrases)
    spot = min((s for s in spots if s >= 0), default=0)
    start = max(0, min(spot - most // 4, len(line) - most))
    end = start + most
    return ("…" if start else "") + line[start:end].strip() + ("…" if end < len(line) else "")
