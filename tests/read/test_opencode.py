"""OpenCode keeps its sessions in a database; `opencode export` prints one of them."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from batonpass.model.source import Source
from batonpass.read.gather import gather
from batonpass.read.parse import parse
from tests.read.transcripts.told import facts, shown

SCHEMA = """
CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT,
    time_created INTEGER, time_updated INTEGER);
CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, data TEXT);
"""
SESSIONS = [
    ("s1", None, "/home/me/shop", 1),
    ("s2", None, "/home/me/other", 9),
    ("s3", "s1", "/home/me/shop", 2),
]
MESSAGES: list[tuple[str, str, dict[str, Any]]] = [
    ("m1", "s1", {"role": "user", "time": {"created": 1763460000000}}),
    (
        "m2",
        "s1",
        {
            "role": "assistant",
            "modelID": "claude-sonnet-4-5",
            "providerID": "anthropic",
            "cost": 0.02,
            "tokens": {"input": 30, "output": 40, "reasoning": 5, "cache": {"read": 12000, "write": 600}},
            "time": {"created": 1763460001000},
        },
    ),
    ("m3", "s3", {"role": "user"}),
    (
        "m4",
        "s3",
        {"role": "assistant", "tokens": {"input": 9, "output": 1, "cache": {"read": 0, "write": 0}}},
    ),
    ("m5", "s2", {"role": "user"}),
]
PARTS: list[tuple[str, str, dict[str, Any]]] = [
    ("p1", "m1", {"type": "text", "text": "Write the terms"}),
    ("p2", "m1", {"type": "text", "text": "<file>attached</file>", "synthetic": True}),
    (
        "p3",
        "m2",
        {
            "type": "tool",
            "callID": "t1",
            "tool": "write",
            "state": {
                "status": "completed",
                "input": {"filePath": "/home/me/shop/terms.md", "content": "…"},
                "output": "Wrote file successfully.",
                "metadata": {"exists": False, "filepath": "/home/me/shop/terms.md"},
            },
        },
    ),
    (
        "p4",
        "m2",
        {
            "type": "tool",
            "callID": "t2",
            "tool": "bash",
            "state": {
                "status": "completed",
                "input": {"command": "npm test", "description": "Run the tests"},
                "output": "1 failing",
                "metadata": {"exit": 1},
            },
        },
    ),
    (
        "p5",
        "m2",
        {
            "type": "tool",
            "callID": "t3",
            "tool": "edit",
            "state": {
                "status": "error",
                "input": {"filePath": "/home/me/shop/a.ts"},
                "error": "oldString not found",
            },
        },
    ),
    ("p6", "m2", {"type": "text", "text": "The terms are written; one test fails."}),
    ("p7", "m3", {"type": "text", "text": "Check the terms"}),
    (
        "p8",
        "m4",
        {
            "type": "tool",
            "callID": "t4",
            "tool": "read",
            "state": {
                "status": "completed",
                "input": {"filePath": "/home/me/shop/terms.md"},
                "output": "…",
                "metadata": {},
            },
        },
    ),
    ("p9", "m5", {"type": "text", "text": "Somebody else's work"}),
]
SAYS = """opencode
1 turn client
3 turn user  'Write the terms'
4 turn client  '<file>attached</file>'
5 turn client  12630 in context, 45 out
6 call write by write  '/home/me/shop/terms.md'  written /home/me/shop/terms.md
6 result  'Wrote file successfully.'  created /home/me/shop/terms.md  ok
7 call shell by bash  'npm test'
7 result  '1 failing'  failed  exit 1
8 call edit by edit  '/home/me/shop/a.ts'  modified /home/me/shop/a.ts
8 result  'oldString not found'  failed
9 turn agent  'The terms are written; one test fails.'  final
"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Return a database as OpenCode writes it."""
    path = tmp_path / "opencode.db"
    with closing(sqlite3.connect(path)) as made, made:
        made.executescript(SCHEMA)
        made.executemany(
            "INSERT INTO session (id, parent_id, directory, time_created, time_updated) VALUES (?, ?, ?, ?, ?)",
            [(*row, row[3]) for row in SESSIONS],
        )
        for number, (name, session, data) in enumerate(MESSAGES):
            made.execute(
                "INSERT INTO message VALUES (?, ?, ?, ?, ?)",
                (name, session, number, number, json.dumps(data)),
            )
        for name, message, data in PARTS:
            made.execute("INSERT INTO part VALUES (?, ?, '', 0, ?)", (name, message, json.dumps(data)))
    return path


def read(path: Path, root: str) -> Source:
    (found,) = gather([str(path)], root=root)
    return parse(found, redact=str, max_bytes=1_000_000)


def test_the_folders_own_session_is_read_with_the_ones_it_started(database: Path) -> None:
    said = shown(read(database, "/home/me/shop"))
    assert said.startswith(SAYS)
    assert "call read by read of s3" in said
    assert "Somebody else" not in said


def test_its_facts_are_those_of_any_client(database: Path) -> None:
    told = facts(read(database, "/home/me/shop"))
    assert "file derived  'terms.md'  path=terms.md  change=created\n" in told
    assert "gate derived  'npm test: failed'  passed=False" in told
    assert "error derived  'oldString not found'  resolved=False" in told
    assert "a.ts'  path" not in told


def test_a_folder_without_a_session_gets_the_newest(database: Path) -> None:
    assert "Somebody else's work" in shown(read(database, "/nowhere"))


def test_an_export_says_the_same(tmp_path: Path) -> None:
    parts = {message: [data for _, m, data in PARTS if m == message] for message in ("m1", "m2")}
    export = {
        "info": {"id": "s1", "directory": "/home/me/shop"},
        "messages": [
            {"info": data, "parts": parts[name]} for name, session, data in MESSAGES if session == "s1"
        ],
    }
    path = tmp_path / "export.json"
    path.write_text(json.dumps(export, indent=1), "utf-8")
    assert "path=terms.md  change=created" in facts(read(path, "/home/me/shop"))


def test_a_database_of_somebody_else_is_binary(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as made, made:
        made.execute("CREATE TABLE things (id TEXT)")
    (found,) = gather([str(path)], root=str(tmp_path))
    assert [problem.rule for problem in found.problems] == ["source-binary"]


def test_a_torn_database_is_no_crash(database: Path) -> None:
    database.write_bytes(database.read_bytes()[:5000])
    (found,) = gather([str(database)], root="/home/me/shop")
    assert [problem.rule for problem in found.problems] in (["source-binary"], ["source-unreadable"])
