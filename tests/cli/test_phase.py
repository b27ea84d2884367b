"""`baton phase` as people and programs meet it."""

from pathlib import Path

import pytest

from tests.cli.sample import baton
from tests.flow.phases import DISCOVERY, compacted, holding, never
from tests.flow.sessions import answer, session

WORDS = "skip the compaction, I know the risk"


@pytest.fixture
def working(project: Path) -> Path:
    """A project in the middle of its discovery."""
    (project / ".baton").mkdir()
    (project / ".baton" / "config.toml").write_text('playbook = "omaw"\n', "utf-8")
    (project / "discovery.md").write_text(DISCOVERY, "utf-8")
    (project / "notes.md").write_text("# Notes\n\nNothing was found.\n", "utf-8")
    for number, file in (("1", ()), ("2", ("notes.md",))):
        assert baton("phase", "start", number, "--name", "extend the login").code == 0
        assert baton("phase", "finish", number, *file).code == 0
    assert baton("phase", "start", "3").code == 0
    return project


def test_a_gate_refuses_and_says_the_way_out(working: Path) -> None:
    told = baton("phase", "finish", "3", "discovery.md", "--transcript", holding(working / "s.jsonl"))
    assert told.code == 1
    assert "Compaction Verification (Phase 3 → Phase 4):" in told.out
    assert "❌ Context compacted:" in told.out
    assert "run /compact, then finish the phase again" in told.out
    assert "Gate status: NOT PASSED" in told.out
    told = baton("phase", "start", "4")
    assert told.code == 1
    assert "may not begin" in told.out
    assert "Gate 1 after phase 3 was not passed: `baton phase finish 3`" in told.err


def test_it_prints_the_block_of_the_seed_with_real_numbers(working: Path) -> None:
    told = baton("phase", "finish", "3", "discovery.md", "--transcript", compacted(working / "s.jsonl"))
    assert told.code == 0
    lines = told.out.splitlines()
    assert lines[0] == "Compaction Verification (Phase 3 → Phase 4):"
    assert lines[2].startswith("✅ Progress file updated: .baton/progress/")
    assert f"   - discovery.md exists ({len(DISCOVERY.splitlines())} lines)" in lines
    assert "   - MANIFEST.yaml phases.3_codebase_discovery section confirmed" in lines
    assert "Gate status: PASSED. Proceeding to Phase 4." in lines
    assert "Phase 3 (Codebase Discovery): COMPLETE" in lines


def test_without_a_transcript_it_says_that_it_is_unverified(working: Path) -> None:
    told = baton("phase", "finish", "3", "discovery.md")
    assert told.code == 0
    assert "Gate status: PASSED, UNVERIFIED." in told.out
    (working / ".baton" / "playbooks").mkdir()
    strict = 'extends = "omaw"\n[phases]\nunverified = "block"\n'
    (working / ".baton" / "playbooks" / "omaw.toml").write_text(strict, "utf-8")
    assert baton("phase", "finish", "3").code == 1


@pytest.mark.usefixtures("working")
def test_status_names_the_phase_and_the_next_gate_and_what_was_skipped() -> None:
    assert "phase 3 (Codebase Discovery) is under way; Gate 1 after phase 3" in baton("status").out
    baton("phase", "skip", "3", "--words", WORDS)
    told = baton("status")
    assert "phase 4 (Skill Discovery) is next; Gate 2 after phase 8" in told.out
    assert f"“{WORDS}”" in told.out
    assert f"“{WORDS}”" in baton("phase", "show").out
    assert baton("status", "--json").json["phases"]["skips"]


def test_a_skip_says_what_is_risked_and_takes_no_words_of_an_agents_own(working: Path) -> None:
    told = baton("phase", "skip", "3")
    assert told.code == 1
    assert "Skipping compaction checkpoint at Phase 3 → Phase 4 transition." in told.err
    assert "Context window exhaustion in later phases" in told.err
    assert "a skip needs the user's own words" in told.err
    path = session(working / "s.jsonl", answer(30_000))
    told = baton("phase", "skip", "3", "--words", WORDS, "--transcript", path)
    assert told.code == 1
    assert "stand nowhere in what the user said" in told.err
    assert baton("phase", "start", "4").code == 1


@pytest.mark.usefixtures("working")
def test_a_person_at_a_terminal_is_asked_twice() -> None:
    told = baton("phase", "skip", "3", stdin=f"{WORDS}\nn\n", terminal=True)
    assert told.code == 1
    assert "nothing was skipped" in told.err
    told = baton("phase", "skip", "3", stdin=f"{WORDS}\ny\n", terminal=True)
    assert told.code == 0
    assert f"“{WORDS}”" in baton("phase", "show").out


@pytest.mark.usefixtures("working")
def test_there_is_no_way_to_force_a_gate() -> None:
    for name in ("start", "finish", "resume"):
        assert "--force" not in baton("phase", name, "--help").out


def test_the_gate_of_a_phase_can_be_asked_for(working: Path) -> None:
    path = never(working / "s.jsonl")
    told = baton("gate", "--phase", "4", "--transcript", path)
    assert told.code == 1
    assert "Gate 1 after phase 3 was not passed" in told.err
    baton("phase", "finish", "3", "discovery.md", "--transcript", path)
    assert baton("gate", "--phase", "4", "--transcript", path).code == 0
    full = session(working / "full.jsonl", answer(161_000))
    assert (
        baton("gate", "--phase", "8", "--spawn", "developer", "--transcript", full, "--json").json["moment"]
        == "heavy"
    )


def test_a_file_that_was_edited_is_explained_and_put_right(working: Path) -> None:
    (path,) = (working / ".baton" / "progress").glob("*/MANIFEST.yaml")
    path.write_text(path.read_text("utf-8").replace("status: in_progress", "status: complete"), "utf-8")
    told = baton("phase", "start", "4")
    assert told.code == 1
    assert "the journal knows 'in_progress'" in told.err
    told = baton("phase", "doctor")
    assert told.code == 1
    assert "opens no gate" in told.out
    told = baton("phase", "doctor", "--write")
    assert told.code == 0
    assert "MANIFEST.kept-1.yaml" in told.out
    assert "nothing is wrong" in baton("phase", "doctor").out


def test_a_playbook_without_phases_says_so(project: Path) -> None:
    assert project
    told = baton("phase", "show")
    assert told.code == 2
    assert "has no phases" in told.err


@pytest.mark.usefixtures("working")
def test_another_view_of_any_handoff() -> None:
    baton("phase", "finish", "3", "discovery.md")
    told = baton("show", "orchestrator", "--view", "residue")
    assert told.out.startswith("Phase 3 (Codebase Discovery): COMPLETE\n")
