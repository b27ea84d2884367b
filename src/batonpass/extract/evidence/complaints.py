"""What programs say they could not do: a command line may end well all the same, and their part of it did not happen."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from batonpass.extract.shell.deeds import Deed
from batonpass.tables.load import words


class Complaint(NamedTuple):
    """One program, and the path it could do nothing with."""

    program: str  # "" for the shell itself
    path: str


def complaints(answer: str) -> tuple[Complaint, ...]:
    """Return what programs complain of in an answer."""
    said = words("commands")["complaints"]
    if not any(reason in answer for reason in said["reasons"]):
        return ()
    return tuple(_found(answer))


def _found(answer: str) -> Iterator[Complaint]:
    for pattern in _patterns():
        for found in pattern.finditer(answer):
            yield Complaint(found.groupdict().get("program") or "", found["path"])


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    said = words("commands")["complaints"]
    reasons = "|".join(map(re.escape, said["reasons"]))
    programs = "|".join(map(re.escape, said["programs"]))
    shaped = (line.replace("REASON", f"(?:{reasons})") for line in said["lines"])
    return tuple(
        re.compile(line.replace("PROGRAM", f"(?P<program>{programs})"), re.MULTILINE) for line in shaped
    )


def missing_folders(told: tuple[Complaint, ...]) -> frozenset[str]:
    """Return the folders into which a shell could not go."""
    return frozenset(one.path for one in told if one.program in ("cd", "pushd"))


def is_denied(deed: Deed, told: tuple[Complaint, ...]) -> bool:
    """Tell whether the program that should have done a deed says that it could not."""
    programs = words("commands")["complaints"]["programs"]
    path = deed.source or deed.path
    return any(
        deed.how in (programs[one.program] if one.program else ("write", "append"))
        and (path == one.path or path.endswith("/" + one.path.removeprefix("./")))
        for one in told
    )
