"""What clients write down and what is read of it: the cases stand in `transcripts/`, one file a client."""

from pathlib import Path

import pytest

from tests.cases import Case, check, load_all
from tests.read.transcripts.told import facts, read, shown

CASES = load_all(Path(__file__).parent / "transcripts")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_transcript_says_this(case: Case) -> None:
    source = read(
        case.parts.get("name", "session.jsonl").strip(), case.parts["transcript"].removesuffix("\n")
    )
    check(case, shown(source), "says")
    check(case, facts(source), "facts")


def test_the_model_of_a_codex_turn_is_that_of_its_numbers() -> None:
    case = next(case for case in CASES if case.title == "The model is named once a turn")
    blocks = read("rollout.jsonl", case.parts["transcript"]).blocks
    assert [b.act.spent.model for b in blocks if b.act and b.act.spent] == ["gpt-5-codex"]
