"""A session of Claude Code, written as the client writes it."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

START = datetime(2026, 3, 1, 9, 0, 0, tzinfo=UTC)
MODEL = "claude-opus-4-5-20251101"


class Session:
    """Lines that grow by a second and by some tokens each."""

    def __init__(self, folder: Path, *, tokens: int = 20_000, model: str = MODEL) -> None:
        self.folder, self.tokens, self.model = folder, tokens, model
        self.lines: list[dict[str, Any]] = []

    def add(self, kind: str, message: dict[str, Any], **more: Any) -> None:
        """Add one line."""
        at = START + timedelta(seconds=len(self.lines))
        self.lines.append(
            {
                "type": kind,
                "uuid": f"u{len(self.lines)}",
                "isSidechain": False,
                "sessionId": "s1",
                "cwd": str(self.folder),
                "timestamp": at.isoformat().replace("+00:00", "Z"),
                "message": message,
                **more,
            }
        )

    def says(self, text: str) -> "Session":
        """Add what the user says."""
        self.add("user", {"role": "user", "content": text})
        return self

    def answers(self, text: str) -> "Session":
        """Add what the agent says."""
        self._answer({"type": "text", "text": text})
        return self

    def calls(self, tool: str, result: str = "ok", *, failed: bool = False, **given: Any) -> "Session":
        """Add a call of a tool and what came back."""
        call = f"t{len(self.lines)}"
        self._answer({"type": "tool_use", "id": call, "name": tool, "input": given})
        block = {"type": "tool_result", "tool_use_id": call, "content": result, "is_error": failed}
        self.add("user", {"role": "user", "content": [block]})
        self.tokens += len(result) // 3
        return self

    def _answer(self, block: dict[str, Any]) -> None:
        usage = {
            "input_tokens": 4,
            "cache_creation_input_tokens": 96,
            "cache_read_input_tokens": self.tokens,
            "output_tokens": 50,
        }
        message = {"id": f"m{len(self.lines)}", "model": self.model, "role": "assistant", "content": [block]}
        self.add("assistant", {**message, "usage": usage})

    def save(self, path: Path) -> Path:
        """Write the transcript."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in self.lines), "utf-8")
        return path
