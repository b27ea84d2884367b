"""Handoffs come in the order in which they were published, also those of one second."""

from pathlib import Path

from batonpass.model.handoff import Selection
from batonpass.store.local import LocalStore
from tests.store.sample import handoff_id, ids, publish


def test_the_journal_knows_which_of_one_second_came_first(tmp_path: Path) -> None:
    store = LocalStore(str(tmp_path), say=print)
    for name, agent in (("one", "zoe"), ("two", "adam"), ("three", "moritz")):
        publish(store, name, agent)
    published = [handoff_id("one"), handoff_id("two"), handoff_id("three")]
    assert ids(store.handoffs(Selection())) == published
    store.rebuild()
    assert ids(store.open_handoffs(Selection())) == published
