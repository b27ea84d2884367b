"""From `baton init` to `baton uninstall` around sessions of the real client, and the plugin in place of it."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.hosts.client import BATON, House, needs_client, settings, texts
from tests.hosts.model import Model, says
from tests.hosts.reports import AGENTS, MARK, Team
from tools import clients

pytestmark = needs_client

PLUGIN = Path(__file__).resolve().parents[2] / "plugin"
THEIRS = {
    "permissions": {"allow": ["Bash(ls:*)"]},
    "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]},
}


def baton(house: House, *arguments: str) -> str:
    """Run the command line in the house."""
    done = subprocess.run(
        [str(BATON), *arguments],
        cwd=house.project,
        env={**os.environ, "HOME": str(house.home), "CLAUDE_CONFIG_DIR": str(house.home / ".claude")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def client(house: House, *arguments: str) -> None:
    """Run the client for something that is no session."""
    env = {**os.environ, "HOME": str(house.home), "USERPROFILE": str(house.home)}
    done = subprocess.run(
        [str(clients.claude()), *arguments], env=env, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def below(house: House) -> dict[str, bytes]:
    """Return every file of the project but git's own and what the agents were told to write."""
    found = (p for p in sorted(house.project.rglob("*")) if p.is_file())
    named = {p.relative_to(house.project).as_posix(): p.read_bytes() for p in found}
    return {name: data for name, data in named.items() if not name.startswith((".git/", "src/"))}


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.write(".claude/settings.json", json.dumps(THEIRS, indent=4))
    house.write(".claude/agents/dev.md", "---\nname: dev\ndescription: builds\n---\nYou build.\n")
    house.write(".gitignore", "*.log")
    house.git()
    return house


def test_after_init_reports_stay_out_and_after_uninstall_all_is_as_it_was(house: House) -> None:
    before = below(house)
    baton(house, "init", "--yes", "--mode", "enforce", "--allow")
    once = below(house)
    baton(house, "init", "--yes")
    assert below(house) == once
    with Model(Team(background=True, obeys=False)) as model:
        house.run(model, "begin")
    assert MARK not in texts(model.main)
    assert len(house.journal("agent.ended")) == AGENTS
    baton(house, "uninstall", "--purge")
    assert below(house) == before
    assert sorted(p.name for p in house.project.iterdir()) == [
        ".claude",
        ".git",
        ".gitignore",
        "README.md",
        "src",
    ]


def test_what_was_handed_over_stays_unless_a_person_says_otherwise(house: House) -> None:
    before = below(house)
    baton(house, "init", "--yes")
    with Model(Team(background=False, obeys=True, kilobytes=4)) as model:
        house.run(model, "begin")
    assert f"{AGENTS} handoffs and the journal stay" in baton(house, "uninstall")
    assert len(house.manifests()) == AGENTS
    left = {name for name in below(house) if not name.startswith(("artifacts/", ".baton/journal/"))}
    assert left - {".baton/telemetry/workflow_events.jsonl"} == set(before)
    assert {name: data for name, data in below(house).items() if name in before} == before


def test_a_teammate_without_baton_is_shown_no_warning(house: House) -> None:
    baton(house, "init", "--yes")
    (house.project / ".baton/cache/baton").unlink()
    with Model(lambda _: says("fine")) as model:
        done = house.run(model, "hello", "--include-hook-events", env={"PATH": "/usr/bin:/bin"})
    answers = [e for e in done.events if e.get("subtype") == "hook_response"]
    assert len(answers) > 1
    assert {(e["exit_code"], e["stdout"], e["stderr"]) for e in answers} == {(0, "", "")}
    assert "warning" not in done.errors.lower()


def test_a_baton_that_moved_away_is_as_good_as_none(house: House) -> None:
    baton(house, "init", "--yes")
    place = house.project / ".baton/cache/baton"
    place.write_text(place.read_text("utf-8").replace(str(BATON), "/gone/baton"), "utf-8")
    hook = settings_of(house)["hooks"]["SessionStart"][0]["hooks"][0]["command"]
    done = subprocess.run(
        ["/bin/sh", "-c", hook],
        env={"PATH": "/usr/bin:/bin", "CLAUDE_PROJECT_DIR": str(house.project)},
        input=b"{}",
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def settings_of(house: House) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((house.project / ".claude/settings.json").read_text("utf-8"))
    return value


@pytest.mark.parametrize("installed", [False, True])
def test_the_plugin_does_the_same(tmp_path: Path, *, installed: bool) -> None:
    house = House(tmp_path)
    baton(house, "init", "--yes", "--host", "none", "--mode", "enforce")
    if installed:
        for asked in (("marketplace", "add", str(PLUGIN.parent)), ("install", "batonpass@batonpass")):
            client(house, "plugin", *asked)
    with Model(Team(background=True, obeys=False)) as model:
        house.run(model, "begin", *(() if installed else ("--plugin-dir", str(PLUGIN))))
    assert MARK not in texts(model.main)
    assert len(house.journal("agent.ended")) == AGENTS


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("status", "playbook oak"),
        ("gate", "CONTEXT_STATUS"),
        ("handoff dev", "Keep the cookies"),
        ("expand dev /key_decisions/0", "Keep the cookies"),
    ],
)
def test_its_commands_show_the_model_what_they_are_for(tmp_path: Path, command: str, shown: str) -> None:
    house = House(tmp_path)
    baton(house, "init", "--yes", "--host", "none")
    house.write(
        "plan.md",
        "# Plan\n\n## Strategy\n\nOne store for all.\n\n## Decisions\n\n- Keep the cookies because they work\n",
    )
    baton(house, "compact", "plan.md", "--agent", "dev", "--type", "plan")
    with Model(lambda _: says("fine")) as model:
        house.run(model, f"/batonpass:{command}", "--plugin-dir", str(PLUGIN))
    assert shown in model.main[-1].text


def test_hooks_switched_off_are_told_by_the_doctor(house: House) -> None:
    baton(house, "init", "--yes")
    house.write(".claude/settings.local.json", json.dumps(settings(disableAllHooks=True)))
    done = subprocess.run(
        [str(BATON), "doctor", "--json"],
        cwd=house.project,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1
    assert "disableAllHooks" in done.stdout


def test_asking_the_doctor_takes_nothing_from_the_next_session(house: House) -> None:
    baton(house, "init", "--yes")
    with Model(Team(background=False, obeys=True, kilobytes=4)) as model:
        house.run(model, "begin")
    before = len(house.journal())
    baton(house, "doctor")
    assert len(house.journal()) == before
    with Model(lambda _: says("fine")) as model:
        house.run(model, "hello")
    assert "Where the last session left off" in model.main[0].text
