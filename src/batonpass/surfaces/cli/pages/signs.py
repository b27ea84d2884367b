"""A sign that a context has begun to rot, for a person."""

from collections.abc import Iterator

from batonpass.model.sign import Sign
from batonpass.surfaces.cli.page import Line, line
from batonpass.tables import load


def sign(found: Sign) -> Iterator[Line]:
    """Yield what was seen, where, and what to do."""
    most: int = load.table("signs")["text"]["shown"]
    yield line((found.says, "name"), (f"  {found.name}", "quiet"), lead=("!", "warning"))
    for one in found.shown[-most:]:
        yield line((f"line {one.line}, turn {one.turn}: ", "quiet"), one.text, indent=2)
    if len(found.shown) > most:
        yield line((f"and {len(found.shown) - most} places before", "quiet"), indent=2)
    yield line(f"→ {found.todo}", indent=2)
