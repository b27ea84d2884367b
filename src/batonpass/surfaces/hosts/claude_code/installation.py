"""What Claude Code needs in a project, as edits: hooks, rules, status line, and a way to find `baton`."""

import json
import os
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from batonpass.model.edit import Edit
from batonpass.tables import load

IGNORED = (".claude/settings.local.json",)


def edits(
    root: str, program: Sequence[str], *, allow: bool = False, status_line: bool = True
) -> tuple[Edit, ...]:
    """Return what to put in place; `allow` lets the model run commands of ours that only read."""
    host = load.table("hosts")["claude_code"]
    shared: dict[str, Any] = {"hooks": hooks(host)}
    if allow:
        shared["permissions"] = {"allow": list(allowed())}
    found = [
        Edit(path=host["settings"], kind="json", text=json.dumps(shared)),
        Edit(path=host["rules"], kind="write", text=load.text("claude-rules.md")),
        Edit(path=host["launcher"], kind="write", text=launcher(program), executable=True),
    ]
    if status_line:
        command = f"{shlex.quote(os.path.join(root, host['launcher']))} hook statusline"
        line = {
            "type": "command",
            "command": command,
        }  # a status line is told of no project in its environment
        found.append(Edit(path=host["local"], kind="json", text=json.dumps({"statusLine": line})))
    return tuple(found)


def hooks(host: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return every event with the command that answers it."""
    entries = {event: [_entry(host, event, matcher)] for event, matcher in host["events"].items()}
    start = host["start"]  # a long text comes in parts, one command each
    entries["SessionStart"] += [_entry(host, f"SessionStart.{n}", start["matcher"]) for n in start["parts"]]
    return entries


def wanted() -> dict[str, str]:
    """Return every event with the command that should answer it."""
    host = load.table("hosts")["claude_code"]
    return {event: host["command"].format(event=event) for event in host["events"]}


def allowed() -> tuple[str, ...]:
    """Return the rules that let the model run commands which only read."""
    return tuple(load.table("hosts")["claude_code"]["allow"])


def launcher(program: Sequence[str]) -> str:
    """Return a script that starts a program of this machine; where that is gone, whatever is on the PATH, else nothing."""
    return (
        "#!/bin/sh\n"
        f'[ -x {shlex.quote(program[0])} ] && exec {shlex.join(program)} "$@"\n'
        'b=$(command -v baton) && exec "$b" "$@"\n'
        "exit 0\n"
    )


def _entry(host: Mapping[str, Any], event: str, matcher: str) -> dict[str, Any]:
    command = {
        "type": "command",
        "command": host["command"].format(event=event),
        "timeout": host["timeout_s"],
    }
    return {**({"matcher": matcher} if matcher else {}), "hooks": [command]}
