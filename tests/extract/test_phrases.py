"""The small notation of the word lists."""

import pytest

from batonpass.extract.phrases import Lexicon, expanded, tokens_of


def found(notation: str, text: str, *, at_start: bool = False) -> bool:
    lexicon = Lexicon([(notation, "tag", at_start)])
    return [tag for tag, _ in lexicon.found(text, tokens_of(text))] != []


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        ("turned out", "It turned out that nobody reads it."),
        ("we (chose|picked)", "In the end we picked Redis."),
        ("must (not)? be", "Keys must be rotated."),
        ("must (not)? be", "Keys must not be logged."),
        ("considered * but", "We considered a second queue but dropped it."),
        ("can't", "We can’t deploy."),
        ("decidió", "El equipo decidio usar colas."),
        ("决定", "我们决定使用 SQLite"),
    ],
)
def test_a_phrase_is_found(notation: str, text: str) -> None:
    assert found(notation, text)


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        ("turned out", "It turned the lights out."),
        ("must not", "It must be so, or not."),
        ("considered * but", "considered one two three four five but"),
        ("risk", "The asterisk is a star."),
    ],
)
def test_other_words_are_not(notation: str, text: str) -> None:
    assert not found(notation, text)


def test_a_phrase_may_count_at_the_start_only() -> None:
    assert found("use", "Use Redis for sessions", at_start=True)
    assert not found("use", "They use Redis", at_start=True)


def test_alternatives_multiply_out() -> None:
    assert expanded("(a|b) c (d)?") == [("a", "c", "d"), ("a", "c"), ("b", "c", "d"), ("b", "c")]
