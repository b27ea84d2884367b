"""What transcripts cost to read: their end for the context, all of them for the facts."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

from batonpass.extract.facts import extract
from batonpass.flow.checkpoint import checkpoint
from batonpass.flow.context import context
from batonpass.flow.policy import policy
from batonpass.flow.setup import open_project
from batonpass.model.source import Source
from batonpass.read.found import Found
from batonpass.read.parse import parse
from evaluation import story
from evaluation.gate_states import answer
from evaluation.timing import call

FOLDER = "/home/me/shop"
MOST_LONGER, MOST_LOADS, MOST_GROWN_MB = 3, 6, 10  # a large session beside a small one, facts beside lines
SMALL, MIDDLE, LARGE = 1_000_000, 5_000_000, 500_000_000
GATED, FULL = 100_000_000, 165_000  # bytes of a transcript, tokens of its last answer
TESTS = "tests/test_cart.py ....F.\nFAILED tests/test_cart.py::test_total - assert 2 == 3\n1 failed, 5 passed in 0.4s"


class Ends(NamedTuple):
    """Seconds for the context of a small and a large transcript, and by how many MB memory grew for the large."""

    small: float
    large: float
    grown_mb: float


class Whole(NamedTuple):
    """Seconds to read a transcript into facts, and for `json.loads` over its lines."""

    facts: float
    lines: float


def ends() -> Ends:
    """Measure how long the context of a session takes, however long the session is."""
    with tempfile.TemporaryDirectory(dir=_scratch()) as folder:
        setup = open_project(folder)
        small, large = (written(Path(folder) / f"{size}.jsonl", size) for size in (SMALL, LARGE))
        grown = _peak(large, folder) - _peak(small, folder)
        return Ends(call(lambda: context(setup, str(small))), call(lambda: context(setup, str(large))), grown)


def gate() -> float:
    """Measure how long a checkpoint before a spawn takes on a long session in which a compaction is looked for."""
    with tempfile.TemporaryDirectory(dir=_scratch()) as folder:
        path = written(Path(folder) / "s1.jsonl", GATED)
        with path.open("ab") as file:
            file.write(json.dumps(answer(FULL, "claude-opus-4-5")).encode() + b"\n")
        known = policy(folder)
        return call(lambda: checkpoint(folder, known, str(path), moment="spawn"))


def whole() -> Whole:
    """Measure a transcript that is read completely."""
    data = b"".join(_session(MIDDLE))
    text = data.decode().splitlines()
    facts = call(lambda: extract(_parsed(data), FOLDER), rounds=5)
    return Whole(facts, call(lambda: [json.loads(line) for line in text], rounds=5))


def _parsed(data: bytes) -> Source:
    return parse(Found("s.jsonl", "s.jsonl", data), redact=open_project(".").redact, max_bytes=len(data))


def _scratch() -> str:
    folder = Path(".bench")
    folder.mkdir(exist_ok=True)
    return str(folder)


def written(path: Path, size: int) -> Path:
    """Write a transcript of about a size: the same hour of work over and over, as far as its end cares."""
    hour = b"".join(_session(min(size, SMALL)))
    with path.open("wb") as file:
        for _ in range(max(size // len(hour), 1)):
            file.write(hour)
    return path


def _peak(path: Path, root: str) -> float:
    """Return the peak memory of a process that asks for a context, in MB."""
    baton = str(Path(sys.executable).with_name("baton"))
    code = (
        "import resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], check=True, capture_output=True)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
    )
    command = [sys.executable, "-c", code, baton, "context", "--transcript", str(path), "--root", root]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return int(done.stdout) / (1e6 if sys.platform == "darwin" else 1e3)


def _session(size: int) -> Iterator[bytes]:
    """Yield the lines of a session of Claude Code: files read and edited, commands run, a few words between."""
    text = story.STORY.joinpath("research", "full-analysis.md").read_text("utf-8")
    written, number = 0, count()
    while written < size:
        n = next(number)
        for line in _step(n, text[(n * 3001) % 50_000 :][: 2000 + n * 577 % 6000]):
            written += len(line)
            yield line


def _step(n: int, text: str) -> Iterator[bytes]:
    path = f"{FOLDER}/src/module_{n % 40}.py"
    tool, given, result = (
        ("Read", {"file_path": path}, text),
        ("Edit", {"file_path": path, "old_string": text[:200], "new_string": text[200:900]}, "updated"),
        ("Bash", {"command": "cd src && pytest -q 2>&1 | tail -5", "description": "Run the tests"}, TESTS),
        ("Bash", {"command": f"sed -i 's/a/b/' src/module_{n % 7}.py && git add -A"}, ""),
        ("Grep", {"pattern": "def total", "path": FOLDER}, text[:1500]),
    )[n % 5]
    usage = {"input_tokens": 3, "cache_read_input_tokens": 20_000 + n, "output_tokens": 80}
    said = {"type": "text", "text": text[:180]}
    asked = {"type": "tool_use", "id": f"t{n}", "name": tool, "input": given}
    for part in (said, asked):
        message = {"id": f"m{n}", "model": "claude-opus-4-5", "role": "assistant", "content": [part]}
        yield _line(n, "assistant", {**message, "usage": usage})
    back = {"type": "tool_result", "tool_use_id": f"t{n}", "content": result}
    yield _line(n, "user", {"role": "user", "content": [back]})


def _line(n: int, kind: str, message: dict[str, object]) -> bytes:
    about = {"type": kind, "isSidechain": False, "sessionId": "s1", "cwd": FOLDER, "version": "2.1.327"}
    at = f"2026-11-18T10:{n // 60 % 60:02}:{n % 60:02}.000Z"
    return json.dumps({**about, "timestamp": at, "message": message}).encode() + b"\n"
