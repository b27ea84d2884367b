import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from batonpass.measure.estimate import Estimator
from batonpass.measure.vocabulary import PIECE_CHARS, Vocabulary, count_bytes, pieces, tokenizer

PROSE = "The limiter keeps 10 requests per minute in `src/limiter.ts`; beyond that it answers 429.\n"


def test_counts_are_those_of_o200k() -> None:
    assert Vocabulary().count("hello world") == 2
    assert Vocabulary().count("") == 0


def test_special_tokens_in_a_text_are_plain_text() -> None:
    assert Vocabulary().count("<|endoftext|>") > 1


def test_a_lone_surrogate_is_counted_not_raised() -> None:
    assert Vocabulary().count("a\ud800b") > 0


@given(st.text(alphabet=st.sampled_from("ab \n\t-é漢"), max_size=300), st.integers(5, 60))
def test_pieces_are_the_whole_text(text: str, size: int) -> None:
    assert "".join(pieces(text, size)) == text
    assert all(len(piece) <= size for piece in pieces(text, size))


def test_counting_in_pieces_differs_by_less_than_a_thousandth() -> None:
    text = PROSE * (2 * PIECE_CHARS // len(PROSE))
    whole = len(tokenizer().encode_ordinary(text))
    assert len(text) > PIECE_CHARS
    assert abs(Vocabulary().count(text) - whole) <= whole / 1000


def test_the_estimate_is_close_and_says_what_it_is() -> None:
    text = PROSE * 20
    assert abs(Estimator().count(text) - Vocabulary().count(text)) < 0.1 * Vocabulary().count(text)
    assert "estimate" in Estimator().name


def test_the_vocabulary_is_loaded_by_the_first_count_only() -> None:
    code = (
        "import sys; from batonpass.measure.vocabulary import Vocabulary; v = Vocabulary(); v.name\n"
        "assert 'splintr' not in sys.modules; v.count('a'); assert 'splintr' in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_vocabulary_is_loaded_once_whoever_asks_first() -> None:
    with ThreadPoolExecutor(4) as pool:
        loaded = list(pool.map(lambda _: tokenizer(), range(8)))
    assert all(one is loaded[0] for one in loaded)


def test_a_document_is_counted_in_pieces_as_closely() -> None:
    data = (PROSE * (3 * PIECE_CHARS // len(PROSE))).encode()
    whole = Vocabulary().count(data.decode())
    assert abs(count_bytes(Vocabulary(), data) - whole) <= whole / 1000
    assert count_bytes(Vocabulary(), b"hello world") == 2
