"""The labelled documents can be won and lost."""

import pytest

from evaluation.families import own
from evaluation.families.baselines import METHODS, picked
from evaluation.families.case import Expected, path, right, words_of
from evaluation.families.compare import rows, table
from evaluation.handed import BUDGET, Shown

DOCUMENTS = [pytest.param(one, id=one.file) for one in own.expected(None)]


@pytest.mark.parametrize("one", DOCUMENTS)
def test_what_a_document_has_to_tell_stands_in_it(one: Expected) -> None:
    assert one.pieces or one.never
    for piece in one.pieces:
        if piece.kind != "tests":
            assert piece.shows(one.text), piece.text
    assert all(never(one.text) for never in one.never)


@pytest.mark.parametrize("method", METHODS)
def test_a_baseline_keeps_to_the_budget(method: str) -> None:
    text = "\n".join(f"We decided in round {n} to keep the pump {n * 3} running." for n in range(400))
    got = picked(method, text)
    assert 0.9 * BUDGET < got.tokens <= BUDGET
    assert all(line in text for line in got.lines)


def test_a_piece_counts_under_its_kind_only() -> None:
    piece = words_of("risk", "The mast may rust through by spring")
    assert right(piece, Shown("risk", "summary.risks", "The mast may rust through by spring (high)"))
    assert not right(piece, Shown("insight", "summary.insights", "The mast may rust through by spring"))
    assert not right(piece, Shown("risk", "summary.risks", "The mast"))


def test_a_path_is_told_where_its_folder_is_left_out() -> None:
    assert path("src/pump/valve.py").shows("- added `pump/valve.py`, which opens it")
    assert not path("src/pump/valve.py").shows("src/pump/valves.py")


def test_a_table_has_a_row_for_every_method() -> None:
    one = next(own.expected(None))
    head, *lines = table(rows(one))
    assert [line.split()[-6] for line in lines] == ["baton", "head", "words", "tf-idf"]
    assert head.split()[-5:] == ["recall", "prec.", "leaks", "tokens", "ms"]
