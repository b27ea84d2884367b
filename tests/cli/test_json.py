"""What `--json` prints has the keys that the last line of each help names."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest

from batonpass.surfaces.cli.app import baton as group
from batonpass.surfaces.cli.help import COMMANDS
from tests.cli.sample import baton, compact

OMAW = ["--playbook", "omaw"]
CALLS: dict[str, list[str]] = {
    "route": ["--playbook", "bazinga", "--agent", "tech_lead", "--status", "APPROVED", "--group", "AUTH"],
    "request": ["--task", "t", "--phase", "research", "--feature", "jwt", "--instructions", "Find auth code"],
    "response": ["response.json"],
    "reasoning save": ["Tokens expire.", "--session", "s", "--agent", "planner", "--phase", "risks"],
    "reasoning query": [],
    "reasoning check": ["--session", "s", "--before", "qa_expert", "--playbook", "bazinga"],
    "capsule": ["top-down-analyzer"],
    "compact": ["docs/plan.md", "--agent", "backend-architect"],
    "brief": ["--for", "qa-specialist"],
    "return": ["top-down-analyzer"],
    "switch": ["--from", "dev", "--to", "qa", "--transcript", "session.jsonl"],
    "merge": ["top-down-analyzer", "backend-architect", "--agent", "project-manager"],
    "show": ["top-down-analyzer"],
    "expand": ["top-down-analyzer", "/summary/key_insights/0"],
    "validate": [],
    "doctor": [],
    "search": ["token"],
    "extract": ["docs/plan.md"],
    "stats": [],
    "eval": ["docs"],
    "bench": ["docs", "--rounds", "2"],
    "status": [],
    "workflow start": ["OAuth2"],
    "workflow complete": [],
    "workflow show": [],
    "init": ["--dry-run"],
    "uninstall": [],
    "clean": ["--dry-run"],
    "pin": ["top-down-analyzer"],
    "rebuild": [],
    "gate": ["--transcript", "session.jsonl"],
    "phase start": ["1", *OMAW],
    "phase finish": ["1", *OMAW],
    "phase skip": ["1", "--words", "leave it out", *OMAW],
    "phase doctor": [*OMAW],
    "phase resume": [*OMAW],
    "phase show": [*OMAW],
    "mode": [],
    "context": ["--transcript", "session.jsonl"],
}
RESPONSE = (
    '{"task_id": "t", "phase": "research", "status": "complete", "decision": "PROCEED", "findings": {},'
    ' "context_summary": "Extend src/auth.ts with JWT."}'
)
ANSWER = (
    '{"type":"assistant","message":{"id":"m1","model":"claude-sonnet-4-5","content":[],'
    '"usage":{"input_tokens":9,"cache_read_input_tokens":20000,"output_tokens":5}}}\n'
)


def named(epilog: str) -> tuple[set[str], dict[str, set[str]], dict[str, set[str]]]:
    """Return the keys of the value, of what is in it, and with other options."""
    keys = set(re.findall(r"\w+", epilog.split("JSON: ", 1)[1].split(".", 1)[0]))
    inner = {key: set(listed.split(", ")) for key, listed in re.findall(r"Of (\w+): ([\w, ]+)\.", epilog)}
    having = {o: set(listed.split(", ")) for o, listed in re.findall(r"With (--\w+): ([\w, ]+)\.", epilog)}
    return keys, inner, having


def commands() -> Iterator[tuple[str, click.Command]]:
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        if isinstance(command, click.Group):
            yield from ((f"{name} {inner}", c) for inner, c in command.commands.items())
        elif command:
            yield name, command


EPILOGS = {name: command.epilog or "" for name, command in commands()}


@pytest.fixture
def worked(project: Path) -> Path:
    """A project in which something was handed over, in a workflow, and read."""
    baton("workflow", "start", "OAuth2", "--id", "wf")
    compact("research", "--workflow", "wf")
    compact("plan", "--workflow", "wf")
    baton("reasoning", "save", "PKCE it is.", "--session", "s", "--agent", "planner", "--phase", "decisions")
    baton("brief", "--for", "backend-architect")
    baton("phase", "start", "1", *OMAW)
    (project / "session.jsonl").write_text(ANSWER, "utf-8")
    (project / "response.json").write_text(RESPONSE, "utf-8")
    return project


def test_every_command_is_called_here() -> None:
    assert set(CALLS) == set(EPILOGS)


@pytest.mark.usefixtures("worked")
@pytest.mark.parametrize("name", CALLS)
def test_the_keys_are_those_of_the_help(name: str) -> None:
    done = baton(*name.split(), *CALLS[name], "--json")
    assert done.code == (1 if name == "doctor" else 0), (
        done.err
    )  # no client is set up here, and that is its answer
    assert done.out.count("\n") == 1, "one value, one line"
    keys, inner, _ = named(EPILOGS[name])
    assert set(done.json) == keys
    for key, listed in inner.items():
        for value in values(done.json[key]):
            assert set(value) == listed, key


def values(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


@pytest.mark.usefixtures("worked")
@pytest.mark.parametrize(
    ("name", "option", "arguments"),
    [
        ("show", "--view", ["top-down-analyzer", "--view", "capsule"]),
        ("show", "--edit", ["top-down-analyzer", "--edit"]),
        ("route", "--check", ["--check"]),
        ("route", "--diagram", ["--diagram"]),
        ("validate", "--gate", ["--gate", "artifacts/top-down-analyzer/latest"]),
    ],
)
def test_and_so_with_other_options(name: str, option: str, arguments: list[str]) -> None:
    edited = baton("show", "top-down-analyzer", "--editable").out if option == "--edit" else ""
    done = baton(name, *arguments, "--json", stdin=edited)
    assert set(done.json) == named(EPILOGS[name])[2][option]


@pytest.mark.usefixtures("worked")
def test_a_person_gets_it_laid_out() -> None:
    piped, seen = (baton("show", "top-down-analyzer", "--json", terminal=t) for t in (False, True))
    assert seen.out.count("\n") > piped.out.count("\n")
    assert msgspec.json.decode(seen.out) == piped.json


@pytest.mark.usefixtures("worked")
def test_extract_prints_one_line_a_source() -> None:
    lines = baton("extract", "docs", "--json").out.splitlines()
    told = [msgspec.json.decode(line) for line in lines]
    assert [one["source"]["path"] for one in told] == ["docs/plan.md", "docs/research.md"]
    assert {fact["kind"] for fact in told[0]["facts"]} >= {"decision", "strategy", "risk"}
