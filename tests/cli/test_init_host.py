"""Into a project where Claude Code is used, and out of it again."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from batonpass.surfaces.hosts.claude_code.installation import hooks
from batonpass.tables import load
from tests.cli.sample import baton

FOREIGN = """{
  "hooks": { "PreToolUse": [ {"matcher": "Bash", "hooks": [{"type": "command", "command": "theirs"}]} ] },
  "env": {"A": "1"}
}
"""
SETTINGS = ".claude/settings.json"


@pytest.fixture
def used(project: Path) -> Path:
    (project / ".claude").mkdir(exist_ok=True)
    (project / SETTINGS).write_bytes(FOREIGN.encode())
    return project


def settings(project: Path, name: str = SETTINGS) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((project / name).read_text("utf-8"))
    return value


def files(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}


def test_hooks_come_beside_theirs_and_go_without_a_trace(used: Path) -> None:
    before = files(used)
    done = baton("init", "--yes")
    assert done.code == 0, done.err
    told = settings(used)
    assert told["env"] == {"A": "1"}
    assert told["hooks"]["PreToolUse"][0]["hooks"][0]["command"] == "theirs"
    assert set(told["hooks"]) == set(load.table("hosts")["claude_code"]["events"])
    assert baton("init", "--yes").out == "Everything is in place already.\n"
    assert baton("uninstall").code == 0
    assert files(used) == before


def test_shared_files_hold_no_path_of_this_machine(used: Path) -> None:
    baton("init", "--yes", "--allow")
    for name in (SETTINGS, ".claude/rules/batonpass.md", ".baton/config.toml"):
        text = (used / name).read_text("utf-8")
        assert str(used) not in text
        assert os.path.expanduser("~") not in text
    subprocess.run(["git", "init", "-q"], cwd=used, check=True)
    shown = subprocess.run(
        ["git", "status", "--porcelain", "-uall"], cwd=used, capture_output=True, encoding="utf-8", check=True
    ).stdout
    assert ".baton/cache" not in shown
    assert "settings.local.json" not in shown


@pytest.mark.skipif(shutil.which("sh") is None, reason="hooks are run by a shell")
def test_a_teammate_without_baton_notices_nothing(used: Path) -> None:
    baton("init", "--yes")
    shutil.rmtree(used / ".baton/cache")
    empty = {"PATH": "/usr/bin:/bin", "CLAUDE_PROJECT_DIR": str(used)}
    for event, entries in hooks(load.table("hosts")["claude_code"]).items():
        command = entries[0]["hooks"][0]["command"]
        done = subprocess.run(
            ["/bin/sh", "-c", command], env=empty, input=b"{}", capture_output=True, check=False
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b""), event


def test_a_status_line_of_theirs_stays(used: Path) -> None:
    baton("init", "--yes")
    assert "hook statusline" in settings(used, ".claude/settings.local.json")["statusLine"]["command"]
    baton("uninstall")
    (used / SETTINGS).write_text(json.dumps({"statusLine": {"type": "command", "command": "mine"}}), "utf-8")
    baton("init", "--yes")
    assert not (used / ".claude/settings.local.json").exists()
    assert settings(used)["statusLine"]["command"] == "mine"


def test_reading_commands_are_allowed_only_where_a_person_said_so(used: Path) -> None:
    baton("init", "--yes")
    assert "permissions" not in settings(used)
    baton("init", "--yes", "--allow")
    assert "Bash(baton expand:*)" in settings(used)["permissions"]["allow"]


def test_what_was_chosen_once_is_changed_alone(used: Path) -> None:
    baton("init", "--yes", "--mode", "warn")
    config = used / ".baton/config.toml"
    config.write_text(config.read_text("utf-8") + "redact = false\n", "utf-8")
    baton("init", "--yes", "--background", "foreground")
    told = config.read_text("utf-8")
    assert 'background = "foreground"' in told
    assert "redact = false" in told
    assert 'mode = "warn"' in told


def test_no_host_is_no_business_of_ours(used: Path) -> None:
    baton("init", "--yes", "--host", "none")
    assert (used / SETTINGS).read_bytes() == FOREIGN.encode()


def test_settings_that_are_broken_are_named_and_nothing_is_half_done(used: Path) -> None:
    (used / SETTINGS).write_text('{\n  "hooks": {,}\n}', "utf-8")
    before = files(used)
    done = baton("init", "--yes")
    assert done.code == 1
    assert f"{SETTINGS}:2: not JSON" in done.err
    assert files(used) == before


@pytest.mark.parametrize("installed", [False, True])
def test_where_no_client_shows_it_is_said_and_one_on_the_path_is_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, installed: bool
) -> None:
    fresh, programs = tmp_path / "fresh", tmp_path / "programs"
    fresh.mkdir()
    programs.mkdir()
    if installed:
        program = programs / ("claude.exe" if os.name == "nt" else "claude")
        program.write_text("#!/bin/sh\n", "utf-8")
        program.chmod(0o755)
    monkeypatch.chdir(fresh)
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "nowhere"))
    done = baton("init", "--yes")
    assert (fresh / SETTINGS).exists() is installed
    assert ("`baton init --host claude-code`" in done.out) is not installed


def test_below_a_project_the_folder_that_is_changed_is_named(
    used: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (used / ".git").mkdir(exist_ok=True)
    below = used / "packages" / "shop"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert f"The project is {used}" in baton("init", "--dry-run").out
    monkeypatch.chdir(used)
    assert "The project is" not in baton("init", "--dry-run").out
    assert "The project is" not in baton("init", "--dry-run", "--root", str(below)).out
