"""One line for a person about an agent's end: who, all three lines of its return, and what is next."""

import re
from functools import cache
from typing import Any

from msgspec import Struct

from batonpass.brief.bars import MARK, NEXT, PLAIN_MARK, fitted
from batonpass.brief.width import in_ascii, printable
from batonpass.tables import load

SENTENCE = re.compile(r"(?<=[.;!?])\s+")


class End(Struct, frozen=True, kw_only=True):
    """What is told of an agent's end."""

    title: str  # the agent, as people read it
    status: str
    lines: tuple[str, ...]
    group: str = ""
    sign: str = ""  # of the agent; "" = the usual one
    next: str = ""
    problem: str = ""  # what evidence says against it
    artifact: str = ""  # where more of a problem stands


def ended(end: End, *, width: int = 0, ascii_only: bool = False) -> str:
    """Return the line in at most `width` columns; 0 = the usual ones. Who and what is next are never cut."""
    table = load.table("capsules")
    how = table["ends"].get(end.status.upper(), {})
    sign = (
        table["signs"]["problem"] if end.problem else how.get("sign") or end.sign or table["signs"]["ended"]
    )
    group = f"Group {end.group} " if end.group else ""
    word = f" {how['word']}" if how.get("word") else ""
    tail = f"{NEXT}{end.next}" if end.next else ""
    tail += f" (see {end.artifact})" if end.artifact and (end.problem or word) else ""
    told = [*map(shown, end.lines), *filter(None, [end.problem])]
    parts = [f"{sign} {group}[{end.title}]{word}", *told, tail]
    head, *lines, tail = (_written(part, ascii_only=ascii_only) for part in parts)
    mark = PLAIN_MARK if ascii_only else MARK
    said = [line for line in lines if line]
    return fitted(head, said, tail, width or table["columns"], mark, result_last=True)


def shown(text: str) -> str:
    """Return a line without the sentences that only tell how the team is steered."""
    kept = [part for part in SENTENCE.split(printable(text)) if not _hidden().search(part)]
    return " ".join(kept).rstrip(" .;")


@cache
def _hidden() -> re.Pattern[str]:
    patterns: list[str] = load.table("capsules")["hidden"]["patterns"]
    return re.compile("|".join(patterns), re.IGNORECASE)


def _written(text: str, *, ascii_only: bool) -> str:
    signs: dict[str, str] = load.table("capsules")["ascii"]
    lead = " " if text.startswith(" ") else ""
    return lead + (in_ascii(printable(text), signs) if ascii_only else printable(text))


def next_of(action: str, agent: str, team: Any) -> str:
    """Return what is next, as people read it: an agent, what it does, or what is waited for."""
    told: dict[str, str] = load.table("capsules")["next"]
    name = team.names.get(agent) or (team.title(agent) if agent else "")
    return told[action].format(agent=name).strip() if action in told else name
