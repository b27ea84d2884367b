"""One line for a person about a turn of events at which no agent ended: a plan, a merge, a loop, the end."""

import re
from collections.abc import Mapping
from typing import Any

from batonpass.brief.bars import BAR, MARK, NEXT, PLAIN_MARK, fitted
from batonpass.brief.ended import shown
from batonpass.brief.width import in_ascii, printable
from batonpass.model.errors import NotFound, WrongUse
from batonpass.tables import load

NAME = re.compile(r"\{(\w+)\}")
INNER = re.compile(r"<([^<>]*)>")


def moment(name: str, said: Mapping[str, str], *, width: int = 0, ascii_only: bool = False) -> str:
    """Return the line of a moment; what the caller does not say is left out of it."""
    table = load.table("capsules")
    told = _told(name)
    unknown = sorted(said.keys() - set(NAME.findall(told["line"])))
    if unknown:
        raise WrongUse(
            f"{name} says nothing of {', '.join(unknown)}", wanted=f"any of {', '.join(names_of(name))}"
        )
    values = {key: shown(value) for key, value in said.items()}
    parts = [*filter(None, (_filled(part, values) for part in told["line"].split(BAR)))]
    parts[0] = f"{told['sign']} {parts[0]}" if parts else told["sign"]
    last, arrow, following = parts[-1].partition(NEXT)
    parts[-1] = last
    written = [printable(part) for part in parts]
    tail = printable(f"{arrow}{following}")
    if ascii_only:
        written, tail = [in_ascii(part, table["ascii"]) for part in written], in_ascii(tail, table["ascii"])
    tail = f" {tail}" if tail else ""
    mark = PLAIN_MARK if ascii_only else MARK
    return fitted(written[0], [part for part in written[1:] if part], tail, width or table["columns"], mark)


def names() -> tuple[str, ...]:
    """Return the moments there are."""
    return tuple(load.table("capsules")["moments"])


def names_of(name: str) -> tuple[str, ...]:
    """Return what may be said of a moment."""
    return tuple(dict.fromkeys(NAME.findall(_told(name)["line"])))


def _told(name: str) -> dict[str, Any]:
    moments: dict[str, Any] = load.table("capsules")["moments"]
    if name not in moments:
        raise NotFound(f"no moment {name!r}", wanted=f"one of {', '.join(moments)}")
    told: dict[str, Any] = moments[name]
    return told


def _filled(part: str, values: Mapping[str, str]) -> str:
    """Return a part with what was said in it; "" where something it needs was not."""
    while found := INNER.search(part):
        inner = found[1] if _is_said(found[1], values) else ""
        lead = " " if inner.startswith("→") else ""
        part = part[: found.start()] + lead + inner + part[found.end() :]
    return NAME.sub(lambda name: values[name[1]], part) if _is_said(part, values) else ""


def _is_said(part: str, values: Mapping[str, str]) -> bool:
    return all(values.get(name) for name in NAME.findall(part))
