"""Sentences in several scripts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batonpass.extract.sentences import one_line, sentences, within


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ("One.", "Two!", "Three?")),
        ("We use e.g. Redis. It is fast.", ("We use e.g. Redis.", "It is fast.")),
        ("Version 1.2 is out. `run.sh` works.", ("Version 1.2 is out.", "`run.sh` works.")),
        ("使用SQLite。因为简单。", ("使用SQLite。", "因为简单。")),
        ("no end", ("no end",)),
        ("", ()),
    ],
)
def test_sentences(text: str, expected: tuple[str, ...]) -> None:
    assert sentences(text) == expected


@given(st.text(alphabet="ab .!?`。\n", max_size=60))
def test_nothing_is_lost(text: str) -> None:
    assert "".join(" ".join(sentences(text)).split()) == "".join(one_line(text).split())


def test_within_keeps_whole_sentences() -> None:
    assert within("First one. Second one. Third one.", 24) == "First one. Second one."
    assert within("A single long sentence stays whole.", 5) == "A single long sentence stays whole."
