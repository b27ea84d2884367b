"""What hooks cost: each as a process of its own, as the client runs it."""

import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from evaluation.bench_evidence import SMALL, written
from evaluation.timing import process

SESSION = "5f1c2d3e-0000-4000-8000-000000000001"
STOPPED, LONGER = 5_000_000, 100  # bytes of an agent's transcript, and how many times as long another one is
MOST = {
    "statusline": 2.5,
    "UserPromptSubmit": 2.5,
    "PreToolUse(Agent)": 4.0,
    "PreToolUse(Read)": 4.0,
    "SubagentStart": 4.0,
    "PostToolUse(Agent)": 4.0,
    "Stop": 4.0,
}
MOST_STOP, NOISE = 40.0, 1.25
ROUNDS_OF_STOP = 5
CALL, CONTEXT = "toolu_9", 120_000
BATON = str(Path(sys.executable).with_name("baton"))


class Cost(NamedTuple):
    """One hook, in times of a bare Python, beside the most it may take."""

    name: str
    ratio: float
    most: float


def costs(start: float) -> Iterator[Cost]:
    """Measure every hook of the fast path in a usual session, then an agent's end and a very long session."""
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder))
        for name, most in MOST.items():
            yield Cost(name, project.hook(name) / start, most)
        short = project.hook("PreToolUse(Agent)")
        yield Cost(f"SubagentStop, {STOPPED // 1_000_000} MB", project.stop() / start, MOST_STOP)
        project.grow(LONGER)
        yield Cost(
            f"PreToolUse(Agent), {LONGER} x as long, to before",
            project.hook("PreToolUse(Agent)") / short,
            NOISE,
        )


class Project:
    """A project with a session in it that goes on."""

    def __init__(self, root: Path) -> None:
        """Lay it out below a folder."""
        self.root, self.transcript = root / "project", root / f"{SESSION}.jsonl"
        (self.root / ".baton").mkdir(parents=True)
        (self.root / ".baton" / "config.toml").write_text('mode = "enforce"\n', "utf-8")
        self.grow(1)
        self.agents = root / SESSION / "subagents"
        self.agents.mkdir(parents=True)

    def grow(self, times: int) -> None:
        """Write the session's transcript, so many megabytes of it, with the call of an agent at its end."""
        written(self.transcript, SMALL * times)
        usage = {"input_tokens": 3, "cache_read_input_tokens": CONTEXT - 3, "output_tokens": 9}
        content = [{"type": "tool_use", "id": CALL, "name": "Agent", "input": {}}]
        message = {"id": "m", "model": "claude-sonnet-4-5", "content": content, "usage": usage}
        line = json.dumps({"type": "assistant", "sessionId": SESSION, "message": message})
        with self.transcript.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    def hook(self, name: str) -> float:
        """Return the seconds of one hook, once the policy is compiled."""
        event = name.partition("(")[0]
        told = self._told(lambda _: TOLD[name])
        process([BATON, "hook", event], rounds=1, cwd=str(self.root), told=told)
        return process([BATON, "hook", event], cwd=str(self.root), told=told)

    def stop(self) -> float:
        """Return the seconds of an agent's end, each of another agent with a transcript of its own."""
        for number in range(ROUNDS_OF_STOP):
            written(self.agents / f"agent-{number}.jsonl", STOPPED)
        return process(
            [BATON, "hook", "SubagentStop"],
            rounds=ROUNDS_OF_STOP,
            cwd=str(self.root),
            told=self._told(self._stop),
        )

    def _stop(self, number: int) -> dict[str, Any]:
        path = self.agents / f"agent-{number}.jsonl"
        said = (
            "## Decisions\n\n- Keep the totals in cents because floats round\n"
            + "All modules are fine.\n" * 200
        )
        about = {"agent_id": str(number), "agent_type": "general-purpose", "stop_hook_active": False}
        return {**about, "agent_transcript_path": str(path), "last_assistant_message": said}

    def _told(self, more: Callable[[int], dict[str, Any]]) -> Callable[[int], bytes]:
        known = {"session_id": SESSION, "transcript_path": str(self.transcript), "cwd": str(self.root)}
        return lambda number: json.dumps({**known, **more(number)}).encode()


WINDOW = {
    "context_window_size": 200_000,
    "current_usage": {"input_tokens": 3, "cache_read_input_tokens": CONTEXT, "output_tokens": 9},
}
AGENT = {"subagent_type": "general-purpose", "prompt": "Build the cart.", "description": "build"}
ENDED = {"status": "completed", "agentId": "a1", "agentType": "general-purpose", "content": []}
TOLD: dict[str, dict[str, Any]] = {
    "statusline": {"context_window": WINDOW},
    "UserPromptSubmit": {"prompt": "Go on with the cart, please."},
    "PreToolUse(Agent)": {"tool_name": "Agent", "tool_input": AGENT, "tool_use_id": CALL},
    "PreToolUse(Read)": {
        "tool_name": "Read",
        "tool_input": {"file_path": "src/cart.py"},
        "tool_use_id": CALL,
    },
    "SubagentStart": {"agent_id": "a1", "agent_type": "general-purpose"},
    "PostToolUse(Agent)": {
        "tool_name": "Agent",
        "tool_input": AGENT,
        "tool_response": {**ENDED, "status": "async_launched"},
    },
    "Stop": {"stop_hook_active": False, "last_assistant_message": "Done."},
}
