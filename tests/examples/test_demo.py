"""`make demo`: the three-agent story runs, fits a terminal, and leaves a project to play with."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines of the whole demo, run where it disturbs nothing."""
    folder = tmp_path_factory.mktemp("demo") / "project"
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "demo.py"), str(folder)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    assert (folder / "artifacts" / "backend-architect" / "latest").exists()
    return done.stdout.splitlines()


def test_it_fits_a_few_screens(told: list[str]) -> None:
    assert 80 <= len(told) <= 160


def test_every_document_becomes_a_handoff(told: list[str]) -> None:
    receipts = [line for line in told if "times smaller" in line]
    assert len(receipts) == 3
    assert sum(line.endswith("/manifest.json") for line in told) == 3


def test_every_line_of_it_can_be_typed_again(told: list[str]) -> None:
    commands = [line.split()[2] for line in told if line.startswith("$ baton ")]
    assert set(commands) == {"workflow", "compact", "show", "brief", "expand", "validate"}


def test_the_source_of_a_line_is_verified(told: list[str]) -> None:
    assert any(line.startswith("full-analysis.md:") and line.endswith("verified") for line in told)


def test_the_budget_is_told(told: list[str]) -> None:
    assert any("of 68,000 tokens in 3 handoffs" in line for line in told)
