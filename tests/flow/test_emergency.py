"""A context is nearly full: everything is handed over, and a new session has a prompt to begin with."""

from pathlib import Path

import pytest

from batonpass.flow.emergency import emergency
from batonpass.flow.hand_over import hand_over
from batonpass.flow.mode import switch
from batonpass.flow.policy import policy
from batonpass.flow.turn import advice
from batonpass.measure.vocabulary import Vocabulary
from batonpass.model.errors import BadContent
from batonpass.model.terms import Terms
from batonpass.model.usage import Usage
from tests.flow.project import RESEARCH, opened, put
from tests.flow.session import Session

DEMAND = "Nobody who is logged in today may be logged out."


def full(root: Path, tokens: int) -> str:
    session = Session(root, tokens=tokens, model="claude-sonnet-4-5").says(DEMAND)
    session.calls("Write", "created", file_path=str(root / "src/oauth.py"), content="x = 1\n")
    session.answers("## Next steps\n\n- Write the tests of the token endpoint\n")
    return str(session.save(root / "s1.jsonl"))


def test_the_opening_prompt_names_all_there_is(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    put(tmp_path, "login.md", RESEARCH)
    other = hand_over(setup, Terms(agent="researcher", session="s1"), ["login.md"]).opened
    told = emergency(setup, full(tmp_path, 191_000), Usage(191_000, 200_000))
    text = (tmp_path / told.path).read_text("utf-8")
    assert told.path == ".baton/openings/s1.md"
    assert "95.5 %" in text
    assert DEMAND in text
    assert other.handoff.id in text
    assert told.manifest in text
    assert "then go on: Write the tests of the token endpoint." in text
    assert (tmp_path / told.manifest).is_file()
    assert told.tokens == Vocabulary().count(text) <= 900


def test_twice_gives_the_same_and_is_recorded_once(tmp_path: Path) -> None:
    setup, path = opened(tmp_path), full(tmp_path, 191_000)
    first = emergency(setup, path)
    kept = (tmp_path / first.path).read_bytes()
    assert emergency(setup, path) == first
    assert (tmp_path / first.path).read_bytes() == kept
    assert len(setup.store.events("context.emergency")) == 1


def test_a_turn_in_an_emergency_says_where_to_go_on(tmp_path: Path) -> None:
    setup, root, path = opened(tmp_path), str(tmp_path), full(tmp_path, 190_000)
    assert "a new session begins with .baton/openings/s1.md" in advice(root, policy(root), path)
    switch(setup, "observe")
    (tmp_path / ".baton/openings/s1.md").unlink()
    assert advice(root, policy(root), path) == ""
    assert not (tmp_path / ".baton/openings/s1.md").exists()


def test_below_the_emergency_nothing_is_written(tmp_path: Path) -> None:
    opened(tmp_path)
    assert "openings" not in advice(str(tmp_path), policy(str(tmp_path)), full(tmp_path, 180_000))
    assert not (tmp_path / ".baton/openings").exists()


def test_without_a_transcript_there_is_nothing_to_hand_over(tmp_path: Path) -> None:
    with pytest.raises(BadContent, match="nothing to hand over"):
        emergency(opened(tmp_path), "")
