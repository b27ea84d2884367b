"""Whether hooks leave the client's prompt cache alone: how much of the input a provider would have had already.

The real client speaks to a scripted model, once with hooks and once without. A provider keeps a prompt up to the places
that the client marks in it; of a later prompt, what begins exactly like one that was kept need not be read again.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.hosts.model import Answer, Asked, Call, Model, says
from tools import clients

PROMPTS = ("Build the cart.", "Now the totals.", "And the discounts.", "Is it all done?")
FULL = 156_000  # 78 % of the window: each prompt brings advice along
MODEL, PATIENCE = "claude-sonnet-4-5", 120
LEAST = 0.98  # of the share that is cached without hooks
TOOLS = "Bash,Write,Read,Edit,Agent,Task"


class Cached(NamedTuple):
    """Characters of all the main agent's prompts that were in the cache, and those that were not."""

    cached: int
    uncached: int

    @property
    def share(self) -> float:
        """Return the cached part of all."""
        return self.cached / (self.cached + self.uncached)


def with_and_without() -> tuple[Cached, Cached] | None:
    """Return both, None where there is no client to ask."""
    program = clients.claude()
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        return tuple(
            _session(program, Path(folder) / name, hooks=name == "with") for name in ("with", "without")
        )  # type: ignore[return-value] # two


def _session(program: Path, folder: Path, *, hooks: bool) -> Cached:
    project = folder / "project"
    project.mkdir(parents=True)
    (project / "README.md").write_text("# A shop\n", "utf-8")
    if hooks:
        baton = [str(Path(sys.executable).with_name("baton")), "init", "--yes", "--host", "claude-code"]
        subprocess.run(baton, cwd=project, check=True, capture_output=True)
    with Model(_working) as model:
        session = ""
        for prompt in PROMPTS:
            session = _prompted(program, model, folder, prompt, session)
        return cached([asked.body for asked in model.main])


def _prompted(program: Path, model: Model, folder: Path, prompt: str, session: str) -> str:
    """Say one thing in a session, and return the session it went on in."""
    known = {name: os.environ[name] for name in ("PATH", "SystemRoot", "TEMP", "TMP") if name in os.environ}
    quiet = ("DISABLE_TELEMETRY", "DISABLE_AUTOUPDATER", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC")
    env = known | dict.fromkeys(quiet, "1") | {"HOME": str(folder), "USERPROFILE": str(folder)}
    env |= {"ANTHROPIC_BASE_URL": model.url, "ANTHROPIC_API_KEY": "sk-test"}
    asked = [str(program), "-p", prompt, "--output-format", "json", "--allowedTools", TOOLS, "--model", MODEL]
    done = subprocess.run(
        [*asked, *(("--resume", session) if session else ())],
        cwd=folder / "project",
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    return str(json.loads(done.stdout)["session_id"])


def _working(asked: Asked) -> Answer:
    """Have an agent build something at every prompt of a person, then say that it is done."""
    if asked.agent:
        write = Call(
            "Write", {"file_path": os.path.join(asked.cwd, f"{asked.agent}.py"), "content": "x = 1\n"}
        )
        return says(write) if asked.turn == 0 else says("The totals are rounded.\n" * 300)
    if "tool_result" in str(asked.messages[-1]["content"]):
        return says("It is built.", context=FULL)
    given = {"subagent_type": "general-purpose", "prompt": "Build it.", "description": "build it"}
    return says(Call("Agent", {**given, "run_in_background": False}), context=FULL)


def cached(bodies: list[dict[str, Any]]) -> Cached:
    """Return how much of some prompts, one after the other, began like what was kept of those before."""
    kept: list[list[str]] = []
    hit = missed = 0
    for body in bodies:
        parts = list(_parts(body))
        texts = [text for text, _ in parts]
        there = max((_common(texts, other) for other in kept), default=0)
        hit += sum(map(len, texts[:there]))
        missed += sum(map(len, texts[there:]))
        kept += [texts[: at + 1] for at, (_, marked) in enumerate(parts) if marked]
    return Cached(hit, missed)


def _common(texts: list[str], kept: list[str]) -> int:
    """Return how many parts of a prompt were kept: all of what was kept, or nothing."""
    return len(kept) if texts[: len(kept)] == kept else 0


def _parts(body: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield tools, system prompt and messages in the order a provider reads them, and where the client marks them."""
    for block in (*body.get("tools", ()), *_listed(body.get("system")), *_contents(body["messages"])):
        plain = {key: value for key, value in block.items() if key != "cache_control"}
        yield json.dumps(plain, ensure_ascii=False), "cache_control" in block


def _contents(messages: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for message in messages:
        yield from ({"role": message["role"], **block} for block in _listed(message["content"]))


def _listed(content: object) -> list[dict[str, Any]]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
