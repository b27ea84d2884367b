"""Evidence and context from the command line, as a person uses them."""

import json
from pathlib import Path

import pytest

from tests.cli.sample import baton
from tests.flow.session import Session


@pytest.fixture
def session(project: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project's newest session: one file made, the tests failed, 163 400 tokens in context."""
    home = tmp_path_factory.mktemp("home")
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    said = Session(project, tokens=163_300).says("Add a discount.")
    said.calls("Write", file_path=str(project / "src" / "cart.py"), content="")
    said.calls("Bash", "1 failed, 2 passed in 0.1s", failed=True, command="pytest -q")
    said.tokens = 163_300
    said.answers("Done. All 3 tests pass.")
    slug = "".join(letter if letter.isalnum() else "-" for letter in str(project))
    return said.save(home / ".claude" / "projects" / slug / "s1.jsonl")


def test_context_prints_the_two_lines(session: Path) -> None:
    told = baton("context")
    assert told.code == 0
    assert told.out == "CONTEXT_CHECK: 163400 tokens\nCONTEXT_STATUS: MUST\n"
    assert "82% of 200,000" in told.err
    assert session.name in told.err


def test_context_for_programs(session: Path) -> None:
    told = json.loads(baton("context", "--transcript", str(session), "--window", "1000000", "--json").out)
    assert (told["tokens"], told["window"], told["exact"], told["level"]) == (163_400, 1_000_000, True, "OK")
    assert told["share"] == pytest.approx(0.1634)


@pytest.mark.usefixtures("session")
def test_without_anything_the_newest_session_is_handed_over_with_all_evidence() -> None:
    told = baton("compact", "--agent", "builder", "--view", "manifest")
    manifest = json.loads(told.out)
    assert told.code == 1, "what is claimed is belied"
    assert "3 passed (s1.jsonl L6) is claimed; evidence shows 2 passed, 1 failed" in told.err
    assert manifest["files_created"] == ["src/cart.py"]
    assert (manifest["tests"]["passed"], manifest["tests"]["failed"]) == (2, 1)


def test_where_there_is_no_session_it_says_what_to_do(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(project))
    for arguments in (["context"], ["compact", "--agent", "builder"]):
        told = baton(*arguments)
        assert told.code == 2
        assert "name it with --transcript" in told.err


@pytest.mark.usefixtures("session")
def test_extract_tells_what_a_session_cost(session: Path) -> None:
    told = baton("extract", str(session)).out
    assert "163,400 tokens in context (82%)" in told
    assert "3 answers" in told
    assert "src/cart.py  created" in told
