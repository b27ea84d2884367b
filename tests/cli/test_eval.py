"""`baton eval` and `baton bench` on a person's own documents."""

from pathlib import Path

import pytest

from tests.cli.sample import baton

MANY = "# Pumps\n\n## Findings\n\n" + "".join(f"- The pump {n} stops after {n} days\n" for n in range(200))


@pytest.mark.usefixtures("project")
def test_a_person_sees_what_would_be_kept() -> None:
    done = baton("eval", "docs")
    assert done.code == 0, done.err
    head, *rows = done.out.splitlines()
    assert head.startswith("2 documents · ")
    assert "facts kept" in head
    assert ["decisions", "2", "2", "0"] in [row.split() for row in rows]
    assert any(row.startswith("docs/plan.md") for row in rows)


def test_what_is_left_out_is_named_with_its_line(project: Path) -> None:
    (project / "docs" / "pumps.md").write_text(MANY, "utf-8")
    done = baton("eval", "docs")
    assert "left out: budget" in done.out
    assert "docs/pumps.md:" in done.out
    whole = baton("eval", "docs", "--all")
    assert whole.out.count("docs/pumps.md:") > done.out.count("docs/pumps.md:")


@pytest.mark.usefixtures("project")
def test_a_document_may_come_from_standard_input() -> None:
    done = baton("eval", "-", "--json", stdin="# Notes\n\n## Decisions\n\n- Use SQLite\n")
    assert done.json["documents"][0]["path"] == "stdin"
    assert done.json["kinds"] == {"decision": {"found": 1, "kept": 1, "recoverable": 0}}


@pytest.mark.usefixtures("project")
def test_bench_tells_every_step_the_slowest_document_first(project: Path) -> None:
    (project / "docs" / "pumps.md").write_text(MANY, "utf-8")
    done = baton("bench", "docs", "--rounds", "2")
    assert done.code == 0, done.err
    assert "medians of 2 rounds" in done.out
    documents = [row.split()[0] for row in done.out.splitlines() if row.startswith("docs/")]
    assert documents[0] == "docs/pumps.md"
    assert len(documents) == 3


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("command", ["eval", "bench"])
def test_a_path_that_is_not_there_is_an_error(command: str) -> None:
    done = baton(command, "doc")
    assert done.code == 2
    assert "did you mean docs?" in done.err
