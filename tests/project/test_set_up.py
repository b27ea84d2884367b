"""A fresh machine is set up by one recipe, or told what it lacks."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools import venv

ROOT = Path(__file__).resolve().parents[2]
POSIX = pytest.mark.skipif(os.name == "nt", reason="make and sh find the Python where there is no Windows")


def find_python(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run tools/find-python where no environment stands, with only `folder` to find a Python in."""
    shell = shutil.which("sh") or "sh"
    return subprocess.run(
        [shell, str(ROOT / "tools" / "find-python")],
        cwd=folder,
        env={"PATH": str(folder), **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def program(folder: Path, name: str, script: str) -> Path:
    """Write a program that stands for a Python."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)
    return path


@POSIX
def test_the_newest_python_is_taken(tmp_path: Path) -> None:
    program(tmp_path, "python3", "exit 0")
    newest = program(tmp_path, "python3.13", "exit 0")
    assert find_python(tmp_path).stdout.strip() == str(newest)


@POSIX
def test_the_python_that_is_asked_for_is_taken(tmp_path: Path) -> None:
    program(tmp_path, "python3.13", "exit 0")
    asked = program(tmp_path, "mine", "exit 0")
    assert find_python(tmp_path, PYTHON=str(asked)).stdout.strip() == str(asked)


@POSIX
def test_only_an_old_python_is_said_so(tmp_path: Path) -> None:
    program(tmp_path, "python3", "exit 1")
    found = find_python(tmp_path)
    assert found.returncode == 1
    assert "found no Python 3.11 or newer" in found.stderr


@POSIX
def test_a_python_that_cannot_make_environments_says_what_to_install(tmp_path: Path) -> None:
    program(tmp_path, "python3", 'case "$2" in *ensurepip*) exit 1;; *%*) echo 3.12;; esac')
    found = find_python(tmp_path)
    assert found.returncode == 1
    assert "apt-get install python3.12-venv" in found.stderr


def test_what_is_installed_is_done_again_when_its_reasons_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    monkeypatch.setattr(venv, "ROOT", tmp_path)
    before = venv.wanted()

    with (tmp_path / "pyproject.toml").open("a", encoding="utf-8") as project:
        project.write("\n[tool.anything]\nvalue = 1\n")
    assert venv.wanted() == before

    with (tmp_path / "constraints.txt").open("a", encoding="utf-8") as versions:
        versions.write("another==1.0\n")
    assert venv.wanted() != before


def test_a_failing_installer_is_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(venv, "LOG", tmp_path / "set-up.log")
    monkeypatch.setattr(venv, "VENV", tmp_path)
    assert not venv.succeeds([sys.executable, "-c", "print('no network'); raise SystemExit(1)"])
    assert "no network" in capfd.readouterr().err
    assert (tmp_path / "set-up.log").read_text("utf-8").strip() == "no network"


def test_every_requirement_has_its_exact_version() -> None:
    pinned = {
        line.split("==")[0]
        for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()
        if "==" in line
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = [*project["project"]["dependencies"], *project["project"]["optional-dependencies"]["dev"]]
    assert {name.split(">=")[0] for name in wanted} <= pinned
