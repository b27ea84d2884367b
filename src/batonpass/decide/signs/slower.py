"""Its answers take longer and longer."""

from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from statistics import median

from batonpass.decide.seen import Seen, terms
from batonpass.model.sign import Shown
from batonpass.model.source import Block

NAME = "slower"
ANSWERS = frozenset({"user", "tool"})  # an answer begins after one of these


def find(session: Seen) -> Iterator[Shown]:
    """Yield one place: the slowest of the last answers, where they take much longer than the first."""
    told = terms(NAME)
    waits = [(block, seconds) for block, seconds in _waits(session) if 0 < seconds < told["most"]]
    third = len(waits) // 3
    if len(waits) < told["answers"]:
        return
    early, late = (median(seconds for _, seconds in part) for part in (waits[:third], waits[-third:]))
    if late >= told["times"] * early and late - early >= told["seconds"]:
        slowest, _ = max(waits[-third:], key=lambda wait: wait[1])
        said = f"{late:.0f} s for an answer, by the median of the last {third}; {early:.0f} s of the first {third}"
        yield session.shown(slowest, said)


def _waits(session: Seen) -> Iterator[tuple[Block, float]]:
    """Yield every answer since the last compaction, and how long it took to come."""
    recent = [b for b in session.blocks if b.span.first >= session.since and b.act is not None and b.act.time]
    for before, after in pairwise(recent):
        if before.act and after.act and before.act.role in ANSWERS and after.act.role == "agent":
            began, came = _moment(before.act.time), _moment(after.act.time)
            if began is not None and came is not None:
                yield after, came - began


def _moment(time: str) -> float | None:
    try:
        return datetime.fromisoformat(time).timestamp()
    except ValueError:
        return None  # a client that spells its times another way: nothing is known of this answer
