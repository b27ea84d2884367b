"""What a person changed in a handoff."""

from collections.abc import Iterator
from typing import Any

import msgspec

from batonpass.flow.edit import Made
from batonpass.surfaces.cli.page import Line, Part, line


def corrections(made: Made) -> Iterator[Line]:
    """Yield every correction with what stood there before."""
    if not made:
        yield line("Nothing was changed.")
    for one in made.changed:
        yield from _rows(one.pointer, "~", "warning", one.before, one.after)
    for one in made.added:
        yield from _rows(one.pointer, "+", "good", None, one.after)
    for one in made.removed:
        yield from _rows(one.pointer, "-", "gone", one.before, None)


def _rows(pointer: str, sign: str, style: str, before: Any, after: Any) -> Iterator[Line]:
    yield line((pointer, "name"), lead=(sign, style))
    if before is not None:
        yield line(_said(before), lead=("-", "gone"), indent=2)
    if after is not None:
        yield line(_said(after), lead=("+", "good"), indent=2)


def _said(value: Any) -> Part:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
