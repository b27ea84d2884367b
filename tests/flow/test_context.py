"""How full a session's context is, and what that rests on."""

import json
from pathlib import Path

import pytest

from batonpass.flow.asked import Evidence
from batonpass.flow.context import context, factor_of
from batonpass.flow.hand_over import hand_over
from batonpass.model.errors import BadContent, NotFound
from batonpass.model.terms import Terms
from tests.flow.project import opened, put
from tests.flow.session import Session


def full(root: Path, tokens: int, *, model: str = "claude-opus-4-5") -> Path:
    """Return a session with so many tokens in context at its end."""
    return Session(root, tokens=tokens - 100, model=model).says("Go").answers("Gone").save(root / "s1.jsonl")


@pytest.mark.parametrize(
    ("tokens", "level"),
    [
        (119_999, "OK"),
        (149_999, "OK"),
        (150_000, "SHOULD"),
        (160_000, "MUST"),
        (169_999, "MUST"),
        (170_000, "BLOCKED"),
        (199_000, "BLOCKED"),
    ],
)
def test_every_edge_of_the_ladder(tmp_path: Path, tokens: int, level: str) -> None:
    found = context(opened(tmp_path), str(full(tmp_path, tokens)))
    assert (found.tokens, found.window, found.exact, found.level) == (tokens, 200_000, True, level)


def test_whose_word_about_the_window_counts(tmp_path: Path) -> None:
    """What is said, else the status line, else the table of models, else what is configured."""
    setup = opened(tmp_path)
    unknown = str(full(tmp_path, 50_000, model="somebody-else-1"))
    assert context(setup, unknown).window == setup.playbook.budgets.window
    table = str(full(tmp_path, 50_000, model="claude-opus-5-5"))
    assert context(setup, table).window == 1_000_000
    put(
        tmp_path,
        ".baton/cache/statusline/s1.json",
        json.dumps({"context_window": {"context_window_size": 500_000}}),
    )
    assert context(setup, table).window == 500_000
    assert context(setup, table, window=80_000).window == 80_000


def test_the_wide_variant_is_taken_once_more_is_in_it(tmp_path: Path) -> None:
    plain = context(opened(tmp_path), str(full(tmp_path, 150_000, model="claude-sonnet-4-5")))
    wide = context(opened(tmp_path), str(full(tmp_path, 300_000, model="claude-sonnet-4-5")))
    named = context(opened(tmp_path), str(full(tmp_path, 50_000, model="claude-sonnet-4-5[1m]")))
    assert (plain.window, wide.window, named.window) == (200_000, 1_000_000, 1_000_000)


def test_a_client_without_numbers_is_estimated(tmp_path: Path) -> None:
    listed = [{"role": "user", "content": "word " * 1000}, {"role": "assistant", "content": "yes"}]
    path = put(tmp_path, "messages.json", json.dumps(listed))
    found = context(opened(tmp_path), str(path))
    assert found.exact is False
    assert 1000 <= found.tokens <= 1010


def test_right_after_a_compaction_the_number_is_the_clients_guess(tmp_path: Path) -> None:
    path = full(tmp_path, 190_000)
    boundary = {"type": "system", "subtype": "compact_boundary", "compactMetadata": {"postTokens": 2891}}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(boundary) + "\n")
    found = context(opened(tmp_path), str(path))
    assert (found.tokens, found.exact, found.level) == (2891, False, "OK")


def test_what_is_no_transcript_says_so(tmp_path: Path) -> None:
    path = put(tmp_path, "notes.md", "# Notes\n")
    with pytest.raises(BadContent, match="not a transcript"):
        context(opened(tmp_path), str(path))
    with pytest.raises(NotFound, match="no transcript of a session"):
        context(opened(tmp_path), home=str(tmp_path / "home"))


def test_the_worth_of_a_token_is_learned_where_both_numbers_stand(tmp_path: Path) -> None:
    """A model whose tokens are half as large as ours needs twice as many for the same text."""
    session = Session(tmp_path).says("Go")
    text = "The quick brown fox jumps over the lazy dog. " * 40
    setup = opened(tmp_path)
    worth = setup.meter.count(text)
    for number in range(8):
        before = session.tokens
        session.calls("Read", text, file_path=f"{number}.md")
        session.tokens = before + 2 * worth
    path = session.answers("Done").save(tmp_path / "s1.jsonl")
    assert factor_of(setup, session.model) == 1.0
    hand_over(setup, Terms(agent="builder"), transcripts=[str(path)], evidence=Evidence())
    assert factor_of(setup, session.model) == pytest.approx(2.0, rel=0.1)
    assert factor_of(setup, "another-model") == 1.0
