"""Every error is one sentence with an exit code, and never a traceback."""

import errno
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from batonpass.model.errors import BadContent, StorageFailed
from batonpass.surfaces.cli.boundary import guarded
from tests.cli.sample import baton, compact


def failing(error: BaseException) -> click.Command:
    @click.command
    @click.option("--json", is_flag=True)
    def command(*, json: bool) -> None:  # noqa: ARG001 - every command takes it
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (
            BadContent("not JSON", todo="write it again", place="m.json"),
            1,
            "m.json: not JSON; write it again",
        ),
        (StorageFailed("the disk is full"), 1, "the disk is full"),
        (click.UsageError("No such thing."), 2, "No such thing; see `baton --help`"),
        (click.ClickException("vi: Editing failed"), 2, "vi: Editing failed"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (click.Abort(), 130, "interrupted"),
        (
            PermissionError(errno.EACCES, "Permission denied", "notes.md"),
            1,
            "notes.md: Permission denied; check the permissions and the space on the disk",
        ),
    ],
)
def test_one_sentence_and_its_code(
    error: BaseException, code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert guarded(failing(error), []) == code
    assert capsys.readouterr() == ("", f"baton: {sentence}\n")


def test_our_bug_is_a_report_and_no_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(failing(ZeroDivisionError("by nought")), []) == 3
    said = capsys.readouterr().err
    assert said.startswith("baton: a bug of ours: ZeroDivisionError: by nought; the report is in ")
    report = Path(re.findall(r"is in (\S+),", said)[0])
    text = report.read_text("utf-8")
    report.unlink()
    assert text.startswith("baton ")
    assert "ZeroDivisionError: by nought" in text


def test_a_sentence_stays_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    guarded(failing(BadContent("two\nlines and \x1b[2J")), [])
    assert capsys.readouterr().err == "baton: two lines and \\x1b[2J\n"


def test_programs_get_the_parts(capsys: pytest.CaptureFixture[str]) -> None:
    guarded(failing(BadContent("not JSON", wanted="a manifest", place="m.json")), ["--json"])
    assert capsys.readouterr().out == (
        '{"error": {"slug": "bad-content", "found": "not JSON", "wanted": "a manifest", "todo": "", '
        '"place": "m.json", "message": "m.json: not JSON; wanted a manifest"}}\n'
    )


def test_a_command_says_its_own_code() -> None:
    def leaving(code: int) -> Callable[[], int]:
        return lambda: code

    assert guarded(click.command(leaving(1)), []) == 1
    assert guarded(click.command(leaving(0)), []) == 0


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is read-only for this user")
def test_a_read_only_project_is_said(project: Path) -> None:
    project.chmod(0o500)
    try:
        done = compact()
    finally:
        project.chmod(0o700)
    assert (done.code, done.out) == (1, "")
    *notes, last = done.err.splitlines()
    assert last.startswith("baton: ")
    assert "Permission denied" in last
    assert len(set(notes)) == len(notes) <= 1, "what an index cannot do is said once"


def test_a_broken_configuration_is_said_with_its_line(project: Path) -> None:
    (project / ".baton").mkdir()
    (project / ".baton" / "config.toml").write_text('playbook = "oak"\nmode = "loud"\n', "utf-8")
    done = baton("status")
    assert done.code == 2
    assert "config.toml:2: " in done.err


def test_shells_complete_commands() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; sys.argv = ['baton']; from batonpass.__main__ import main; main()",
        ],
        env={**os.environ, "_BATON_COMPLETE": "bash_complete", "COMP_WORDS": "baton wor", "COMP_CWORD": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stdout == "plain,workflow\n"
