import pytest
from hypothesis import given
from hypothesis import strategies as st

from batonpass.compact.same import same
from batonpass.compact.text import ELLIPSIS, plain, sentences, shorten, tight
from batonpass.tables import load


@pytest.mark.parametrize(
    ("text", "most", "expected"),
    [
        ("One. Two. Three.", 2, "One. Two."),
        ("Only one", 3, "Only one"),
        ("Uses v1.2 of `a.b.c`, e.g. Redis. Then more.", 1, "Uses v1.2 of `a.b.c`, e.g. Redis."),
        ("Reads (e.g. twice. Or more.) always. End.", 1, "Reads (e.g. twice. Or more.) always."),
        ("认证使用JWT。没有刷新。还有。", 2, "认证使用JWT。没有刷新。"),
    ],
)
def test_sentences_end_where_sentences_end(text: str, most: int, expected: str) -> None:
    assert sentences(text, most) == expected


def test_a_fitting_text_stays_as_it_is() -> None:
    assert shorten("Use PKCE.", 100) == "Use PKCE."


def test_a_long_text_is_cut_where_a_clause_ends() -> None:
    text = "Use Authorization Code with PKCE because implicit flow leaks tokens into the browser history"
    assert shorten(text, 60) == "Use Authorization Code with PKCE" + ELLIPSIS


def test_a_sentence_end_needs_no_mark_of_omission() -> None:
    assert (
        shorten("Store tokens in cookies. Everything else was tried and failed badly.", 40)
        == "Store tokens in cookies."
    )


def test_a_code_span_is_never_torn() -> None:
    text = "Run `a long command with many words in it` first"
    assert shorten(text, 20) == "Run" + ELLIPSIS


def test_a_text_that_is_one_code_span_is_cut_between_its_words() -> None:
    assert shorten('`["Agent", "WebFetch", "NotebookEdit"]`', 25) == '`["Agent", "WebFetch"' + ELLIPSIS


@given(st.text(alphabet="ab1 .,;:()`-/—", max_size=200), st.integers(10, 80))
def test_a_cut_is_a_prefix_within_its_room(text: str, chars: int) -> None:
    cut = shorten(text, chars)
    assert len(cut) <= chars
    assert text.startswith(cut.removesuffix(ELLIPSIS))


@given(
    st.lists(st.sampled_from(["alpha", "3.14", "src/a/b.py", "beta,", "gamma"]), min_size=1, max_size=30),
    st.integers(12, 60),
)
def test_no_word_path_or_number_is_torn(words: list[str], chars: int) -> None:
    kept = shorten(" ".join(words), chars).removesuffix(ELLIPSIS).split()
    assert [w.rstrip(",") for w in kept] == [w.rstrip(",") for w in words[: len(kept)]]


def test_a_manifest_shows_one_line_without_backticks() -> None:
    assert plain("a `b`\n  c") == "a b c"


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Retry after 5 s", "Retry after 6 s", False),
        ("The `userId` header is missing", "The `orgId` header is missing", False),
        ("Sessions have no TTL in Redis", "In Redis, sessions have no TTL", True),
        ("Sessions have no TTL", "Logins have no limit", False),
        ("", "", False),
    ],
)
def test_same_means_same_words_and_same_identifiers(one: str, other: str, *, expected: bool) -> None:
    assert same(one, other) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Lamps go red within 1.5 s, or the road stays shut.", "Lamps go red within 1.5 s…"),
        ("Traces are stored as miniSEED. Nobody has complained so far.", "Traces are stored as miniSEED."),
        ("The lamp, as agreed, turns red within 1.5 s.", "The lamp, as agreed, turns red within 1.5 s."),
        ("Ask Marit, who pays.", "Ask Marit, who pays."),
        (
            "When the water is in again, does the lamp stay lit? Nobody agrees so far.",
            "When the water is in again, does the lamp stay lit?",
        ),
        ("The cache `a, b` is cold after a start, which is slow.", "The cache `a, b` is cold after a start…"),
    ],
)
def test_a_tight_text_loses_only_an_end_that_names_nothing(text: str, expected: str) -> None:
    assert tight(text) == expected


@given(st.text(alphabet="ab1 .,;—`", max_size=300))
def test_a_tight_text_is_a_beginning(text: str) -> None:
    assert text.startswith(tight(text).removesuffix("…").rstrip(" "))
    assert len(tight(text)) <= load.table("rank")["tight"]["chars"] or tight(text) == text
