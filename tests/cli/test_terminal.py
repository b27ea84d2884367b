"""What a terminal gets: colours where they are wanted, nothing that could steer it, and no noise."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from batonpass.surfaces.cli import coloured, plain
from batonpass.surfaces.cli.page import EMPTY, Block, Table, joined, line, title
from batonpass.surfaces.cli.safe import safe
from tests.cli.sample import baton, compact

PAGE: tuple[Block, ...] = (
    title("Handoff", ("  of today", "quiet")),
    line("words " * 30, ("plan.md:3", "quiet"), lead=("•", "quiet"), indent=2),
    EMPTY,
    Table(("kind", "found"), (("risks", "12"), (("decisions", "name"), "3")), frozenset({"found"})),
)


def test_plain_text_is_not_wrapped_and_has_no_trailing_space() -> None:
    assert plain.render(PAGE) == (
        f"Handoff  of today\n  • {'words ' * 30}plan.md:3\n\n  kind       found\n  risks         12\n  decisions      3\n"
    )


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def seen(page: tuple[Block, ...]) -> list[str]:
    """Return the lines a person sees, without their colours."""
    screen = Screen()
    coloured.render(page, screen)
    return re.sub(r"\x1b\[[\d;]*m", "", screen.getvalue()).splitlines()


def test_a_person_gets_it_wrapped_behind_its_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = seen(PAGE)
    assert max(map(len, lines)) <= 60
    assert lines[1].startswith("  • words")
    assert lines[2].startswith("    words")
    assert "" in lines, "an empty line is a line"


def test_a_table_that_is_too_wide_becomes_one_paragraph_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = ((("backend-architect", "name"), "top-down-analyzer", "1,263"), (("planner", "name"), "", "7"))
    table = Table(("from", "to", "tokens"), rows, frozenset({"tokens"}))
    numbers = Table(
        ("previous history", "working memory"), (("20,000", "40,000"),), frozenset({"working memory"})
    )
    monkeypatch.setenv("COLUMNS", "46")
    assert seen((table,))[1] == "  backend-architect  top-down-analyzer   1,263"
    monkeypatch.setenv("COLUMNS", "45")
    assert seen((table,)) == [
        "  backend-architect",
        "    to top-down-analyzer · tokens 1,263",
        "  planner",
        "    tokens 7",
    ]
    monkeypatch.setenv("COLUMNS", "30")
    assert [row.rstrip() for row in seen((numbers,))] == [
        "  previous history 20,000 ·",
        "  working memory 40,000",
    ]


def test_long_lines_do_not_use_all_of_a_wide_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    assert max(map(len, seen((line("words " * 100),)))) <= 100


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain words", "plain words"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("\x1b[2Jgone", "\\x1b[2Jgone"),
        ("carriage\rreturn", "carriage\\rreturn"),
        ("read \u202ebackwards", "read \\u202ebackwards"),
        ("می‌خواهم", "می‌خواهم"),
        ("👩‍💻 works", "👩‍💻 works"),
    ],
)
def test_nothing_steers_a_terminal(text: str, shown: str) -> None:
    assert safe(text) == shown


def test_signs_stand_between_what_is_said() -> None:
    assert joined(["a", "", ("b", "name")]) == ("a", (" · ", "quiet"), ("b", "name"))
    assert joined([]) == ()


EVIL = "# Title\n\n## Risks\n\n- A risk that clears \x1b[2J the screen.\n"


@pytest.mark.parametrize("call", [["show", "code-reviewer"], ["expand", "code-reviewer", "evil.md#L1-L5"]])
def test_documents_cannot_steer_it_either(project: Path, call: list[str]) -> None:
    (project / "evil.md").write_text(EVIL, "utf-8")
    baton("compact", "evil.md", "--agent", "code-reviewer")
    assert "\x1b[2J" not in baton(*call, terminal=True).out


@pytest.mark.usefixtures("project")
def test_colours_are_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    compact()
    assert "\x1b[" not in baton("show", "top-down-analyzer").out
    assert "\x1b[" in baton("show", "top-down-analyzer", terminal=True).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in baton("show", "top-down-analyzer", terminal=True).out
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b[" not in baton("show", "top-down-analyzer", terminal=True).out


def shell(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the real command in a process of its own, its output piped."""
    return subprocess.run(
        [sys.executable, "-m", "batonpass", *arguments],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def test_a_pipe_gets_utf8_whatever_the_code_page(project: Path) -> None:
    (project / "docs" / "plan.md").write_text("# Plan\n\n## Strategy\n\nÜberblick → 計画 lesen.\n", "utf-8")
    environment = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}
    done = shell("compact", "docs/plan.md", "--agent", "code-reviewer", "--json", cwd=project, **environment)
    assert done.returncode == 0, done.stderr
    assert "Überblick → 計画 lesen" in done.stdout.decode("utf-8")


def test_a_code_page_without_our_signs_is_no_reason_to_stop(project: Path) -> None:
    compact()
    done = shell("show", "top-down-analyzer", cwd=project, PYTHONIOENCODING="cp437")
    assert done.returncode == 0
    assert b"How login works today" in done.stdout
    assert done.stderr == b""


def test_a_reader_that_has_seen_enough_is_no_error(project: Path) -> None:
    (project / "docs" / "plan.md").write_text(
        "# Plan\n\n## Insights\n\n" + "- One more fact.\n" * 9000, "utf-8"
    )
    command = [sys.executable, "-m", "batonpass", "extract", "docs/plan.md"]
    with subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a full device")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", [["--help"], ["status"], ["status", "--json"]])
def test_output_that_cannot_be_written_is_said(project: Path, arguments: list[str], unbuffered: str) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "batonpass", *arguments],
            cwd=project,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, b"baton: cannot write the output: No space left on device\n")


def test_what_programs_read_needs_no_rich(project: Path) -> None:
    script = (
        "import sys; from batonpass.surfaces.cli.app import baton; from batonpass.surfaces.cli.boundary import guarded;"
        "guarded(baton, ['status']); print('rich' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=project, capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.splitlines()[-1] == "False"
