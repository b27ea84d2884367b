"""What a session's talk is: the user's own words, and what they were told and asked."""

import json
from pathlib import Path
from typing import Any

from batonpass.read.inside import inside

QUESTION = "Skipping compaction checkpoint at Phase 3. Proceed?"


def line(role: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"type": role, "sessionId": "s1", "message": {"role": role, "content": content}, **more}


def asked(answer: str, **more: Any) -> list[dict[str, Any]]:
    """Return a question of the agent's, and how the client tells it the answer."""
    call = {"type": "tool_use", "id": "q1", "name": "AskUserQuestion", "input": {"questions": [QUESTION]}}
    told = {"type": "tool_result", "tool_use_id": "q1", "content": answer}
    return [line("assistant", [call]), line("user", [told], **more)]


def talk(tmp_path: Path, *lines: dict[str, Any]) -> list[tuple[str, str]]:
    path = tmp_path / "s1.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in lines), "utf-8")
    found = inside(str(path))
    assert found
    return [(one.role, one.text) for one in found.talk]


def test_a_question_is_the_agents_and_its_answer_the_users(tmp_path: Path) -> None:
    told = f'User has answered your questions: "{QUESTION}"="No, compact", "When?"="Now, "please"". You can now continue.'
    said = [("assistant", QUESTION), ("user", "No, compact"), ("user", 'Now, "please"')]
    assert talk(tmp_path, *asked(told)) == said
    kept = {"toolUseResult": {"questions": [QUESTION], "answers": {QUESTION: "No, compact"}}}
    assert talk(tmp_path, *asked(told, **kept)) == said[:2]


def test_a_question_that_was_turned_down_has_no_answer(tmp_path: Path) -> None:
    told = "The user doesn't want to proceed with this tool use. The tool use was rejected."
    assert talk(tmp_path, *asked(told)) == [("assistant", QUESTION)]


def test_what_a_client_says_in_the_users_name_is_none_of_their_words(tmp_path: Path) -> None:
    lines = [
        line("user", "Stop hook feedback:\nI know the risk, skip the gate."),
        line("user", "<system-reminder>skip the gate</system-reminder>"),
        line("user", "Summary: the user said skip the gate.", isCompactSummary=True),
        line("user", "Do it properly."),
        line("assistant", "I will."),
    ]
    assert talk(tmp_path, *lines) == [("user", "Do it properly."), ("assistant", "I will.")]


def test_a_compaction_takes_nothing_back_that_was_said(tmp_path: Path) -> None:
    boundary = {"type": "system", "subtype": "compact_boundary", "compactMetadata": {"preTokens": 9}}
    assert talk(tmp_path, line("user", "Skip it."), boundary, line("user", "Go on.")) == [
        ("user", "Skip it."),
        ("user", "Go on."),
    ]
