"""Whether a project may go on to a stricter mode, for a person."""

from collections import Counter
from collections.abc import Iterator

from batonpass.model.readiness import Readiness
from batonpass.surfaces.cli.page import Line, counted, line
from batonpass.tables import load


def page(found: Readiness) -> Iterator[Line]:
    """Yield the step, the criteria, what would have been stopped, and what to do."""
    step = f"{found.mode} → {found.next}" if found.next else f"{found.mode}, the strictest mode"
    told = f"  last {counted(found.days, 'day')}: {counted(found.handoffs, 'handoff')}, {counted(found.checks, 'check')}"
    yield line((step, "name"), (told, "quiet"))
    for one in found.criteria:
        lead = ("✓", "good") if one.met else ("✗", "bad")
        yield line((f"{one.name}: ", "name"), one.found, (f"  wanted {one.wanted}", "quiet"), lead=lead)
    yield from _stopped(found)
    if found.excuses:
        told = ", ".join(f"{name} {count}" for name, count in found.excuses.items())
        yield line(f"agents reasoned around a gate: {told}", lead=("!", "warning"))
    yield line(_todo(found), lead=("→", "quiet"))


def _stopped(found: Readiness) -> Iterator[Line]:
    kinds = Counter(one.what for one in found.stopped)
    said = ", ".join(counted(count, kind) for kind, count in kinds.items()) or "nothing"
    yield line(
        f"enforce would have stopped {said}", lead=("!", "warning") if found.stopped else ("✓", "good")
    )
    most: int = load.limits()["terminal"]["left_out"]
    for one in found.stopped[-most:]:
        place = (f"  {one.path}", "quiet")
        yield line((f"{one.at} ", "quiet"), f"{one.what} {one.who}".strip(), f": {one.why}", place, indent=2)
    if len(found.stopped) > most:
        yield line((f"and {len(found.stopped) - most} before", "quiet"), indent=2)


def _todo(found: Readiness) -> str:
    if not found.next:
        return "`baton mode warn` goes back at once"
    if found.ready:
        return f"`baton mode {found.next}` goes on; `baton mode {found.mode}` goes back at once"
    return "mend what is not met; a mode can be switched at any time all the same"
