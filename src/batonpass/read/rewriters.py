"""Hooks of other people that rewrite what agents are started with: of two rewritings a client keeps only one."""

import os
import re
import shlex
from collections.abc import Iterator
from typing import Any

from batonpass.model.health import HostSettings
from batonpass.read.hosts import claude_places, claude_settings

EVENT, TOOLS = "PreToolUse", ("Agent", "Task")
WORD = "updatedInput"  # what a hook answers to rewrite a call
OURS = "hook PreToolUse"
LARGEST = 1_000_000  # bytes of a script that is looked into
PROJECT = ("${CLAUDE_PROJECT_DIR}", "$CLAUDE_PROJECT_DIR")


def rewriters(root: str) -> tuple[str, ...]:
    """Return the commands that may rewrite the call of an agent: they say so themselves, or the script they run does."""
    found = (c for settings in claude_settings(root) for c in _commands(settings) if OURS not in c)
    return tuple(dict.fromkeys(c for c in found if WORD in c or any(map(_rewrites, _scripts(root, c)))))


def looked_into(root: str) -> tuple[str, ...]:
    """Return the files whose change may change the answer."""
    told = claude_settings(root)
    scripts = (path for settings in told for c in _commands(settings) for path in _scripts(root, c))
    return tuple(dict.fromkeys([*(path for _, path in claude_places(root)), *scripts]))


def _commands(settings: HostSettings) -> Iterator[str]:
    hooks = (settings.values or {}).get("hooks")
    entries = hooks.get(EVENT) if isinstance(hooks, dict) else None
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict) and _is_asked_for_agents(entry.get("matcher")):
            inner = entry.get("hooks")
            yield from _texts(inner if isinstance(inner, list) else [])


def _texts(hooks: list[Any]) -> Iterator[str]:
    yield from (h["command"] for h in hooks if isinstance(h, dict) and isinstance(h.get("command"), str))


def _is_asked_for_agents(matcher: object) -> bool:
    if not isinstance(matcher, str) or matcher in ("", "*"):
        return True
    try:
        return any(re.fullmatch(matcher, tool) for tool in TOOLS)
    except re.error:
        return False


def _scripts(root: str, command: str) -> Iterator[str]:
    """Yield the files that a command names."""
    for name in PROJECT:
        command = command.replace(name, root)
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    for word in words:
        path = os.path.join(root, os.path.expanduser(word))
        if os.path.isfile(path) and os.stat(path).st_size <= LARGEST:
            yield path


def _rewrites(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return WORD.encode() in file.read()
    except OSError:
        return False
