"""How much of a prompt counts as cached."""

from typing import Any

from evaluation.bench_cache import cached

MARK = {"cache_control": {"type": "ephemeral"}}


def body(*texts: str) -> dict[str, Any]:
    blocks = [{"type": "text", "text": text} for text in texts]
    return {"messages": [{"role": "user", "content": [*blocks[:-1], {**blocks[-1], **MARK}]}]}


def test_what_goes_on_as_it_began_is_cached_up_to_the_mark() -> None:
    told = cached([body("one"), body("one", "two")])
    alone = cached([body("one")])
    assert told.cached == alone.uncached
    assert told.uncached == cached([body("one", "two")]).uncached


def test_what_changes_at_its_beginning_is_not() -> None:
    assert cached([body("at 10:01", "two"), body("at 10:02", "two", "three")]).cached == 0
