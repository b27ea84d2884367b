"""What a session's context holds of a profile: by its transcript since the last compaction."""

import json
import os

LEAST = 40  # characters of a line that stands nowhere else
LINES = 8  # of a profile's longest lines that are looked for
BOUNDARY = b'"compact_boundary"'


def holds(root: str, transcript: str, path: str) -> bool:
    """Say whether most of a profile's longest lines stand in the transcript; False where there is no profile."""
    lines = _telling(os.path.join(root, path)) if path else []
    if not lines:
        return False
    text = _since_boundary(transcript)
    found = sum(_spelled(line) in text for line in lines)
    return found * 2 > len(lines)


def ran_apart(transcript: str, agent: str) -> bool:
    """Say whether an agent of this name was started as a subagent."""
    text, name = _since_boundary(transcript), json.dumps(agent).encode()
    return any(b'"subagent_type":' + space + name in text for space in (b"", b" "))


def _telling(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = {line.strip() for line in file}
    except OSError:
        return []
    return sorted((line for line in lines if len(line) >= LEAST), key=lambda line: (-len(line), line))[:LINES]


def _spelled(line: str) -> bytes:
    return json.dumps(line, ensure_ascii=False)[1:-1].encode()


def _since_boundary(transcript: str) -> bytes:
    try:
        with open(transcript, "rb") as file:
            data = file.read()
    except OSError:
        return b""
    return data[max(data.rfind(BOUNDARY), 0) :]
