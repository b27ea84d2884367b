"""The transcripts of a project, wherever its clients keep them."""

import os
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import islice

from batonpass.read import databases
from batonpass.read.records import decoded
from batonpass.tables.load import table

NOT_IN_SLUG = re.compile(r"[^A-Za-z0-9]")
HEAD = 65_536  # bytes at the beginning of a file that name its folder


def newest(root: str, home: str) -> str:
    """Return the transcript of a project that was written last, "" where there is none."""
    found = [(_time(path), path) for look in LOOKS for path in look(root, home)]
    return max(found, default=(0, ""))[1]


def nested(transcript: str) -> tuple[str, ...]:
    """Return the transcripts of the agents that a session of Claude Code started, in the order of their names."""
    folder = os.path.join(os.path.splitext(transcript)[0], "subagents")
    return tuple(os.path.join(folder, name) for name in _names(folder) if name.endswith(".jsonl"))


def _time(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _base(name: str, variable: str, home: str) -> str:
    """Return a client's own folder, or where its variable says it is."""
    return os.environ.get(variable) or os.path.join(home, *name.split("/"))


def _files(folder: str, *suffixes: str) -> Iterator[str]:
    return (os.path.join(folder, name) for name in _names(folder) if name.endswith(suffixes))


def claude_code(root: str, home: str) -> Iterator[str]:
    """Yield the sessions Claude Code had in this folder."""
    slug = NOT_IN_SLUG.sub("-", root)
    yield from _files(os.path.join(_base(".claude", "CLAUDE_CONFIG_DIR", home), "projects", slug), ".jsonl")


def codex(root: str, home: str) -> Iterator[str]:
    """Yield the newest rollouts of Codex that began in this folder."""
    sessions = os.path.join(_base(".codex", "CODEX_HOME", home), "sessions")
    most = table("hosts")["transcripts"]["rollouts"]
    recent = islice(_backwards(sessions), most)
    yield from (path for path in recent if _began_in(path) == root)


def _backwards(folder: str) -> Iterator[str]:
    """Yield the files below year, month and day, the newest first: their names begin with the time."""
    for name in reversed(_names(folder)):
        path = os.path.join(folder, name)
        if os.path.isdir(path):
            yield from _backwards(path)
        elif name.endswith(".jsonl"):
            yield path


def _began_in(path: str) -> str:
    try:
        with open(path, "rb") as file:
            first = decoded(file.read(HEAD).split(b"\n", 1)[0])
    except OSError:
        return ""
    about = first.get("payload", first) if isinstance(first, dict) else {}
    folder = about.get("cwd") if isinstance(about, dict) else None
    return os.path.normpath(folder) if isinstance(folder, str) and folder else ""


def pi(root: str, home: str) -> Iterator[str]:
    """Yield the sessions pi had in this folder."""
    name = "--" + root.lstrip("/").replace("/", "-").replace("\\", "-").replace(":", "-") + "--"
    yield from _files(
        os.path.join(_base(".pi/agent", "PI_CODING_AGENT_DIR", home), "sessions", name), ".jsonl"
    )


def gemini(root: str, home: str) -> Iterator[str]:
    """Yield the chats Gemini CLI had in this folder: it is named by its digest, or says itself where it belongs."""
    base = os.path.join(home, ".gemini", "tmp")
    for name in _names(base):
        if (
            name == sha256(root.encode()).hexdigest()
            or _first_line(os.path.join(base, name, ".project_root")) == root
        ):
            yield from _files(os.path.join(base, name, "chats"), ".jsonl", ".json")


def _first_line(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.readline().strip()
    except OSError:
        return ""


def qwen(root: str, home: str) -> Iterator[str]:
    """Yield the chats Qwen Code had in this folder."""
    base, slug = os.path.join(home, ".qwen"), NOT_IN_SLUG.sub("-", root)
    yield from _files(os.path.join(base, "projects", slug, "chats"), ".jsonl")
    yield from _files(os.path.join(base, "projects", slug.lower(), "chats"), ".jsonl")


def opencode(root: str, home: str) -> Iterator[str]:
    """Yield OpenCode's database, where it knows this folder."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    path = os.path.join(data, "opencode", "opencode.db")
    if databases.knows_folder(path, root):
        yield path


LOOKS: tuple[Callable[[str, str], Iterator[str]], ...] = (claude_code, codex, pi, gemini, qwen, opencode)
