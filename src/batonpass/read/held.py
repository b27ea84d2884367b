"""What a session's context holds of a profile: by its transcript since the last compaction."""

import json

LEAST = 40  # characters of a line that stands nowhere else
LINES = 8  # of a profile's longest lines that are looked for
BOUNDARY = b'"compact_boundary"'


class Held:
    """The end of a transcript, read once."""

    def __init__(self, transcript: str) -> None:
        """Read what was written since the last compaction."""
        self._begins, self._text = _since_boundary(transcript)

    def holds(self, path: str) -> bool:
        """Say whether most of a profile's longest lines stand there; False where there is no profile."""
        lines = _telling(path)
        found = sum(_spelled(line) in self._text for line in lines)
        return found * 2 > len(lines)

    def ran_apart(self, agent: str, since: int = 0) -> bool:
        """Say whether an agent of this name was started as a subagent; `since` is a byte of the transcript."""
        name = json.dumps(agent).encode()
        started = (b'"subagent_type":' + space + name for space in (b"", b" "))
        return any(self._text.find(one, max(since - self._begins, 0)) >= 0 for one in started)


def _telling(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = {line.strip() for line in file}
    except OSError:
        return []
    return sorted((line for line in lines if len(line) >= LEAST), key=lambda line: (-len(line), line))[:LINES]


def _spelled(line: str) -> bytes:
    return json.dumps(line, ensure_ascii=False)[1:-1].encode()


def _since_boundary(transcript: str) -> tuple[int, bytes]:
    try:
        with open(transcript, "rb") as file:
            data = file.read()
    except OSError:
        return 0, b""
    begins = max(data.rfind(BOUNDARY), 0)
    return begins, data[begins:]
