"""It reads again what it has read, and nothing has changed."""

from collections.abc import Iterator

from batonpass.decide.seen import Seen, terms
from batonpass.model.deed import Done
from batonpass.model.sign import Shown

NAME = "reread"


def find(session: Seen) -> Iterator[Shown]:
    """Yield every reading that gave what an earlier one of the same gave, since the last compaction."""
    told = terms(NAME)
    before: dict[tuple[str, str], int] = {}
    for one in session.calls:
        what = _read(one, told["commands"])
        if not what or one.call.span.first < session.since or len(one.answer) < told["chars"]:
            continue
        first = before.setdefault((what, one.answer), one.call.span.first)
        if first != one.call.span.first:
            yield session.shown(one.call, f"as on line {first}: {what}")


def _read(one: Done, commands: list[str]) -> str:
    """Return what a call reads, "" where it is none that reads."""
    if one.act.tool == "read":
        return one.call.text or ",".join(touch.path for touch in one.act.touches)
    reads = one.act.tool == "shell" and one.act.command.split(" ", 1)[0] in commands
    return one.act.command if reads else ""
