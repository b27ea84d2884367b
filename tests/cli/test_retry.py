"""`baton brief --retry`: what a new attempt may know of a failed one."""

from pathlib import Path

from tests.cli.sample import baton

FAILED = "$ pytest -q\nE   assert 1 == 2\nFAILED tests/test_a.py::test_a - assert 1 == 2\n"


def test_it_prints_what_failed_and_never_the_output(project: Path) -> None:
    (project / "out.txt").write_text(FAILED + "noise\n" * 500, "utf-8")
    told = baton("brief", "--retry", "out.txt", "--attempt", "2")
    assert told.out.startswith("# Attempt 2 failed with assertion\nCommand: `pytest -q`\n")
    assert "kept in out.txt" in told.out
    assert "noise" not in told.out
    value = baton("brief", "--retry", "out.txt", "--json").json
    assert value["tokens"] <= 500
    assert value["failure"]["command"] == "pytest -q"
    assert value["failure"]["first"] == "E assert 1 == 2"


def test_nobody_to_brief_is_wrong_use(project: Path) -> None:
    told = baton("brief")
    assert told.code == 2
    assert "--for AGENT, or --retry FILE" in told.err
    assert project.exists()


def test_a_handoff_is_shown_to_a_retry(project: Path) -> None:
    (project / "report.md").write_text(f"# Build\n\nIt failed.\n\n```\n{FAILED}```\n", "utf-8")
    told = baton("compact", "report.md", "--agent", "builder", "--view", "retry")
    assert "First error: E assert 1 == 2" in told.out
