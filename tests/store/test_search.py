from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from batonpass.model.handoff import Hit
from batonpass.store import words
from batonpass.store.local import LocalStore
from tests.store.sample import manifest, proof, publish

NOTES = """# Research: how we log in

We use OAuth2 with rotating refresh tokens, see `refreshToken` in src/auth/login.ts.
The HTTPServer keeps sessions for 30 days. Größe and naïve CAFÉ.

认证流程使用刷新令牌。
トークンを更新する。
인증 흐름은 토큰을 사용합니다.
การยืนยันตัวตนใช้โทเค็น
प्रमाणीकरण टोकन
Проверка подлинности: й и ё.
"""


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def store(tmp_path: Path, said: list[str]) -> LocalStore:
    store = LocalStore(str(tmp_path), say=said.append)
    publish(store, files={"notes.md": NOTES.encode()})
    return store


def lines(hits: tuple[Hit, ...], file: str = "notes.md") -> list[int]:
    return [hit.line for hit in hits if hit.path.endswith(file)]


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ("OAuth2", 3),
        ("rotating tokens", 3),
        ("refresh_token", 3),
        ("refreshToken", 3),
        ("refresh token", 3),
        ("REFRESH", 3),
        ("login.ts", 3),
        ("src/auth", 3),
        ("http server", 4),
        ("30", 4),
        ("grösse", 4),
        ("naive cafe", 4),
        ("认证", 6),
        ("证", 6),
        ("令牌", 6),
        ("更新", 7),
        ("トークン", 7),
        ("인증", 8),
        ("토큰", 8),
        ("โทเค็น", 9),
        ("टोकन", 10),
        ("подлинности", 11),
        ("Й", 11),
    ],
)
def test_words_are_found_in_every_script_and_spelling(store: LocalStore, asked: str, line: int) -> None:
    assert lines(store.search(asked)) == [line]


@pytest.mark.parametrize("asked", ["认令", "証", "ken", "xyz", "토흐", "5"])
def test_what_does_not_stand_there_is_not_found(store: LocalStore, asked: str) -> None:
    assert lines(store.search(asked)) == []


def test_beginning_of_a_word_finds_it(store: LocalStore) -> None:
    assert lines(store.search("rotat sess")) == [3]


def test_quotes_keep_words_together(store: LocalStore) -> None:
    assert lines(store.search('"refresh tokens"')) == [3]
    assert lines(store.search('"tokens refresh"')) == []
    assert lines(store.search('"never closed')) == []


def test_all_words_go_before_some(store: LocalStore) -> None:
    publish(store, "two", at="2026-03-02T10:00:00Z", files={"notes.md": b"OAuth2 alone\n"})
    assert len([hit for hit in store.search("OAuth2 sessions") if hit.path.endswith("notes.md")]) == 1
    assert len([hit for hit in store.search("OAuth2 zebra") if hit.path.endswith("notes.md")]) == 2


def test_place_that_speaks_of_it_more_comes_first(store: LocalStore) -> None:
    publish(
        store, "two", at="2026-03-02T10:00:00Z", files={"deep.md": b"sessions sessions\n" + b"filler\n" * 30}
    )
    first, second = store.search("sessions")[:2]
    assert first.path.endswith("deep.md")
    assert first.score > second.score


def test_hit_names_the_line_far_down(store: LocalStore) -> None:
    text = "".join(f"line {n}\n" for n in range(1, 500)) + "the needle\n"
    publish(store, "two", at="2026-03-02T10:00:00Z", files={"long.md": text.encode()})
    (hit,) = store.search("needle")
    assert (hit.line, hit.snippet) == (500, "the needle")


def test_long_line_is_shown_around_the_word(store: LocalStore) -> None:
    text = "start " + "filler " * 200 + "needle " + "more " * 200
    publish(store, "two", at="2026-03-02T10:00:00Z", files={"wide.md": text.encode()})
    (hit,) = store.search("needle")
    assert "needle" in hit.snippet
    assert hit.snippet.startswith("…")
    assert hit.snippet.endswith("…")
    assert len(hit.snippet) <= 162


def test_binary_files_are_passed_over(store: LocalStore) -> None:
    publish(
        store, "two", at="2026-03-02T10:00:00Z", files={"image.bin": b"\x00needle", "odd.md": b"\xff needle"}
    )
    assert [hit.path.rsplit("/", 1)[1] for hit in store.search("needle")] == ["odd.md"]


def test_limit_holds(store: LocalStore) -> None:
    publish(store, "two", at="2026-03-02T10:00:00Z", files={"many.md": b"needle\n" * 1000})
    assert len(store.search("needle")) == 20
    assert len(store.search("needle", 3)) == 3


def test_corrections_and_removals_are_seen(store: LocalStore) -> None:
    handoff = store.find("planner")
    assert store.search("corrected") == ()
    store.correct(handoff, manifest(scope="corrected"), proof(), at="2026-03-02T10:00:00Z")
    assert lines(store.search("corrected"), "manifest.json") == [1]
    assert lines(store.search("one found"), "manifest.1.json") == []
    store.clean(now="2027-01-01T00:00:00Z", days=1, keep_newest=0)
    assert store.search("corrected") == ()


@pytest.mark.parametrize("damage", [b"no database at all", b""])
def test_damaged_index_is_made_again(
    store: LocalStore, tmp_path: Path, said: list[str], damage: bytes
) -> None:
    before = store.search("sessions")
    (tmp_path / ".baton/cache/search.db").write_bytes(damage)
    assert store.search("sessions") == before
    (tmp_path / ".baton/cache/search.db").write_bytes(damage)
    store.rebuild()
    assert store.search("sessions") == before
    assert bool(said) == bool(damage)


@settings(deadline=None)  # a busy machine is no failure
@given(st.text(max_size=40))
def test_no_question_is_a_syntax_error(tmp_path_factory: pytest.TempPathFactory, asked: str) -> None:
    store = LocalStore(str(tmp_path_factory.getbasetemp() / "questions"), say=print)
    publish(store)
    store.search(asked)
    store.search(f"plan AND ({asked} OR NEAR * -")


@given(st.text(max_size=60))
def test_every_word_of_a_text_is_one_for_the_index_too(text: str) -> None:
    for word in words.words(text):
        assert words.words(word) == [word] or len(words.words(word)) > 0
        assert not word.isspace()
        assert '"' not in word
