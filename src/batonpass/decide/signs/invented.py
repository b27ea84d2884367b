"""It speaks of what is not there: files, texts of files, names in code, results of tests."""

import re
from collections.abc import Iterator
from typing import Any

from batonpass.decide.seen import Seen, terms
from batonpass.model.act import Tool
from batonpass.model.deed import Done
from batonpass.model.sign import Shown

NAME = "invented"
WRITES: frozenset[Tool] = frozenset({"edit", "patch"})
OPENS: frozenset[Tool] = frozenset({"read", "edit"})
WORD = re.compile(r"[\w-]{2,}")
ANSWERED = 2000  # characters at the beginning of an answer in which a tool says what is wrong


def find(session: Seen) -> Iterator[Shown]:
    """Yield every claim that evidence contradicts, and every call that rests on what does not exist."""
    for claim in session.claims:
        line = claim.spans[0].first if claim.spans else 0
        yield session.at(line, f"claimed: {claim.claimed}; evidence: {claim.shown}")
    known: set[str] = set()
    told = terms(NAME)
    parts = [
        (b.span.first, b.text)
        for b in session.blocks
        if b.kind == "result" or _is_given(b.act and b.act.role)
    ]
    at = 0
    for one in session.calls:
        while at < len(parts) and parts[at][0] < one.call.span.first:
            known.update(WORD.findall(parts[at][1]))
            at += 1
        if one.failed or one.ok is None:
            yield from _in_call(session, one, told, known)


def _is_given(role: object) -> bool:
    return role in ("user", "client", "summary")


def _in_call(session: Seen, one: Done, told: dict[str, Any], known: set[str]) -> Iterator[Shown]:
    answer = one.answer[:ANSWERED]
    line = answer.strip().partition("\n")[0]
    path = one.act.touches[0].path if one.act.touches else ""
    name = path.replace("\\", "/").rsplit("/", 1)[-1]
    if one.act.tool in WRITES and _says(answer, told["text"]):
        yield session.shown(one.call, f"the text it wants to replace is not in {name or 'the file'}: {line}")
    elif (
        one.act.tool in OPENS
        and name
        and known.isdisjoint(WORD.findall(name)[:1])
        and _says(answer, told["file"])
    ):
        yield session.shown(one.call, f"nobody spoke of {path}, and there is none: {line}")
    elif one.act.tool == "shell":
        for found in _names(answer, told["symbol"]):
            if found not in known:
                yield session.shown(one.call, f"there is no {found}: {line}")


def _says(answer: str, patterns: list[str]) -> bool:
    return any(re.search(pattern, answer) for pattern in patterns)


def _names(answer: str, patterns: list[str]) -> list[str]:
    found = [match["name"].rsplit(":", 1)[-1] for p in patterns for match in re.finditer(p, answer)]
    return list(dict.fromkeys(found))
