"""It says the same again, or makes the same call again and gets the same answer."""

import re
from collections.abc import Iterator
from itertools import groupby

from batonpass.decide.seen import Seen, terms
from batonpass.model.deed import Done
from batonpass.model.sign import Shown
from batonpass.tables import load

NAME = "repeated"
WORD = re.compile(r"\w+")
Rows = frozenset[tuple[str, ...]]


def find(session: Seen) -> Iterator[Shown]:
    """Yield every answer that an earlier one said nearly word for word, and every call made once too often."""
    yield from _answers(session)
    yield from _calls(session)


def _answers(session: Seen) -> Iterator[Shown]:
    told, least, reach = terms(NAME), terms(NAME)["words"], terms(NAME)["reach"]
    before: list[tuple[int, Rows]] = []
    for block in session.said("agent"):
        words = WORD.findall(block.text.casefold())
        if block.span.first < session.since or len(words) < least:
            continue
        rows = _rows(words)
        first = next((line for line, other in before[-reach:] if _alike(rows, other) >= told["similar"]), 0)
        if first:
            yield session.shown(block, f"as on line {first}: {block.text}")
        before.append((block.span.first, rows))


def _rows(words: list[str]) -> Rows:
    length: int = load.table("signs")["text"]["row"]
    return frozenset(zip(*(words[at:] for at in range(length)), strict=False))


def _alike(one: Rows, other: Rows) -> float:
    return len(one & other) / len(one | other) if one and other else 0.0


def _calls(session: Seen) -> Iterator[Shown]:
    """Yield calls that follow the same call with the same answer; who waits for something asks again on purpose."""
    told = terms(NAME)
    waiting = re.compile("|".join(told["waiting"]), re.IGNORECASE)
    recent = [
        one
        for one in session.calls
        if one.call.span.first >= session.since and one.answered and one.act.tool != "read"
    ]
    for _, run in groupby(recent, key=_call):
        same = list(run)
        asked = same[0].act.command or same[0].call.text
        what = f"{same[0].act.named} {asked}"
        if len(same) >= told["same"] and asked and not waiting.search(what):
            yield from (
                session.shown(one.call, f"the same call and answer again: {what}") for one in same[1:]
            )


def _call(one: Done) -> tuple[str, str, str, str]:
    return one.act.named, one.act.command, one.call.text, one.answer
