"""An excuse is heard where something is asked for, answered with the verdict, and counted once."""

from pathlib import Path
from typing import Any

from batonpass.flow.checkpoint import checkpoint
from batonpass.flow.excuses import count, excuses
from batonpass.flow.policy import policy
from batonpass.read.said import last_words
from tests.flow.project import opened
from tests.flow.sessions import answer, session


def says(text: str, tokens: int, **more: Any) -> dict[str, Any]:
    line = answer(tokens, **more)
    line["message"] |= {"role": "assistant", "content": [{"type": "text", "text": text}]}
    return line


def test_it_is_answered_with_the_verdict_and_counted_once(tmp_path: Path) -> None:
    setup, root = opened(tmp_path), str(tmp_path)
    path = session(tmp_path / "s1.jsonl", says("Context is still manageable, I spawn the next one.", 161_000))
    for _ in range(3):
        found = checkpoint(root, policy(root), path, moment="spawn")
    assert found.verdict.answer == "compact"
    assert "You cannot see token count" in found.verdict.says
    assert found.verdict.says.endswith("Follow the gate. No exceptions")
    (event,) = setup.store.events("excuse.made")
    assert event.data["families"] == ["manageable"]
    assert event.data["session"] == "s1"


def test_nobody_listens_while_nothing_is_asked_for(tmp_path: Path) -> None:
    setup, root = opened(tmp_path), str(tmp_path)
    path = session(tmp_path / "s1.jsonl", says("Context is still manageable.", 20_000))
    assert checkpoint(root, policy(root), path, moment="spawn").verdict.reasons == ()
    assert setup.store.events("excuse.made") == ()


def test_the_last_words_are_the_main_agents(tmp_path: Path) -> None:
    lines = [says("First.", 1_000), says("Last.", 2_000), says("Of a subagent.", 9, isSidechain=True)]
    assert last_words(session(tmp_path / "s1.jsonl", *lines, {"type": "user"})) == "Last."
    assert last_words(str(tmp_path / "none.jsonl")) == ""


def test_a_skip_reason_is_judged_without_being_recorded(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    made, told = excuses(policy(str(tmp_path)), "It is a small task.", at_gate=True)
    assert [one.family for one in made] == ["small-task"]
    assert (
        told
        == "Size is unpredictable. Simple tasks have generated 18K+ tokens. Follow the gate. No exceptions."
    )
    assert excuses(policy(str(tmp_path)), "I know the risk, go on.", at_gate=True) == ((), "")
    assert setup.store.events("excuse.made") == ()
    count(str(tmp_path), policy(str(tmp_path)), made, session="s1", where="skip", text="It is a small task.")
    assert [event.data["where"] for event in setup.store.events("excuse.made")] == ["skip"]
