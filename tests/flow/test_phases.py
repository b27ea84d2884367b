"""Phases in a project: gates that hold after a restart, on resume and whatever a hand wrote; skips, repairs, other tools."""

import json
import re
from pathlib import Path

import pytest

from batonpass.flow.course import open_course
from batonpass.flow.phase import resume, show, start, waiting
from batonpass.flow.phase_doctor import diagnose, repair
from batonpass.flow.setup import Setup
from batonpass.model.errors import BadContent, NotFound, Refused, StorageFailed, WrongUse
from batonpass.read.progress import plain
from batonpass.store.lock import held
from batonpass.tables import load
from tests.flow import phases
from tests.flow.phases import compacted, ends, holding, in_discovery, never, project, until_discovery
from tests.flow.project import opened, put
from tests.flow.sessions import answer, boundary, session

WORDS = "skip it, I know what it costs"


def file_of(setup: Setup) -> Path:
    return Path(setup.root, open_course(setup).path)


def test_what_is_still_inline_closes_the_gate(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    told = ends(setup, 3, "discovery.md", transcript=holding(tmp_path / "s.jsonl"))
    assert told.done.denied
    found = {check.name: check.passed for check in told.checks}
    assert found == {"stored": True, "inline": False, "references": True, "decisions": True, "logs": False}
    assert "Gate status: NOT PASSED" in told.text
    assert start(setup, "4").denied


@pytest.mark.parametrize("transcript", [compacted, never])
def test_it_opens_once_the_output_is_out_of_the_context(tmp_path: Path, transcript: object) -> None:
    setup = in_discovery(tmp_path)
    ends(setup, 3, "discovery.md", transcript=holding(tmp_path / "s.jsonl"))
    told = ends(setup, 3, transcript=transcript(tmp_path / "s.jsonl"))  # type: ignore[operator]
    assert not told.done.denied
    assert "Gate status: PASSED. Proceeding to Phase 4." in told.text
    assert not start(setup, "4").denied


def test_before_and_after_are_the_clients_numbers(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    told = ends(setup, 3, "discovery.md", transcript=compacted(tmp_path / "s.jsonl"))
    assert "- Before: 61,000 tokens" in told.text
    assert "- After: 12,000 tokens" in told.text
    assert "- Reduction: 80.3%" in told.text
    tokens = show(setup).found.values["metrics"]["tokens"]  # type: ignore[union-attr]
    assert (tokens["input_tokens"], tokens["message_count"], tokens["context_percentage"]) == (12_000, 2, 6.0)


def test_a_residue_is_small_and_keeps_what_must_stay(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    told = ends(setup, 3, "discovery.md", transcript=never(tmp_path / "s.jsonl"))
    assert told.residue_tokens < 200
    for kept in ("session table", "staging database", "Passwords must never", "compatible with version 1"):
        assert kept in told.residue
    assert "Technologies: Python 3.11; FastAPI" in told.residue
    assert "Key patterns: Repository pattern; Event bus" in told.residue
    assert "src/auth/login.py" in told.residue


def test_a_gate_holds_after_a_restart_and_on_resume(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    ends(setup, 3, "discovery.md", transcript=holding(tmp_path / "s.jsonl"))
    again = opened(tmp_path, config='playbook = "omaw"\nmode = "enforce"\n')
    assert start(again, "4").denied
    assert resume(again).phase == 3
    assert waiting(show(again)) == ()  # phase 3 is still under way, so nothing waits behind it yet


def test_a_file_changed_by_hand_opens_nothing(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    ends(setup, 3, "discovery.md", transcript=holding(tmp_path / "s.jsonl"))
    path = file_of(setup)
    by_hand = re.sub(
        r"(3_codebase_discovery:\n +status: )in_progress", r"\1complete", path.read_text("utf-8")
    )
    by_hand = by_hand.replace("status: open", "status: passed") + "# mine\nnotes: keep me\n"
    path.write_text(by_hand, "utf-8")
    with pytest.raises(BadContent, match="the journal knows 'in_progress'"):
        start(setup, "4")
    assert path.read_text("utf-8") == by_hand
    told = repair(setup)
    assert "keep me" in (tmp_path / told.kept).read_text("utf-8")
    mended = path.read_text("utf-8")
    assert "# mine\nnotes: keep me" in mended
    assert show(setup).problems == ()
    assert start(setup, "4").denied


def test_a_journal_that_was_changed_is_told(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    ends(setup, 3, "discovery.md", transcript=holding(tmp_path / "s.jsonl"))
    (journal,) = (tmp_path / ".baton" / "journal").glob("*.jsonl")
    lines = journal.read_text("utf-8").splitlines()
    moves = [n for n, line in enumerate(lines) if '"phase.moved"' in line]
    first = json.loads(lines[moves[2]])
    first["state"]["passed"] = ["discovery"]
    lines[moves[2]] = json.dumps(first)
    journal.write_text("\n".join(lines) + "\n", "utf-8")
    setup.store.rebuild()
    with pytest.raises(BadContent, match="does not follow the one before it"):
        start(setup, "4")


def test_a_last_move_that_was_changed_is_told(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    ends(setup, 3, "discovery.md", transcript=holding(tmp_path / "s.jsonl"))
    (journal,) = (tmp_path / ".baton" / "journal").glob("*.jsonl")
    *before, last = journal.read_text("utf-8").splitlines()
    moved = json.loads(last)
    assert moved["event"] == "phase.moved"
    moved["state"] |= {"passed": ["discovery"], "complete": [1, 2, 3]}
    journal.write_text("\n".join([*before, json.dumps(moved)]) + "\n", "utf-8")
    setup.store.rebuild()
    with pytest.raises(BadContent, match="is not the one that"):
        start(setup, "4")


def test_what_can_be_read_of_a_torn_file_stays(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    path = file_of(setup)
    text = f"ticket: A-12\n{path.read_text('utf-8')}"
    path.write_text(text[: text.index("written_by") + 5], "utf-8")
    assert repair(setup).done[0] == "the last line cannot be read"
    assert "ticket: A-12" in path.read_text("utf-8")
    assert show(setup).problems == ()


def test_a_move_that_was_recorded_and_not_written_is_written_next_time(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    path = file_of(setup)
    before = path.read_bytes()
    ends(setup, 3, "discovery.md", transcript=never(tmp_path / "s.jsonl"))
    path.write_bytes(before)  # as if the machine had stopped in between
    assert [problem.rule for problem in show(setup).problems] == ["progress-behind"]
    assert not start(setup, "4").denied
    assert "status: passed" in path.read_text("utf-8")


@pytest.mark.parametrize(
    "text", ["", "phases:\n  1_setup: {status: comp", "[1, 2]\n", "phases: [1]\n", "\x00\xff"]
)
def test_a_torn_file_is_explained_and_written_again_from_the_journal(tmp_path: Path, text: str) -> None:
    setup = in_discovery(tmp_path)
    path = file_of(setup)
    path.write_text(text, "utf-8")
    with pytest.raises(BadContent, match="baton phase doctor"):
        start(setup, "3")
    assert path.read_text("utf-8") == text
    told = repair(setup)
    assert (tmp_path / told.kept).read_text("utf-8") == text
    assert show(setup).problems == ()
    assert "1_setup:\n    status: complete" in path.read_text("utf-8")


def test_a_file_that_is_gone_is_written_again(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    file_of(setup).unlink()
    assert [problem.rule for problem in diagnose(setup).found] == ["progress-missing"]
    assert repair(setup).done
    assert show(setup).problems == ()


def test_one_that_a_newer_version_wrote_is_left_alone(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    path = file_of(setup)
    text = path.read_text("utf-8").replace("schema_version: 1", "schema_version: 2")
    path.write_text(text, "utf-8")
    with pytest.raises(BadContent, match="version 2"):
        start(setup, "3")
    assert not repair(setup).done
    assert path.read_text("utf-8") == text


def test_artifacts_outside_of_the_project_are_taken_out(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    path = file_of(setup)
    path.write_text(
        path.read_text("utf-8").replace("path: triage.md", "path: ../../../../../../etc/passwd"), "utf-8"
    )
    with pytest.raises(BadContent, match="outside of the project"):
        start(setup, "3")
    repair(setup)
    assert "passwd" not in path.read_text("utf-8")


def test_one_that_another_process_holds_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = in_discovery(tmp_path)
    monkeypatch.setitem(load.limits()["progress"], "lock_seconds", 0.05)
    with held(str(file_of(setup))), pytest.raises(StorageFailed, match="locked by another process"):
        start(setup, "3")


def test_warn_says_and_goes_on_and_enforce_refuses_later(tmp_path: Path) -> None:
    setup = project(tmp_path, config='mode = "warn"\n')
    until_discovery(setup)
    told = ends(setup, 3, "discovery.md", transcript=holding(tmp_path / "s.jsonl"))
    assert (told.done.answer, told.done.denied) == ("block", False)
    assert not start(setup, "4").denied
    assert not ends(setup, 4, "triage.md").done.denied
    strict = project(tmp_path)
    assert start(strict, "5").denied
    assert resume(strict).denied
    assert not ends(strict, 3, transcript=compacted(tmp_path / "s.jsonl")).done.denied
    assert not start(strict, "5").denied


OUTPUTS = """\
# begun by hand
feature_name: Login   # as the ticket says
feature_slug: login
created_at: 2026-01-20T10:00:00Z
created_by: somebody
description: A login
status: in-progress
current_phase: testing
phases:
  # what was done
  setup: {status: complete, timestamp: 2026-01-20T10:00:00Z}
  triage: {status: complete}
  codebase_discovery:
    status: complete
    approved: true
  skill_discovery: {status: complete}
verification: {build: PASS, tests: 12 passed, review: PENDING}
artifacts:
  - {path: discovery.md, type: discovery, agent: explore}
"""
SETUP = """\
workflow_name: Login
workflow_slug: login
orchestration_skill: orchestrating-multi-agent-workflows
status: in_progress
current_phase: 4
current_phase_name: skill_discovery
phases:
  1_setup: {status: complete, completed_at: 2026-01-20T10:00:00Z}
  2_triage: {status: complete}
  3_codebase_discovery: {status: complete, compaction_skipped: true, skip_reason: user override}
  4_skill_discovery: {status: in_progress}
triage: {work_type: SMALL, classification_method: signal_parsing}
feedback_iterations: 0
"""


@pytest.mark.parametrize(("text", "current"), [(OUTPUTS, 5), (SETUP, 4)])
def test_another_tools_file_is_taken_over_and_its_gates_are_asked_for(
    tmp_path: Path, text: str, current: int
) -> None:
    setup = project(tmp_path)
    path = put(tmp_path, ".claude/.output/features/login/MANIFEST.yaml", text)
    with pytest.raises(Refused, match="begun by another tool"):
        start(setup, str(current))
    assert path.read_text("utf-8") == text
    told = resume(setup)
    assert told.phase == current
    assert told.denied  # its gate behind phase 3 was never passed
    assert start(setup, "8").denied
    assert not ends(setup, 3, "discovery.md", transcript=never(tmp_path / "s.jsonl")).done.denied
    assert not resume(setup).denied
    values = show(setup).found.values  # type: ignore[union-attr]
    assert set(plain(text)["phases"]) <= set(values["phases"])


def test_comments_and_unknown_keys_of_another_tool_stay(tmp_path: Path) -> None:
    setup = project(tmp_path)
    path = put(tmp_path, ".claude/.output/features/login/MANIFEST.yaml", OUTPUTS)
    resume(setup)
    ends(setup, 3, "discovery.md", transcript=never(tmp_path / "s.jsonl"))
    text = path.read_text("utf-8")
    for kept in (
        "# begun by hand",
        "# as the ticket says",
        "# what was done",
        "tests: 12 passed",
        "approved: true",
    ):
        assert kept in text
    assert (
        "{path: discovery.md, type: discovery, agent: explore}" not in text
    )  # written again with its digest
    assert "type: discovery" in text


def test_a_full_context_begins_no_phase(tmp_path: Path) -> None:
    setup = project(tmp_path)
    told = start(setup, "1", transcript=session(tmp_path / "s.jsonl", answer(170_000)))
    assert told.denied
    assert "run /compact" in " ".join(told.reasons)
    lines = (answer(170_000), boundary(preTokens=170_000, postTokens=9_000), answer(12_000, "m2"))
    assert not start(setup, "1", transcript=session(tmp_path / "s.jsonl", *lines)).denied


def test_gate_and_threshold_ask_for_one_compaction(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    lines = [*phases.spawned(phases.DISCOVERY), answer(165_000)]
    told = ends(setup, 3, "discovery.md", transcript=session(tmp_path / "s.jsonl", *lines))
    assert "compact once" in " ".join(told.done.reasons)


def test_wrong_use_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    setup = project(tmp_path)
    with pytest.raises(NotFound, match="no workflow"):
        show(setup)
    with pytest.raises(WrongUse, match="no kind of work 'HUGE'"):
        start(setup, "1", work_type="HUGE")
    with pytest.raises(NotFound, match="no phase '99'"):
        start(setup, "99")
    assert not (tmp_path / ".baton" / "journal").exists()


def test_other_work_is_a_workflow_of_its_own(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    other = start(setup, "1", name="pay invoices")
    assert other.course.workflow == "2026-03-01-pay-invoices"
    assert show(setup, "2026-03-01-add-login").state.standing(3) == "in_progress"
    assert start(setup, "1", name="pay invoices").course.workflow == "2026-03-01-pay-invoices"


def test_what_is_complete_is_not_begun_again_unasked(tmp_path: Path) -> None:
    own = 'extends = "oak"\nname = "two"\nabout = "Two phases"\n[phases.of.one]\nnumber = 1\ntitle = "One"\n'
    put(tmp_path, ".baton/playbooks/two.toml", f'{own}[phases.of.two]\nnumber = 2\ntitle = "Two"\n')
    setup = opened(tmp_path, config='playbook = "two"\n')
    for number in (1, 2):
        start(setup, str(number), name="add login")
        ends(setup, number)
    first = show(setup).workflow
    again = start(setup, "1", name="add login").course.workflow
    assert (first, again) == ("2026-03-01-add-login", "2026-03-01-add-login-2")
    assert show(setup, first).state.complete == {1, 2}
    assert start(setup, "1", workflow=first).course.workflow == first
