"""Changelog fragments become a release, by type and then by name."""

from pathlib import Path

import pytest

from tools import changelog


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Lay a changelog with one release and two fragments."""
    (tmp_path / "CHANGELOG.md").write_text(
        f"# Changelog\n\n{changelog.MARK}\n## 0.1.0 (2026-01-01)\n", "utf-8"
    )
    folder = tmp_path / "changelog.d"
    folder.mkdir()
    (folder / "README.md").write_text("How to write one.\n", "utf-8")
    (folder / "crlf-spans.fixed.md").write_text(
        "Spans of files with\nWindows line ends are right.\n", "utf-8"
    )
    (folder / "expand.added.md").write_text("`baton expand` prints source lines.\n", "utf-8")
    return tmp_path


def test_a_release_stands_on_top_and_takes_the_fragments(project: Path) -> None:
    assert changelog.release(project, "0.2.0", "2026-02-01") == 0
    assert (project / "CHANGELOG.md").read_text("utf-8") == (
        f"# Changelog\n\n{changelog.MARK}\n"
        "## 0.2.0 (2026-02-01)\n\n"
        "Added:\n\n- `baton expand` prints source lines.\n\n"
        "Fixed:\n\n- Spans of files with Windows line ends are right.\n\n"
        "## 0.1.0 (2026-01-01)\n"
    )
    assert [file.name for file in (project / "changelog.d").iterdir()] == ["README.md"]


def test_nothing_to_release_changes_nothing(project: Path) -> None:
    changelog.release(project, "0.2.0", "2026-02-01")
    before = (project / "CHANGELOG.md").read_bytes()
    assert changelog.release(project, "0.3.0", "2026-03-01") == 1
    assert (project / "CHANGELOG.md").read_bytes() == before


def test_a_fragment_of_no_type_is_refused(project: Path) -> None:
    (project / "changelog.d" / "expand.md").write_text("What is this?\n", "utf-8")
    with pytest.raises(SystemExit, match=r"expand\.md is no fragment"):
        changelog.release(project, "0.2.0", "2026-02-01")


def test_every_fragment_of_this_project_is_one() -> None:
    found = changelog.fragments(changelog.ROOT / "changelog.d")
    assert all(file.read_text("utf-8").strip() for file in found)
