"""Transcripts of sessions that took so many tokens."""

import json
from pathlib import Path
from typing import Any

SONNET = "claude-sonnet-4-5"


def answer(tokens: int, name: str = "m1", model: str = SONNET, **more: Any) -> dict[str, Any]:
    """Return an answer of Claude Code whose prompt had so many tokens."""
    usage = {"input_tokens": 9, "cache_read_input_tokens": tokens - 9, "output_tokens": 5}
    message = {"id": name, "model": model, "content": [{"type": "text", "text": "Done."}], "usage": usage}
    return {"type": "assistant", "message": message, **more}


def boundary(**about: int) -> dict[str, Any]:
    """Return the line of a compaction."""
    return {"type": "system", "subtype": "compact_boundary", "compactMetadata": about}


def session(path: Path, *lines: dict[str, Any]) -> str:
    """Write a transcript and return its path."""
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return str(path)
