"""What a phase's end is proven by, and what the verification says of it."""

from pathlib import Path

from batonpass.flow.phase import resume, show, start
from batonpass.flow.phase_skip import skip
from batonpass.flow.pinning import of_session
from tests.flow.phases import (
    DISCOVERY,
    compacted,
    ends,
    holding,
    in_discovery,
    never,
    skipped_until_verification,
)
from tests.flow.project import put

WORDS = "skip it, I know what it costs"


def test_a_compaction_proves_one_phase(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    transcript = compacted(tmp_path / "s.jsonl")
    assert "Before: 61,000 tokens" in ends(setup, 3, "discovery.md", transcript=transcript).text
    for number in (4, 5, 7):
        start(setup, str(number))
        ends(setup, number, "triage.md", transcript=transcript)
    start(setup, "8")
    told = ends(setup, 8, "triage.md", transcript=transcript)
    assert not told.done.denied
    assert "61,000" not in told.text
    assert "(full Implementation output)" in told.text


def test_an_output_that_changed_since_is_stored_again(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    assert ends(setup, 3, "discovery.md", transcript=holding(tmp_path / "s.jsonl")).done.denied
    put(tmp_path, "discovery.md", DISCOVERY + "\nOne more module.\n")
    transcript = compacted(tmp_path / "s.jsonl")
    assert "discovery.md has changed since it was stored" in ends(setup, 3, transcript=transcript).text
    assert not ends(setup, 3, "discovery.md", transcript=transcript).done.denied


def test_what_a_phase_itself_lacks_stands_in_the_block(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    skipped_until_verification(setup, WORDS)
    put(tmp_path, "build.md", "# Build\n\n## Verification\n\n- `go build ./...` failed\n")
    told = ends(setup, 8, "build.md", transcript=never(tmp_path / "s.jsonl"))
    assert told.done.denied
    assert "❌ Phase validated: nothing that was built or checked failed" in told.text


def test_a_phase_without_an_output_is_told_what_is_missing(tmp_path: Path) -> None:
    told = ends(in_discovery(tmp_path), 3, transcript=never(tmp_path / "s.jsonl"))
    assert "no transcript" not in told.text
    assert "there is no .baton/progress/2026-03-01-add-login/discovery.md" in told.text


def test_what_is_pinned_of_a_phase_whose_gate_is_open_says_so(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    transcript = holding(tmp_path / "s.jsonl")
    assert ends(setup, 3, "discovery.md", transcript=transcript).done.denied
    assert "Phase 3 (Codebase Discovery): gate open, `baton phase finish 3`" in of_session(setup, "s1")
    ends(setup, 3, "discovery.md", transcript=compacted(tmp_path / "s.jsonl"))
    assert "Phase 3 (Codebase Discovery): COMPLETE" in of_session(setup, "s1")


def test_an_output_from_outside_of_the_project_is_known_by_its_copy(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path / "project")
    put(tmp_path, "elsewhere.md", DISCOVERY)
    transcript = never(tmp_path / "s.jsonl")
    told = ends(setup, 3, str(tmp_path / "elsewhere.md"), transcript=transcript)
    assert not told.done.denied
    assert "elsewhere.md exists" in told.text
    assert show(setup).problems == ()
    assert not start(setup, "4").denied


def test_a_figure_counts_whatever_else_its_line_is_taken_for(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path, work_type="BUGFIX")
    skip(setup, "3", WORDS)
    put(
        tmp_path,
        "all.md",
        "# Testing\n\nSPEC_COMPLIANT APPROVED\n\n24 passed, 0 failed in 8.1s\n\nCoverage: 87.4 %\n",
    )
    for number in (4, 8, 10, 11):
        start(setup, str(number))
        ends(setup, number, "all.md", transcript=never(tmp_path / "s.jsonl"))
    start(setup, "13")
    told = ends(setup, 13, "all.md", transcript=never(tmp_path / "s.jsonl"))
    assert "- Coverage: 87.4 %" in told.residue
    start(setup, "14")
    assert ends(setup, 14, "all.md").checks[-1].found == "coverage 87.4 %"


def test_a_gate_holds_as_long_as_what_it_was_passed_with(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    transcript = never(tmp_path / "s.jsonl")
    assert not ends(setup, 3, "discovery.md", transcript=transcript).done.denied
    (stored,) = (tmp_path / "artifacts").glob("orchestrator/*phase-3*/discovery.md")
    whole = stored.read_bytes()
    for broken, state in ((whole + b"more", "was changed"), (None, "is gone")):
        stored.unlink() if broken is None else stored.write_bytes(broken)
        for told in (resume(setup), start(setup, "4")):
            assert told.denied
            assert state in " ".join(told.reasons)
    put(tmp_path, "discovery.md", DISCOVERY + "\nOne more module.\n")
    assert not ends(setup, 3, "discovery.md", transcript=transcript).done.denied
    assert not start(setup, "4").denied
