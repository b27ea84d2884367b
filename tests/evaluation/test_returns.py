"""The set of last messages is large, mixed and even, and sound returns are made of all of it."""

from collections import Counter

from evaluation.returns.measure import Tried, tried
from evaluation.returns.voices import said
from evaluation.returns.wrappings import NOISE, WRAPPINGS

LEAST = 0.95


def share(some: list[Tried]) -> float:
    return sum(one.right for one in some) / len(some)


def test_the_set_is_large_and_mixed() -> None:
    messages = said()
    assert len(messages) > 300
    assert {one.understood for one in messages} == {"given", "repaired", "composed", "unknown"}
    assert len({one.status for one in messages}) > 40
    assert (
        min(count for name, count in Counter(one.wrapping for one in tried()).items() if name in WRAPPINGS)
        >= 30
    )
    assert {one.wrapping for one in tried()} == {*WRAPPINGS, *NOISE}


def test_some_author_is_not_tuned_on() -> None:
    assert {one.tuned for one in said()} == {True, False}


def test_every_message_makes_a_valid_return() -> None:
    assert [one.crash for one in tried() if one.crash] == []
    assert [one.said.text for one in tried() if not one.valid] == []


def test_the_status_is_the_one_that_is_stated() -> None:
    for tuned in (True, False):
        stated = [one for one in tried() if one.said.status and one.said.tuned is tuned]
        assert share(stated) >= LEAST


def test_where_none_is_stated_none_is_read() -> None:
    assert share([one for one in tried() if not one.said.status]) >= LEAST


def test_each_is_understood_as_it_is() -> None:
    every = tried()
    assert sum(one.understood for one in every) / len(every) >= LEAST
