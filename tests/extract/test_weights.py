"""The shipped weights, and how a text comes to its chances."""

import pytest

from batonpass.extract.hearing import FALLEN, NO_KIND
from batonpass.extract.stems import stem
from batonpass.extract.traits import traits
from batonpass.extract.weights import Weights, chances, weights
from batonpass.model.fact import KINDS
from batonpass.model.source import Block, Span
from batonpass.tables.load import blob

NOWHERE = Span("", 1, 1, 0, 1, "")
HEADER = b'{"classes": ["other", "risk"], "scale": 0.5, "bias": [0.0, 1.0], "stretches": 64}\n'


def of(text: str) -> Block:
    return Block("paragraph", text, NOWHERE)


def test_the_shipped_file_is_small_and_knows_only_kinds() -> None:
    assert len(blob("prose.weights")) <= 1_000_000
    assert set(weights().classes) - {NO_KIND} <= {*KINDS, *FALLEN}


def test_rows_are_added_up_and_shared_out_over_the_traits() -> None:
    table = Weights(HEADER + b"could\nfail" + b"\0" + bytes([128, 132, 126, 130]))
    assert table.sums(["could"]) == [0.0, 1.0 + 0.5 * 4]
    assert table.sums(["could", "fail", "fail"]) == pytest.approx([0.5 * -2 / 2**0.5, 1.0 + 0.5 * 6 / 2**0.5])


def test_a_text_without_known_traits_is_what_most_texts_are() -> None:
    table = Weights(HEADER + b"could" + b"\0" + bytes([128, 132]))
    assert table.sums(["never", "seen"]) == [0.0, 1.0]


def test_a_word_is_as_common_as_it_was_counted_and_an_unknown_one_rarer_than_any() -> None:
    rows = bytes([128, 132])
    table = Weights(HEADER + b"could" + b"\0" + rows + b"bell\ntest" + b"\0" + bytes([5 * 16, 16]))
    assert table.sums(["could"]) == [0.0, 1.0 + 0.5 * 4]
    assert (table.common("bell"), table.common("test")) == (1 / 32, 1 / 2)
    assert table.common("carillon") < table.common("bell")


def test_chances_add_up_to_one() -> None:
    assert sum(chances([1.0, -2.0, 0.5])) == pytest.approx(1.0)


@pytest.mark.parametrize("form", ["choose", "chooses", "choosing"])
def test_forms_of_a_word_fall_together(form: str) -> None:
    assert stem(form) == stem("choose")


def test_words_that_say_alike_share_a_trait() -> None:
    picked, opted = (set(traits(text, of(text))) for text in ("We picked Redis.", "We opted for Redis."))
    assert "%choose" in picked & opted


def test_no_letter_of_other_scripts_is_lost() -> None:
    assert {"缓", "存", "缓存"} <= set(traits("缓存", of("缓存")))
