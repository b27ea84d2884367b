"""How much a context has grown since it was compacted. On the fast path, and asked only where much is used."""

import json
import os

from batonpass.model.may_be_json import NO_JSON
from batonpass.model.usage import Numbers
from batonpass.read.numbers import newest
from batonpass.read.tail import MARKS, is_nested

NEAR = 1_048_576  # bytes from the end; what took more since its compaction has grown enough
# One of these stands in the line of a compaction: a transcript is searched for them, not read.
COMPACTIONS = (b"compact_boundary", b"chat_compression", b'"compacted"', b'"compaction"')


def grown(path: str, now: int) -> int | None:
    """Return by how much a context of `now` tokens grew since its last compaction, None where its end has none.

    It is counted from the first answer after it: what the client says of the compaction itself is a guess.
    """
    data, nested = _end(path), is_nested(path)
    at = len(data)
    while (at := max(data.rfind(mark, 0, at) for mark in COMPACTIONS)) >= 0:
        begin, stop = data.rfind(b"\n", 0, at) + 1, data.find(b"\n", at)
        found = _numbers(data[begin : stop if stop >= 0 else len(data)], nested=nested)
        if found is not None and not found.exact:
            return max(now - _first(data[stop:] if stop >= 0 else b"", now, nested=nested), 0)
        at = begin  # somebody only spoke of one
    return None


def _end(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(size - NEAR, 0))
            return file.read()
    except OSError:
        return b""


def _first(data: bytes, now: int, *, nested: bool) -> int:
    """Return what the first answer behind a compaction took, `now` where there is none yet."""
    begin = 0
    while begin < len(data):
        stop = data.find(b"\n", begin)
        stop = stop if stop >= 0 else len(data)
        found = _numbers(data[begin:stop], nested=nested)
        if found is not None:
            return found.context
        begin = stop + 1
    return now


def _numbers(line: bytes, *, nested: bool) -> Numbers | None:
    if not any(mark in line for mark in MARKS):
        return None
    try:
        return newest(json.loads(line), nested=nested)
    except NO_JSON:
        return None  # torn: it is being written
