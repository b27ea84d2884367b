"""The first page of help: there at once, the same by every way, and true."""

import subprocess
import sys
from pathlib import Path

import click
import pytest

from batonpass.surfaces.cli import commands
from batonpass.surfaces.cli.app import baton as group
from batonpass.surfaces.cli.help import COMMANDS, page
from tests.cli.sample import baton

FILES = {
    path.stem.removesuffix("_")  # of `return_`, which Python keeps for itself
    for path in Path(commands.__file__).parent.glob("*.py")
    if path.stem != "__init__"
}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "batonpass", *arguments], capture_output=True, encoding="utf-8", check=False
    )


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_it_is_the_same_with_and_without_click(arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (0, page(), "")
    assert baton(*arguments).out == page()


def test_the_version_too() -> None:
    assert run("--version").stdout == baton("--version").out
    assert run("--version").stdout.startswith("baton ")


def test_it_needs_no_library() -> None:
    script = "import sys; sys.argv = ['baton', '--help']; from batonpass.__main__ import main; main(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True)
    assert {"click", "msgspec", "rich", "tomllib"} & set(done.stdout.split()) == set()


def test_every_terminal_can_show_it() -> None:
    assert page().isascii()
    assert max(map(len, page().splitlines())) <= 80


def test_every_command_is_on_it_and_says_the_same_of_itself() -> None:
    assert set(COMMANDS) == FILES
    for name, line in COMMANDS.items():
        command = group.get_command(click.Context(group), name)
        assert command
        assert command.get_short_help_str(100).rstrip(".") == line


def test_an_unknown_command_is_wrong_use() -> None:
    done = baton("shw")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("baton: No such command 'shw'")


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_explains_itself(name: str) -> None:
    for option in ("--help", "-h"):
        done = baton(name, option)
        assert done.code == 0
        assert done.out.startswith(f"Usage: baton {name} ")
