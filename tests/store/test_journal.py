import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from batonpass.model.errors import StorageFailed, WrongUse
from batonpass.model.event import Event
from batonpass.store import journal
from tests.store import writers

LIMIT = 65_536
AT = "2026-03-01T10:00:00Z"


def event(number: int = 0, **data: object) -> Event:
    return Event("gap.found", AT, {"number": number, **data})


def records(path: Path, offset: int = 0) -> list[object]:
    return [record and record["number"] for _, _, record in journal.read(str(path), offset)]


def append_hundred(root: str, number: int) -> None:
    for i in range(100):
        journal.append(root, event(number * 100 + i, filler="x" * (i * 50)), LIMIT)


def test_one_line_an_event_one_file_a_month(tmp_path: Path) -> None:
    journal.append(str(tmp_path / "new" / "journal"), event(), LIMIT)
    journal.append(str(tmp_path / "new" / "journal"), Event("gap.found", "2026-04-01T00:00:00Z", {}), LIMIT)
    folder = tmp_path / "new" / "journal"
    assert journal.names(str(folder)) == ("2026-03.jsonl", "2026-04.jsonl")
    assert (folder / "2026-03.jsonl").read_text() == (
        '{"event":"gap.found","at":"2026-03-01T10:00:00Z","id":"","number":0}\n'
    )


def test_no_journal_has_no_files(tmp_path: Path) -> None:
    assert journal.names(str(tmp_path / "none")) == ()


def test_any_text_stays_on_its_line(tmp_path: Path) -> None:
    text = 'line\nbreak\r "quoted" 认证 \u2028 \ud800'
    journal.append(str(tmp_path), event(text=text), LIMIT)
    line = (tmp_path / "2026-03.jsonl").read_bytes()
    assert line.count(b"\n") == 1
    assert json.loads(line)["text"] == text.replace("\ud800", "?")


def test_parallel_writers_mix_no_lines(tmp_path: Path) -> None:
    writers.run(append_hundred, str(tmp_path), 8)
    assert sorted(records(tmp_path / "2026-03.jsonl"), key=str) == sorted(range(800), key=str)


def test_torn_last_line_is_left_until_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "2026-03.jsonl"
    journal.append(str(tmp_path), event(1), LIMIT)
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:20])
    assert records(path) == [1]
    path.write_bytes(whole + whole)
    assert records(path, len(whole)) == [1]


def test_line_after_a_torn_one_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "2026-03.jsonl"
    journal.append(str(tmp_path), event(1), LIMIT)
    path.write_bytes(path.read_bytes() + b'{"event":"gap.fo')
    journal.append(str(tmp_path), event(2), LIMIT)
    assert records(path) == [1, None, 2]


@pytest.mark.parametrize("line", [b"{}", b"[1]", b"null", b"\xff\xfe", b'{"at":"x"}', b'"event"'])
def test_line_that_is_no_event_is_told_apart(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "2026-03.jsonl"
    path.write_bytes(line + b"\n")
    journal.append(str(tmp_path), event(2), LIMIT)
    assert records(path) == [None, 2]


def test_event_that_is_too_big_is_refused_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match=r"at most 65536; keep the data in a file"):
        journal.append(str(tmp_path), event(text="x" * LIMIT), LIMIT)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("at", ["", "../../x", "yesterday", "2026/03", "20260301"])
def test_event_without_a_time_is_refused(tmp_path: Path, at: str) -> None:
    with pytest.raises(WrongUse, match="an event at"):
        journal.append(str(tmp_path), Event("gap.found", at, {}), LIMIT)


def test_journal_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "journal").write_text("in the way")
    with pytest.raises(StorageFailed, match="cannot record"):
        journal.append(str(tmp_path / "journal"), event(), LIMIT)


def test_hook_that_records_imports_nothing_heavy() -> None:
    program = """
import sys
before = set(sys.modules)
import json, os, time
light = set(sys.modules)
import batonpass.store.journal
print("\\n".join(sorted(set(sys.modules) - light)))
"""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run(
        [sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True, env=environment
    )
    added = ran.stdout.split()
    assert "batonpass.store.journal" in added
    assert [name for name in added if not name.startswith("batonpass")] == ["__future__"]
    assert "batonpass.model.event" not in added  # the caller's: it makes the event
