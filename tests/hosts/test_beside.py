"""Hooks of other people beside ours, with the real client: theirs do what they did before."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.hosts.client import House, needs_client, settings, spawn
from tests.hosts.model import Call, Model, says
from tests.hosts.reports import MARK, report

pytestmark = needs_client

LOGGER = """\
import json, pathlib, sys
told = json.load(sys.stdin)
with open(pathlib.Path(__file__).with_name("seen.txt"), "a") as file:
    file.write(told["hook_event_name"] + " " + told.get("tool_name", "") + "\\n")
if told["hook_event_name"] in ("UserPromptSubmit", "PreToolUse"):
    print(json.dumps({"hookSpecificOutput": {
        "hookEventName": told["hook_event_name"], "additionalContext": "THEIRS " + told["hook_event_name"]}}))
"""
BUILDER = """\
import json, sys, time
given = json.load(sys.stdin)["tool_input"]
time.sleep(float(sys.argv[1]))
given["prompt"] = "BUILT-BY-THEM " + given["prompt"]
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": given}}))
"""
CONTRACT = "## Your last message"


def with_theirs(house: House, script: str, *arguments: str, events: dict[str, str]) -> dict[str, Any]:
    """Return our settings with a hook of theirs before ours."""
    path = house.write("theirs/hook.py", script)
    told = settings()
    for event, matcher in events.items():
        command = {"type": "command", "command": " ".join([f'"{sys.executable}"', str(path), *arguments])}
        told["hooks"][event].insert(0, {"matcher": matcher, "hooks": [command]})
    return told


def run(house: House, *, background: bool = False) -> Model:
    call = Call("Agent", spawn("general-purpose", "Build part-0", run_in_background=background))
    write = Call("Write", {"file_path": str(house.project / "a.py"), "content": "x = 1\n"})
    works = (says(write), says(report("part-0", 4)))
    turns = (says(call), says("done"))
    with Model(lambda asked: works[asked.turn] if asked.agent else turns[min(asked.turn, 1)]) as model:
        house.run(model, "begin")
    assert house.journal("hook.failed") == []
    return model


def test_a_hook_of_theirs_sees_and_says_the_same_with_us_and_without(tmp_path: Path) -> None:
    seen = {}
    events = {"UserPromptSubmit": "", "PreToolUse": "", "PostToolUse": "", "SubagentStop": "", "Stop": ""}
    for mode in ("", "enforce"):
        house = House(tmp_path / (mode or "none"))
        told = with_theirs(house, LOGGER, events=events)
        house.install(f'mode = "{mode}"\n' if mode else "", told)
        if not mode:
            (house.project / ".baton/config.toml").unlink()  # then ours are silent
        model = run(house)
        seen[mode] = sorted((house.project / "theirs/seen.txt").read_text("utf-8").splitlines())
        assert "THEIRS UserPromptSubmit" in model.main[0].text
        assert "THEIRS PreToolUse" in model.main[-1].text
        assert (MARK in model.main[-1].text) is (mode == "")
    assert seen[""] == seen["enforce"]


@pytest.mark.parametrize("seconds", ["0", "1"])  # of two that rewrite, the client keeps what comes last
def test_a_prompt_of_theirs_stays_and_the_agent_is_told_ours_all_the_same(
    tmp_path: Path, seconds: str
) -> None:
    house = House(tmp_path)
    house.install('mode = "warn"\n', with_theirs(house, BUILDER, seconds, events={"PreToolUse": "Agent"}))
    model = run(house)
    first = model.of_agents()[0].text
    assert "BUILT-BY-THEM Build part-0" in first
    assert first.count(CONTRACT) == 1
    assert MARK not in model.main[-1].text


def test_four_that_start_at_once_are_each_told_once(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.install('mode = "warn"\n', with_theirs(house, BUILDER, "0", events={"PreToolUse": "Agent|Task"}))
    calls = [Call("Agent", spawn("general-purpose", f"part {n}", run_in_background=False)) for n in range(4)]
    turns = (says(*calls), says("done"))
    with Model(lambda asked: says("fine") if asked.agent else turns[asked.turn]) as model:
        house.run(model, "begin")
    assert [asked.text.count(CONTRACT) for asked in model.of_agents()] == [1, 1, 1, 1]
    kept = house.project / ".baton/cache/runs"
    assert not list(kept.rglob("*.pending*")), json.dumps([str(p) for p in kept.rglob("*")])
