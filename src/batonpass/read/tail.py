"""The end of a transcript, without the rest of it. On the fast path: a hook must know how full a context is."""

import json
import os
import time
from collections.abc import Iterator

from batonpass.model.may_be_json import NO_JSON
from batonpass.model.usage import Numbers
from batonpass.read.numbers import newest

FIRST_BLOCK = 65_536  # bytes; the last answer is nearly always in there
LARGEST_BLOCK = 4_194_304  # what is in memory at once stays below a few of these, however large the file
LONGEST_LINE = 33_554_432  # a longer line holds files or pictures, never only numbers; it is passed over
FARTHEST = 134_217_728  # bytes from the end; without a number in there nothing is known
MARKS = (b"usage", b"token", b"compact", b"chat_compression")  # one of which a line with numbers has in it
PAUSE = 0.01
OPENING = 80  # characters of a message that tell it from others
OLD = 0.25  # seconds after which a client that writes has written: its lines are at most 80 ms late
HEAD = 65_536  # bytes at the beginning in which a nested agent's transcript shows whose it is


def last_numbers(path: str, *, call: str = "", seconds: float = 0.5) -> Numbers | None:
    """Return the numbers the next prompt starts from, None where the end of the file has none.

    With `call`, wait until that tool call is on the disk: clients write the line of a call some ten milliseconds
    after their hooks started. What was read without it may be one answer old.
    """
    late = bool(call) and not awaited(path, call, seconds)
    nested = is_nested(path)
    for line in backwards(path):
        if any(mark in line for mark in MARKS):
            try:
                found = newest(json.loads(line), nested=nested)
            except NO_JSON:
                continue  # torn: it is being written
            if found:
                found.exact = found.exact and not late
                return found
    return None


def backwards(path: str) -> Iterator[bytes]:
    """Yield the lines of a file from the last to the first, reading in blocks that double."""
    try:
        file = open(path, "rb")  # noqa: SIM115 - closed below; the file may be gone while we read
    except OSError:
        return
    with file:
        at = size = file.seek(0, os.SEEK_END)
        block = FIRST_BLOCK
        rest: list[bytes] = []
        while at > 0 and size - at < FARTHEST:
            length = min(block, at)
            at -= length
            file.seek(at)
            lines = file.read(length).split(b"\n")
            if len(lines) > 1:
                yield lines[-1] + b"".join(reversed(rest))
                yield from reversed(lines[1:-1])
                rest = []
            rest.append(lines[0])
            if sum(map(len, rest)) > LONGEST_LINE:
                rest = [b""]
            block = min(block * 2, LARGEST_BLOCK)
        if at == 0:
            yield b"".join(reversed(rest))


def awaited(path: str, call: str, seconds: float) -> bool:
    """Wait until a call stands in the end of a transcript; tell whether it came to that."""
    wanted, until = call.encode(), time.monotonic() + seconds
    while not _stands(path, wanted):
        if time.monotonic() >= until:
            return False
        time.sleep(PAUSE)
    return True


def settled(path: str, message: str, seconds: float = 1.0) -> bool:
    """Wait until an agent's last message stands in its transcript, and with it all it did before; tell whether it does.

    A file nobody wrote to for a while holds everything but that message already: then nobody needs to wait.
    """
    wanted = json.dumps(message[:OPENING], ensure_ascii=False)[1:-1].encode("utf-8", "replace")
    until = time.monotonic() + seconds
    while not _stands(path, wanted):
        if time.monotonic() >= until or _is_old(path):
            return False
        time.sleep(PAUSE)
    return True


def _is_old(path: str) -> bool:
    try:
        return time.time() - os.stat(path).st_mtime > OLD
    except OSError:
        return False  # before the first line is written there is no file


def _stands(path: str, wanted: bytes) -> bool:
    try:
        with open(path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(size - LARGEST_BLOCK, 0))
            return wanted in file.read()
    except OSError:
        return False


def is_nested(path: str) -> bool:
    """Tell the transcript of a nested agent: all of it is a side chain."""
    if os.path.basename(path).startswith("agent-"):
        return True
    try:
        with open(path, "rb") as file:
            head = file.read(HEAD)
    except OSError:
        return False
    for line in head.split(b"\n"):
        try:
            value = json.loads(line)
        except NO_JSON:
            continue
        if isinstance(value, dict) and value.get("type") in ("user", "assistant"):
            return value.get("isSidechain") is True
    return False


def of_agent(path: str, agent: str) -> str:
    """Return where Claude Code keeps the transcript of a nested agent, given the main one's."""
    return f"{path.removesuffix('.jsonl')}/subagents/agent-{agent}.jsonl"
