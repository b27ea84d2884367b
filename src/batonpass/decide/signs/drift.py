"""It does what it was told not to do, or has to be told to follow what it was told."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from batonpass.decide.seen import Seen, terms
from batonpass.model.act import Tool
from batonpass.model.deed import Done
from batonpass.model.sign import Shown

NAME = "drift"
WRITES: frozenset[Tool] = frozenset({"write", "edit", "patch"})
JOIN = re.compile(r"\s*(?:&&|\|\||;|\||\n)\s*")


class Ban(NamedTuple):
    """What the user does not want, and the line that says so."""

    what: str
    line: int
    of_files: bool


def find(session: Seen) -> Iterator[Shown]:
    """Yield every call that does what an earlier turn of the user forbids, and every turn that corrects it."""
    bans = list(_bans(session))
    for one in session.calls:
        for ban in bans:
            if ban.line < one.call.span.first and _breaks(one, ban):
                what = one.act.command or ", ".join(touch.path for touch in one.act.touches)
                yield session.shown(one.call, f"line {ban.line} forbids {ban.what}: {what}")
    corrected = re.compile("|".join(terms(NAME)["corrected"]), re.IGNORECASE)
    for block in session.said("user"):
        if found := corrected.search(block.text):
            yield session.shown(block, block.text[max(found.start() - 20, 0) :])


def _bans(session: Seen) -> Iterator[Ban]:
    for block in session.said("user"):
        text = block.text.replace("’", "'")
        for of_files in (False, True):
            for pattern in terms(NAME)["touch" if of_files else "run"]:
                for found in re.finditer(pattern, text, re.IGNORECASE):
                    yield Ban(found["what"].strip("`").rstrip("."), block.span.first, of_files)


def _breaks(one: Done, ban: Ban) -> bool:
    if one.refused:
        return False
    if ban.of_files:
        return (
            one.act.tool in WRITES and not one.failed and any(_is(t.path, ban.what) for t in one.act.touches)
        )
    return one.act.tool == "shell" and any(
        part == ban.what or part.startswith(f"{ban.what} ") for part in JOIN.split(one.act.command.strip())
    )


def _is(path: str, what: str) -> bool:
    """Tell whether a path is the file, or lies in the folder, that is meant."""
    plain = path.replace("\\", "/")
    wanted = what.removeprefix("./").rstrip("*").rstrip("/")
    return bool(wanted) and (plain == wanted or plain.endswith(f"/{wanted}") or f"/{wanted}/" in f"/{plain}")
