"""A context in short: between half and 70 % remains, the current task and the user's words whole."""

from pathlib import Path

import pytest

from batonpass.flow.abbreviate import of_blocks
from batonpass.flow.hand_over import hand_over
from batonpass.flow.view import view
from batonpass.measure.vocabulary import Vocabulary
from batonpass.model.errors import BadContent
from batonpass.model.source import Block
from batonpass.model.terms import Terms
from batonpass.read.found import Found
from batonpass.read.parse import parse
from tests.flow.project import RESEARCH, opened, put
from tests.flow.session import Session

COUNT = Vocabulary().count
TASK = "Now write the tests of `total`: empty cart, one item, many items, and a currency that nobody knows."


def output(number: int, lines: int = 40) -> str:
    return "\n".join(
        f"module {number}, line {n}: price {n * 7 % 13} in euro, tax {n % 5}" for n in range(lines)
    )


def worked(folder: Path, steps: int = 12, lines: int = 40) -> Session:
    session = Session(folder).says("Add up the prices of a cart. Prices are in euro, never in dollar.")
    for number in range(steps):
        session.calls("Read", output(number, lines), file_path=f"src/module_{number}.py")
        session.answers(f"Module {number} is read. It holds prices and taxes, and nothing that adds them up.")
    return session


def blocks(session: Session) -> tuple[Block, ...]:
    path = session.save(session.folder / "s1.jsonl")
    found = Found("s1.jsonl", "s1.jsonl", path.read_bytes())
    return parse(found, redact=lambda text: text, max_bytes=10**8).blocks


@pytest.mark.parametrize(("steps", "lines"), [(3, 12), (12, 40), (40, 15), (2, 400), (1, 900)])
def test_half_to_70_percent_remains(tmp_path: Path, steps: int, lines: int) -> None:
    session = worked(tmp_path, steps, lines).says(TASK).answers("I begin with the empty cart.")
    made = of_blocks(blocks(session), COUNT)
    assert 0.5 <= made.share <= 0.7
    assert made.before > made.after == COUNT(made.text)


def test_the_current_task_and_the_users_words_are_whole(tmp_path: Path) -> None:
    session = worked(tmp_path).says(TASK).calls("Read", output(99), file_path="src/cart.py")
    text = of_blocks(blocks(session.answers("I begin with the empty cart.")), COUNT).text
    assert "Prices are in euro, never in dollar." in text
    assert TASK in text
    assert output(99) in text
    assert "I begin with the empty cart." in text


def test_one_long_task_keeps_its_words_and_what_is_newest(tmp_path: Path) -> None:
    made = of_blocks(blocks(worked(tmp_path, steps=20)), COUNT)
    assert 0.5 <= made.share <= 0.7
    assert "never in dollar" in made.text
    assert output(19) in made.text
    assert output(0) not in made.text
    assert "← module 0, line 0" in made.text


def test_what_was_compacted_away_is_not_told_again(tmp_path: Path) -> None:
    session = worked(tmp_path)
    session.lines.append(
        {"type": "system", "subtype": "compact_boundary", "compactMetadata": {"postTokens": 9}}
    )
    session.add(
        "user", {"role": "user", "content": "Continued: the cart has no total."}, isCompactSummary=True
    )
    session.says(TASK).calls("Read", output(77), file_path="src/cart.py")
    text = of_blocks(blocks(session), COUNT).text
    assert "the cart has no total" in text
    assert "module 3" not in text


def test_it_is_a_view_of_what_was_handed_over_with_a_transcript(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    worked(tmp_path).says(TASK).save(tmp_path / "s1.jsonl")
    told = hand_over(setup, Terms(agent="builder"), transcripts=[str(tmp_path / "s1.jsonl")]).opened
    text = view(setup, told, "abbreviated")
    assert text.startswith("# Completed in short, the current task whole (")
    assert f"`baton expand {told.handoff.id} s1.jsonl#L10-L20`" in text
    put(tmp_path, "login.md", RESEARCH)
    other = hand_over(setup, Terms(agent="researcher"), ["login.md"]).opened
    with pytest.raises(BadContent, match="no transcript among the sources"):
        view(setup, other, "abbreviated")
