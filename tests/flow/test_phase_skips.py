"""A skip, and an approval: only in the user's own words."""

from pathlib import Path

from batonpass.flow.phase import show, start
from batonpass.flow.phase_skip import risk, skip
from tests.flow.phases import ends, in_discovery, never, skipped_until_verification
from tests.flow.sessions import answer, session

WORDS = "skip it, I know what it costs"


def test_a_skip_needs_words_that_the_user_said(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    asked = {"type": "user", "message": {"role": "user", "content": f"Please {WORDS.upper()}!"}}
    transcript = session(tmp_path / "s.jsonl", asked, answer(30_000))
    assert skip(setup, "3", "").denied
    assert skip(setup, "3", "the user does not mind", transcript=transcript).denied
    assert start(setup, "4").denied
    told = skip(setup, "3", WORDS, transcript=transcript, reason="Context is still manageable.")
    assert not told.denied, told.reasons
    assert any("cannot see" in reason for reason in told.reasons)
    entry = show(setup).found.values["phases"]["3_codebase_discovery"]  # type: ignore[union-attr]
    assert entry["compaction_skipped"] is True
    assert (entry["skip_words"], entry["words_heard"]) == (WORDS, "yes")
    assert entry["skip_timestamp"]
    assert not start(setup, "4").denied


def test_any_word_of_the_users_is_no_leave_to_skip(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    request = {"type": "user", "message": {"role": "user", "content": "Add refunds, and go on."}}
    transcript = session(tmp_path / "s.jsonl", request, answer(30_000))
    for words in ("refunds", "go on", "Add refunds, and go on."):
        told = skip(setup, "3", words, transcript=transcript)
        assert told.denied
        assert "not of a skip" in told.reasons[0]
    shown = {"type": "assistant", "message": {"role": "assistant", "content": risk(setup, "3")}}
    told_so = {"type": "user", "message": {"role": "user", "content": "Fine, go on."}}
    transcript = session(tmp_path / "s.jsonl", request, shown, told_so, answer(30_000))
    assert not skip(setup, "3", "go on", transcript=transcript).denied


def test_leave_that_was_given_for_one_gate_is_none_for_the_next(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    asked = {"type": "user", "message": {"role": "user", "content": "I know the risk, skip the gate."}}
    transcript = session(tmp_path / "s.jsonl", asked, answer(30_000))
    assert not skip(setup, "3", "skip the gate", transcript=transcript).denied
    for number in (4, 5, 7):
        start(setup, str(number))
        ends(setup, number, "triage.md", transcript=transcript)
    start(setup, "8")
    assert skip(setup, "8", "skip the gate", transcript=transcript).denied
    transcript = session(tmp_path / "s.jsonl", asked, answer(30_000), asked)
    assert not skip(setup, "8", "skip the gate", transcript=transcript).denied


def test_words_that_refuse_are_no_leave_without_a_transcript_either(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    assert skip(setup, "3", "No, compact first").denied
    assert not skip(setup, "3", "Yes").denied


def test_approval_is_the_users_own(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path, work_type="LARGE")
    skip(setup, "3", WORDS)
    for number in (4, 5):
        start(setup, str(number))
        ends(setup, number, "triage.md")
    start(setup, "6")
    asked = {"type": "user", "message": {"role": "user", "content": "Option B looks good."}}
    transcript = session(tmp_path / "s.jsonl", asked, answer(30_000))
    for words, passed in (("", False), ("approved", False), ("looks good", True)):
        told = ends(setup, 6, "triage.md", transcript=transcript, approved=words)
        assert told.checks[-1].passed is passed
    assert ends(setup, 6, "triage.md", approved="looks good").checks[-1].passed is None


def test_a_skip_is_said_in_every_later_verification(tmp_path: Path) -> None:
    setup = in_discovery(tmp_path)
    skipped_until_verification(setup, WORDS)
    told = ends(setup, 8, "discovery.md", transcript=never(tmp_path / "s.jsonl"))
    assert f"“{WORDS}”" in told.text
