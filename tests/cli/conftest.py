from pathlib import Path

import pytest

from tests.cli.sample import compact, lay


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with two documents, which is also the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "no-client-here"))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return lay(tmp_path)


@pytest.fixture
def researched(project: Path) -> Path:
    """The same project, in which the research was handed over."""
    assert compact("research", "--to", "backend-architect").code == 0
    return project
