"""The real client in a house of its own: its HOME, its project, its hooks, and a model that follows a script."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.hosts.model import Model
from tools import clients

BATON = Path(sys.executable).parent / ("baton.exe" if os.name == "nt" else "baton")
EVENTS = (
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "SubagentStart",
    "SubagentStop",
    "PreCompact",
    "PostCompact",
    "Stop",
    "SessionEnd",
)
TOOLS = "Bash,Write,Read,Edit,Agent,Task"
PATIENCE = 60  # seconds for one session; it takes about one
SONNET = "claude-sonnet-4-5"  # its window is 200,000

needs_client = pytest.mark.skipif(
    clients.claude() is None,
    reason="NO REAL CLIENT: `python tools/clients.py` has npm fetch Claude Code; the hooks are untested without it",
)


class Session(NamedTuple):
    """What one run of the client printed."""

    events: tuple[dict[str, Any], ...]
    code: int
    errors: str

    @property
    def id(self) -> str:
        """Return the session's id."""
        return str(next(event["session_id"] for event in self.events if "session_id" in event))

    @property
    def result(self) -> str:
        """Return what the client says at the end."""
        return str(next(event for event in reversed(self.events) if event["type"] == "result").get("result"))


def settings(*events: str, command: str = "baton hook {event}", **more: Any) -> dict[str, Any]:
    """Return project settings whose hooks call us; `more` are further settings."""
    hooks = {
        event: [{"hooks": [{"type": "command", "command": command.format(event=event), "timeout": 60}]}]
        for event in events or EVENTS
    }
    return {"hooks": hooks, **more}


class House:
    """A project and a HOME below one folder."""

    def __init__(self, folder: Path) -> None:
        self.home, self.project = folder / "home", folder / "project"
        for path in (self.home, self.project):
            path.mkdir(parents=True)

    def write(self, name: str, text: str) -> Path:
        """Write a file of the project."""
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return path

    def install(self, config: str = "", hooks: Mapping[str, Any] | None = None) -> None:
        """Put our hooks into the project."""
        self.write(".claude/settings.json", json.dumps(settings() if hooks is None else hooks))
        self.write(".baton/config.toml", config)

    def git(self, branch: str = "main") -> None:
        """Make the project a repository with one commit on a branch."""
        self.write("README.md", "# A project\n")
        who = ("-c", "user.name=A", "-c", "user.email=a@example.com")
        for asked in (("init", "-q", "-b", branch), ("add", "-A"), (*who, "commit", "-q", "-m", "begin")):
            subprocess.run(["git", *asked], cwd=self.project, check=True, capture_output=True)

    def manifests(self) -> list[dict[str, Any]]:
        """Return the manifests that were published, in the order of their names."""
        found = sorted((self.project / "artifacts").glob("*/*/manifest.json"))
        return [json.loads(path.read_text("utf-8")) for path in found if "latest" not in path.parts]

    def environment(self, model: Model) -> dict[str, str]:
        """Return all the client may know of this machine."""
        path = os.pathsep.join([str(BATON.parent), os.environ.get("PATH", "")])
        kept = {name: os.environ[name] for name in ("SystemRoot", "TEMP", "TMP") if name in os.environ}
        return kept | {
            "PATH": path,
            "HOME": str(self.home),
            "USERPROFILE": str(self.home),
            "ANTHROPIC_BASE_URL": model.url,
            "ANTHROPIC_API_KEY": "sk-test",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_AUTOUPDATER": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        }

    def run(self, model: Model, prompt: str, *options: str, env: Mapping[str, str] | None = None) -> Session:
        """Run the client without a terminal until its session is over."""
        program = clients.claude()
        assert program is not None
        asked = [str(program), "-p", prompt, "--output-format", "stream-json", "--verbose"]
        done = subprocess.run(
            [*asked, "--allowedTools", TOOLS, "--model", SONNET, *options],
            cwd=self.project,
            env=self.environment(model) | dict(env or {}),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
        assert not model.failures, model.failures
        lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        return Session(tuple(lines), done.returncode, done.stderr)

    def talk(self, model: Model, *prompts: str) -> list[Session]:
        """Let a person say one thing after the other in one client, as in its terminal; return what came of each."""
        program = clients.claude()
        assert program is not None
        asked = [
            str(program),
            "-p",
            "--input-format",
            "stream-json",
            "--output-format",
            "stream-json",
            "--verbose",
        ]
        client = subprocess.Popen(
            [*asked, "--allowedTools", TOOLS, "--model", SONNET],
            cwd=self.project,
            env=self.environment(model),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        assert client.stdin is not None
        assert client.stdout is not None
        timer = threading.Timer(PATIENCE, client.kill)
        timer.start()
        told = []
        for prompt in prompts:
            said = {"type": "user", "message": {"role": "user", "content": prompt}}
            client.stdin.write(json.dumps(said) + "\n")
            client.stdin.flush()
            told.append(Session(tuple(_until_result(client.stdout)), 0, ""))
        client.communicate(timeout=PATIENCE)
        timer.cancel()
        assert model.failures == []
        return told

    def journal(self, *names: str) -> list[dict[str, Any]]:
        """Return what our hooks recorded."""
        files = sorted((self.project / ".baton" / "journal").glob("*.jsonl"))
        events = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
        return [event for event in events if not names or event["event"] in names]


def _until_result(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    for line in lines:
        event = json.loads(line)
        yield event
        if event["type"] == "result":
            return


def spawn(agent: str, prompt: str, description: str = "some work", **more: Any) -> dict[str, Any]:
    """Return the input of the tool that starts a subagent."""
    return {"subagent_type": agent, "prompt": prompt, "description": description, **more}


def texts(asked: Sequence[Any]) -> str:
    """Return all that was said in some requests."""
    return "\n".join(one.text for one in asked)
