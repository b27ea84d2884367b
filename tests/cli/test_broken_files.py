"""Files of a project that somebody broke: one sentence about them, and everything else still stands."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import rmtree

import pytest

from tests.cli.sample import baton, compact

COMMANDS = (
    ("validate",),
    ("validate", "--sarif"),
    ("validate", "--junit"),
    ("status",),
    ("stats",),
    ("brief", "--for", "a-developer"),
    ("search", "Tokens"),
    ("clean", "--dry-run"),
    ("rebuild",),
)
ONE = (
    ("show", "top-down-analyzer"),
    ("show", "top-down-analyzer", "--editable"),
    ("expand", "top-down-analyzer", "/summary"),
    ("merge", "top-down-analyzer", "backend-architect", "--agent", "lead"),
    ("compact", "docs/research.md", "--agent", "top-down-analyzer", "--type", "research"),
    ("validate", "--gate", "artifacts/top-down-analyzer/latest"),
)
BREAKS: dict[str, Callable[[bytes], bytes]] = {
    "no UTF-8": lambda data: data.replace(b"o", b"\xff", 1),
    "cut off": lambda data: data[: len(data) // 2],
    "nested": lambda _: b"[" * 100_000,
    "a list": lambda _: b"[]",
    "empty": lambda _: b"",
}


@pytest.fixture
def both(project: Path) -> Path:
    """A project in which research and plan were handed over."""
    compact("research")
    compact("plan")
    return project


@pytest.mark.parametrize("file", ["manifest.json", "proof.json"])
@pytest.mark.parametrize("how", BREAKS)
def test_one_broken_handoff_leaves_the_others(both: Path, file: str, how: str) -> None:
    (broken,) = both.glob(f"artifacts/top-down-analyzer/2*/{file}")
    broken.write_bytes(BREAKS[how](broken.read_bytes()))
    for arguments in (*COMMANDS, *ONE):
        done = baton(*arguments)
        assert done.code in (0, 1), (arguments, done.err)
        assert "bug of ours" not in done.err
    said = baton("validate")
    assert said.code == 1
    assert f"{file}" in said.out
    assert "error[readable]" in said.out
    assert "backend-architect" in baton("status").out
    told = baton("stats")
    assert told.code == 1
    assert "backend-architect" in told.out
    assert file in told.err


def test_a_manifest_that_is_gone_is_told_everywhere(both: Path) -> None:
    (manifest,) = both.glob("artifacts/top-down-analyzer/2*/manifest.json")
    manifest.unlink()
    done = baton("validate")
    assert done.code == 1
    assert "error[readable] the manifest is gone" in done.out
    assert "the manifest is gone" in baton("status").out
    brief = baton("brief", "--for", "a-developer").out
    assert "No handoff from top-down-analyzer" in brief
    assert brief.count("research.md") == 1
    assert "proof.json" not in brief
    assert "brief.md" not in brief
    baton("mode", "enforce")
    assert baton("brief", "--for", "a-developer").code == 1


def test_a_handoff_somebody_removed_is_told_until_it_is_forgotten(both: Path) -> None:
    rmtree(both / "artifacts" / "top-down-analyzer")
    done = baton("validate")
    assert done.code == 0
    assert "warning[readable] recorded, and gone with its folder: top-down-analyzer" in done.out
    assert "gone with its folder" in baton("status").out
    assert "No handoff from" not in baton("brief", "--for", "a-developer").out
    assert "was gone already" in baton("clean").out
    assert "gone with its folder" not in baton("status").out
    assert "holds 1 handoff" in baton("rebuild").out


def test_a_brief_that_is_no_text_is_shown_as_far_as_it_goes(both: Path) -> None:
    (brief,) = both.glob("artifacts/top-down-analyzer/2*/brief.md")
    brief.write_bytes(brief.read_bytes().replace(b"o", b"\xff", 1))
    assert "Tokens expire after one hour" in baton("brief", "--for", "a-developer").out


def test_settings_that_are_no_text_are_named(project: Path) -> None:
    (project / ".baton").mkdir()
    (project / ".baton" / "config.toml").write_bytes(b'mode = "\xff"\n')
    done = baton("status")
    assert done.code == 2
    assert "config.toml: not UTF-8" in done.err


def test_a_folder_of_ours_that_is_a_file_is_one_sentence(project: Path) -> None:
    (project / ".baton").write_text("not a folder", "utf-8")
    for arguments in (("status",), ("compact", "docs/plan.md", "--agent", "a")):
        done = baton(*arguments)
        assert done.code == 1
        assert "bug of ours" not in done.err
        assert "Not a directory" in done.err


def test_figures_of_any_size_are_shown(both: Path) -> None:
    (manifest,) = both.glob("artifacts/top-down-analyzer/2*/manifest.json")
    data = manifest.read_text("utf-8")
    at = data.index('"manifest_tokens":') + len('"manifest_tokens":')
    manifest.write_text(f"{data[:at]}{'9' * 400}{data[at:].lstrip('0123456789')}", "utf-8")
    for arguments in (("show", "top-down-analyzer"), ("status",), ("rebuild",)):
        assert baton(*arguments).code == 0


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="file names are text there")
def test_a_file_name_that_is_no_text_is_read_all_the_same(project: Path) -> None:
    named = os.fsdecode(os.fsencode(project / "docs") + b"/bad\xff.md")
    Path(named).write_text("# Bad name\n\n## Risks\n\n- It is lost (high).\n", "utf-8")
    for said in (named, "docs/bad*.md", "docs"):
        done = baton("compact", said, "--agent", "a")
        assert done.code == 0, done.err
        assert baton("validate", "a").code == 0
    assert "It is lost" in baton("show", "a").out


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are text there")
@pytest.mark.usefixtures("project")
def test_a_name_that_is_no_text_is_refused() -> None:
    done = baton("compact", "docs/plan.md", "--agent", os.fsdecode(b"a\xff"))
    assert done.code == 2
    assert "is not UTF-8" in done.err


@pytest.mark.parametrize("agent", ["", "  "])
def test_nobody_hands_over_nothing(project: Path, agent: str) -> None:
    done = baton("compact", "docs/plan.md", "--agent", agent)
    assert done.code == 2
    assert "an agent without a name" in done.err
    assert not (project / "artifacts").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of the other systems")
@pytest.mark.parametrize(("arguments", "code"), [("status", 0), ("compact gone.md --agent a", 2)])
@pytest.mark.usefixtures("project")
def test_a_closed_output_is_nobody_listening(arguments: str, code: int) -> None:
    said = f"'{sys.executable}' -m batonpass {arguments}"
    heard = subprocess.run(["/bin/sh", "-c", f"{said} >&-"], capture_output=True, check=False)
    assert (heard.returncode, b"Traceback" in heard.stderr) == (code, False)
    deaf = subprocess.run(["/bin/sh", "-c", f"{said} >&- 2>&-"], check=False)
    assert deaf.returncode == code
