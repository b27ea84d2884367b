"""What an agent has seen of a handoff, by its own transcript. On the fast path, and asked only where it matters."""

import json

from batonpass.read.calls import blocks
from batonpass.read.tail import backwards

SHOWING = ("baton show", "baton brief")  # commands that print a manifest
NAMED = "Handoff {id},"  # how a brief names the handoff it tells


def has_seen(path: str, folder: str, file: str, named: tuple[str, ...]) -> bool:
    """Tell whether a manifest was opened, or told in a brief: `folder` is its directory's name, `named` id and agent."""
    told = NAMED.format(id=named[0]).encode()
    wanted = (folder.encode(), *(name.encode() for name in named))
    for line in backwards(path):
        if told in line:
            return True
        if (
            b'"tool_use"' in line
            and any(name in line for name in wanted)
            and _opens(line, folder, file, named)
        ):
            return True
    return False


def _opens(line: bytes, folder: str, file: str, named: tuple[str, ...]) -> bool:
    """Tell whether one of a line's calls opens it: as a file, or by a command of ours."""
    for given in _calls(line):
        if f"{folder}/{file}" in given:
            return True
        if any(command in given for command in SHOWING) and any(name in given for name in named):
            return True
    return False


def _calls(line: bytes) -> list[str]:
    """Return what the tools of one line were given, as text."""
    given = (block.get("input") for block in blocks(line) if block.get("type") == "tool_use")
    return [json.dumps(one, ensure_ascii=False).replace("\\\\", "/") for one in given]
