"""A transcript that is read while its client writes it."""

import json
from pathlib import Path

from batonpass.read.live import LiveTranscript

SAID = {"type": "user", "uuid": "u1", "sessionId": "s", "message": {"role": "user", "content": "Go"}}
CALL = {
    "type": "assistant",
    "uuid": "a1",
    "sessionId": "s",
    "message": {
        "id": "m1",
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "t1", "name": "Write", "input": {"file_path": "a.py"}}],
    },
}


def line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def texts(live: LiveTranscript) -> list[str]:
    return [block.text for block in live.new()]


def test_only_what_is_new_comes(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    live = LiveTranscript(str(path))
    assert texts(live) == []  # the file is not there yet
    path.write_text(line(SAID), "utf-8")
    assert texts(live) == ["Go"]
    assert texts(live) == []
    with path.open("a", encoding="utf-8") as file:
        file.write(line(CALL))
    assert texts(live) == ["a.py"]


def test_an_unfinished_line_waits(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    whole = line(SAID) + line(CALL)
    live = LiveTranscript(str(path))
    seen: list[str] = []
    for end in range(0, len(whole) + 1, 7):
        path.write_text(whole[:end], "utf-8")
        seen += texts(live)
    path.write_text(whole, "utf-8")
    assert seen + texts(live) == ["Go", "a.py"]


def test_lines_of_bookkeeping_at_the_beginning_do_not_stop_it(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    live = LiveTranscript(str(path))
    path.write_text(line({"type": "unheard-of"}), "utf-8")
    assert texts(live) == []
    path.write_text(line({"type": "unheard-of"}) + line(SAID), "utf-8")
    (block,) = live.new()
    assert (block.text, block.span.first) == ("Go", 2)


def test_spans_tell_the_bytes_of_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    first = line({**SAID, "uuid": "ü1"})
    path.write_text(first + line(CALL), "utf-8")
    spans = [block.span for block in LiveTranscript(str(path)).new()]
    data = path.read_bytes()
    assert [data[span.start : span.end].decode() + "\n" for span in spans] == [first, line(CALL)]


def test_a_file_that_is_begun_anew_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_text(line(SAID) * 3 + line(CALL), "utf-8")
    live = LiveTranscript(str(path))
    live.new()
    path.write_text(line({**SAID, "uuid": "u9", "message": {"role": "user", "content": "Anew"}}), "utf-8")
    assert texts(live) == ["Anew"]
    assert live.begun_anew


def test_secrets_are_taken_out(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_text(line({**SAID, "message": {"role": "user", "content": "the key is KEY"}}), "utf-8")
    live = LiveTranscript(str(path), redact=lambda text: text.replace("KEY", "***"))
    assert texts(live) == ["the key is ***"]
