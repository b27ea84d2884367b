"""How much a context has grown since it was compacted. On the fast path, and asked only where much is used."""

import json

from batonpass.model.usage import Numbers
from batonpass.read.numbers import newest
from batonpass.read.tail import LARGEST_BLOCK, MARKS, backwards, is_nested


def grown(path: str) -> int | None:
    """Return the tokens a context took since its last compaction, None where the end of the transcript has none.

    It is counted from the first answer after it: what the client says of the compaction itself is a guess.
    """
    nested, seen = is_nested(path), 0
    last: Numbers | None = None
    first: Numbers | None = None
    for line in backwards(path):
        seen += len(line)
        if seen > LARGEST_BLOCK:
            return None
        found = _numbers(line, nested=nested)
        if found is not None and not found.exact:
            return last.context - first.context if last and first else 0
        if found is not None:
            last, first = last or found, found
    return None


def _numbers(line: bytes, *, nested: bool) -> Numbers | None:
    if not any(mark in line for mark in MARKS):
        return None
    try:
        return newest(json.loads(line), nested=nested)
    except (ValueError, RecursionError):
        return None  # torn: it is being written
