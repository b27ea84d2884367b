"""Where clients keep the transcripts of a project."""

import json
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from batonpass.read.newest import nested, newest

ROOT = "/home/me/my_shop.v2"
VARIABLES = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "PI_CODING_AGENT_DIR", "XDG_DATA_HOME")
Put = Callable[[str, str], Path]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def put(home: Path, name: str, text: str = "{}\n", *, age: int = 0) -> Path:
    path = home / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))
    return path


def test_every_client_is_looked_for(home: Path) -> None:
    rollout = json.dumps({"type": "session_meta", "payload": {"cwd": ROOT}}) + "\n"
    digest = sha256(ROOT.encode()).hexdigest()
    for age, (name, text) in enumerate(
        [
            (".claude/projects/-home-me-my-shop-v2/s1.jsonl", "{}\n"),
            (".codex/sessions/2026/11/18/rollout-2026-11-18T10-00-00-1.jsonl", rollout),
            (".pi/agent/sessions/--home-me-my_shop.v2--/2026.jsonl", "{}\n"),
            (f".gemini/tmp/{digest}/chats/session-1.json", "{}\n"),
            (".qwen/projects/-home-me-my-shop-v2/chats/q1.jsonl", "{}\n"),
        ]
    ):
        path = put(home, name, text, age=100 - age)
        assert newest(ROOT, str(home)) == str(path)


def test_other_projects_are_not_this_one(home: Path) -> None:
    put(home, ".claude/projects/-home-me-other/s1.jsonl")
    put(
        home, ".codex/sessions/2026/11/18/rollout-1.jsonl", '{"type":"session_meta","payload":{"cwd":"/x"}}\n'
    )
    put(home, ".codex/sessions/2026/11/18/rollout-2.jsonl", "no JSON\n")
    assert newest(ROOT, str(home)) == ""


def test_the_newest_of_one_client(home: Path) -> None:
    put(home, ".claude/projects/-home-me-my-shop-v2/old.jsonl", age=50)
    new = put(home, ".claude/projects/-home-me-my-shop-v2/new.jsonl")
    put(home, ".claude/projects/-home-me-my-shop-v2/older.jsonl", age=90)
    assert newest(ROOT, str(home)) == str(new)


def test_a_client_may_have_been_told_another_place(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(home, "elsewhere/projects/-home-me-my-shop-v2/s1.jsonl")
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(home / "elsewhere"))
    assert newest(ROOT, str(home)) == str(path)


def test_nested_agents_lie_in_a_folder_of_their_session(home: Path) -> None:
    main = put(home, "p/s1.jsonl")
    one, two = (put(home, f"p/s1/subagents/agent-{n}.jsonl") for n in "ab")
    put(home, "p/s1/subagents/agent-a.meta.json")
    assert nested(str(main)) == (str(one), str(two))
    assert nested(str(home / "p" / "s2.jsonl")) == ()
