"""Transcripts, git and reports in one hand-over, in a real repository."""

import os
from pathlib import Path

import pytest

from batonpass.flow.asked import Evidence
from batonpass.flow.hand_over import hand_over
from batonpass.flow.outcome import Outcome
from batonpass.flow.view import view
from batonpass.model.errors import BadContent, NotFound
from batonpass.model.terms import Terms
from tests.flow.project import opened, put
from tests.flow.session import START, Session
from tests.read.repository import Repository

REPORT = """\
# The cart takes a discount

## Files modified

- `src/cart.py`

## Files created

- `src/discount.py`

## Test Results

All 47 tests pass.
"""
JUNIT = (
    '<testsuite name="pytest" tests="3" failures="1" errors="0" skipped="0" time="1.5">'
    '<testcase classname="t" name="test_total"><failure message="assert 1 == 2"/></testcase>'
    '<testcase classname="t" name="test_tax"/><testcase classname="t" name="test_sum"/></testsuite>'
)
TERMS = Terms(agent="builder", type="implementation")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository with one commit, in which an agent changed one file and another agent another."""
    made = Repository(tmp_path / "shop")
    made.put("src/cart.py", "total = 1\n")
    made.put("web/menu.ts", "menu\n")
    made.put(".gitignore", ".baton/\n")
    made.commit()
    made.put("src/cart.py", "total = 1\ndiscount = 2\n")
    made.put("web/menu.ts", "menu\nmore\n")
    return made


@pytest.fixture
def transcript(repository: Repository, tmp_path: Path) -> Path:
    """The session of the first of the two."""
    session = Session(repository.root).says("Add a discount. Keep the total an integer.")
    session.calls("Read", file_path=str(repository.root / "src/cart.py"))
    session.calls("Edit", file_path=str(repository.root / "src/cart.py"), old_string="", new_string="x")
    session.calls("Bash", "===== 1 failed, 6 passed in 0.4s =====", failed=True, command="pytest -q")
    return session.answers("The cart takes a discount.").save(tmp_path / "s1.jsonl")


def problems(told: Outcome) -> list[str]:
    return [f"{p.severity}: {p.message}" for p in told.problems if p.rule == "claims"]


def test_evidence_wins_and_what_differs_is_said(repository: Repository, transcript: Path) -> None:
    root = repository.root
    put(root, "report.md", REPORT)
    setup = opened(root)
    told = hand_over(
        setup, TERMS, ["report.md"], transcripts=[str(transcript)], evidence=Evidence(since="HEAD")
    )
    manifest = told.opened.manifest
    assert manifest["files_modified"] == ["src/cart.py"]
    assert "files_created" not in manifest or manifest["files_created"] == []
    assert (manifest["tests"]["passed"], manifest["tests"]["failed"]) == (6, 1)
    assert manifest["instructions"] == ["Add a discount. Keep the total an integer."]
    said = "\n".join(problems(told))
    assert "error: 47 passed (report.md L13) is claimed; evidence shows 6 passed, 1 failed" in said
    assert "1 file is claimed to be changed, and no change of it is shown: created src/discount.py" in said
    assert "1 file changed that no call of this agent explains: modified web/menu.ts" in said


def test_the_next_agent_is_told_what_differs(repository: Repository, transcript: Path) -> None:
    put(repository.root, "report.md", REPORT)
    setup = opened(repository.root)
    told = hand_over(
        setup, TERMS, ["report.md"], transcripts=[str(transcript)], evidence=Evidence(since="HEAD")
    )
    text = view(setup, told.opened, "brief")
    assert "47 passed" in text
    assert "discount.py" in text, text


def test_a_report_counts_more_than_what_is_said(repository: Repository) -> None:
    put(repository.root, "report.md", REPORT)
    put(repository.root, "junit.xml", JUNIT)
    told = hand_over(opened(repository.root), TERMS, ["report.md"], evidence=Evidence(reports=("junit.xml",)))
    tests = told.opened.manifest["tests"]
    assert (tests["passed"], tests["failed"], tests["basis"]) == (2, 1, "derived")


LOG = "FAILED tests/t.py::test_total - assert 1 == 2\n===== 1 failed, 2 passed in 0.4s =====\n"


def ran(repository: Repository, path: Path, *outputs: str) -> str:
    """Return the transcript of a session that ran the tests so often."""
    session = Session(repository.root).says("Test it")
    for output in outputs:
        session.calls("Bash", output, failed="failed" in output, command="pytest -q")
    return str(session.save(path))


def test_one_run_that_a_session_a_log_and_a_file_tell_of_counts_once(
    repository: Repository, tmp_path: Path
) -> None:
    put(repository.root, "junit.xml", JUNIT.replace('classname="t"', 'classname="tests.t"'))
    put(repository.root, "test.log", LOG)
    told = hand_over(
        opened(repository.root),
        Terms(agent="builder", type="handoff"),
        transcripts=[ran(repository, tmp_path / "s.jsonl", LOG)],
        evidence=Evidence(reports=("junit.xml", "test.log")),
    )
    tests = told.opened.manifest["tests"]
    assert (tests["passed"], tests["failed"], tests["total"]) == (2, 1, 3)
    assert told.opened.manifest["summary"]["errors"] == ["tests/t.py::test_total: assert 1 == 2"]


def test_part_of_the_tests_run_in_a_session_is_not_added_to_a_report(
    repository: Repository, tmp_path: Path
) -> None:
    put(repository.root, "junit.xml", JUNIT)
    path = ran(repository, tmp_path / "s.jsonl", "===== 1 passed in 0.1s =====")
    told = hand_over(
        opened(repository.root), TERMS, transcripts=[path], evidence=Evidence(reports=("junit.xml",))
    )
    assert told.opened.manifest["tests"]["total"] == 3


def test_two_reports_are_two_runs(repository: Repository) -> None:
    put(repository.root, "a/junit.xml", JUNIT)
    put(repository.root, "b/junit.xml", JUNIT.replace("test_total", "test_other"))
    told = hand_over(
        opened(repository.root), TERMS, evidence=Evidence(reports=("a/junit.xml", "b/junit.xml"))
    )
    assert told.opened.manifest["tests"]["total"] == 6


def test_evidence_is_found_where_it_lies(
    repository: Repository, transcript: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = repository.root
    home = tmp_path / "home"
    slug = "".join(letter if letter.isalnum() else "-" for letter in str(root))
    transcript.rename(put(home, f".claude/projects/{slug}/s1.jsonl", ""))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    put(root, "junit.xml", JUNIT)
    put(root, "report.md", REPORT)
    told = hand_over(opened(root), TERMS, ["report.md"], evidence=Evidence(find=True))
    assert told.opened.proof is not None
    assert {entry.format for entry in told.opened.proof.sources} == {
        "markdown", "claude-code", "git", "junit",
    }  # fmt: skip


@pytest.mark.parametrize(("second", "counts"), [(1, (7, 0)), (3600, (2, 1))])
def test_a_report_older_than_the_sessions_last_run_is_passed_over(
    repository: Repository, tmp_path: Path, second: int, counts: tuple[int, int]
) -> None:
    session = Session(repository.root).says("Mend the cart.").answers("I look first.")
    session.calls("Bash", "7 passed in 0.20s", command="pytest -q")
    path = session.answers("It is mended.").save(tmp_path / "s1.jsonl")
    put(repository.root, "junit.xml", JUNIT)
    at = START.timestamp() + second
    os.utime(repository.root / "junit.xml", (at, at))
    told = hand_over(opened(repository.root), TERMS, transcripts=[str(path)], evidence=Evidence(find=True))
    tests = told.opened.manifest["tests"]
    assert (tests["passed"], tests["failed"]) == counts
    passed_over = [p.message for p in told.problems if p.rule == "report-outdated"]
    assert passed_over == ["junit.xml is older than the session's last run of 7 tests"][: counts == (7, 0)]


def test_outside_of_a_repository_it_says_so_and_goes_on(tmp_path: Path) -> None:
    put(tmp_path, "report.md", REPORT)
    told = hand_over(opened(tmp_path), TERMS, ["report.md"], evidence=Evidence(since="HEAD"))
    assert any("git" in p.message for p in told.problems)
    assert told.opened.manifest["files_modified"] == ["src/cart.py"]


def test_the_same_call_again_is_the_same_handoff(repository: Repository, transcript: Path) -> None:
    setup = opened(repository.root)
    first, second = (hand_over(setup, TERMS, transcripts=[str(transcript)]) for _ in range(2))
    assert (first.new, second.new) == (True, False)
    assert first.opened.data == second.opened.data


def test_another_reason_why_git_shows_nothing_is_another_answer(repository: Repository) -> None:
    put(repository.root, "report.md", REPORT)
    for wrong in ("mian", "yesterdey"):
        told = hand_over(opened(repository.root), TERMS, ["report.md"], evidence=Evidence(since=wrong))
        assert [p.message for p in told.problems if p.rule == "git-since"] == [
            f"git knows no revision '{wrong}'"
        ]


def test_of_two_agents_at_work_at_once_each_owns_its_own_changes(
    repository: Repository, tmp_path: Path
) -> None:
    """Both run from the first to the last second, in one working tree, and both touch the cart."""
    root = repository.root
    repository.put("src/tax.py", "tax = 1\n")
    repository.put("web/menu.css", "menu\n")
    repository.put("notes.txt", "nobody's\n")
    one, other = Session(root), Session(root)
    for session, files in ((one, ("src/cart.py", "src/tax.py")), (other, ("web/menu.ts", "src/cart.py"))):
        session.says("Go on.")
        for path in files:
            session.calls("Edit", file_path=str(root / path), old_string="1", new_string="2")
    other.calls("Bash", command="cat > web/menu.css <<'CSS'\nmenu\nCSS")
    own = {}
    for name, session in (("builder", one), ("designer", other)):
        saved = session.answers("Done.").save(tmp_path / f"{name}.jsonl")
        terms = Terms(agent=name, type="implementation")
        told = hand_over(opened(root), terms, transcripts=[str(saved)], evidence=Evidence(since="HEAD"))
        made, proof = told.opened.manifest, told.opened.proof
        assert proof is not None
        own[name] = sorted([*made.get("files_created", ()), *made.get("files_modified", ())])
        foreign = [d.path for d in proof.differences if d.finding == "unattributed"]
        assert not set(own[name]) & set(foreign)
        assert "notes.txt" in foreign
    assert own == {
        "builder": ["src/cart.py", "src/tax.py"],
        "designer": ["src/cart.py", "web/menu.css", "web/menu.ts"],
    }


def test_nested_agents_are_part_of_their_session(repository: Repository, transcript: Path) -> None:
    agent = Session(repository.root)
    agent.calls("Write", file_path=str(repository.root / "docs/cart.md"), content="# Cart")
    for line in agent.lines:
        line |= {"isSidechain": True, "agentId": "a1"}
    agent.save(transcript.parent / "s1" / "subagents" / "agent-a1.jsonl")
    told = hand_over(opened(repository.root), TERMS, transcripts=[str(transcript)])
    assert told.opened.manifest["files_created"] == ["docs/cart.md"]


def test_what_is_no_transcript_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "report.md", REPORT)
    with pytest.raises(BadContent, match="not a transcript"):
        hand_over(opened(tmp_path), TERMS, transcripts=["report.md"])
    with pytest.raises(NotFound, match=r"nowhere\.jsonl"):
        hand_over(opened(tmp_path), TERMS, transcripts=["nowhere.jsonl"])
