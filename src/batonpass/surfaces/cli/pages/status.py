"""One screen: what is open, what runs, what is wrong."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from batonpass.flow.upkeep import Status
from batonpass.model.handoff import Handoff, Workflow
from batonpass.model.problem import Problem
from batonpass.surfaces.cli.page import EMPTY, Block, Part, Table, joined, line, number, title
from batonpass.surfaces.cli.pages.modes import MEANINGS
from batonpass.surfaces.cli.pages.names import short
from batonpass.surfaces.cli.pages.problems import problems
from batonpass.tables import load

MINUTE, HOUR, DAY = 60, 3600, 86400
FIRST_STEP = "Nothing is open: `baton compact PATH --agent NAME` hands over."


def status(told: Status, root: str, now: datetime) -> Iterator[Block]:
    """Yield the screen."""
    yield line((root, "title"))
    yield line(*joined([f"mode {told.mode}: {MEANINGS[told.mode]}", f"playbook {told.playbook}"]), indent=2)
    yield EMPTY
    yield title("Open handoffs") if told.open else line(FIRST_STEP)
    most: int = load.limits()["terminal"]["handoffs"]
    shown = told.open[-most:]
    for handoff in shown:
        yield from _handoff(handoff, [p for p in told.problems if p.path == handoff.manifest], now)
    yield from _more(len(told.open) - len(shown), "older: `baton status --json` lists all")
    if told.rejected:
        yield EMPTY
        yield title("Rejected")
        for handoff in told.rejected[-most:]:
            about = (
                f"  {handoff.scope} · {age(handoff.at, now)} · `baton show {handoff.id}` says why",
                "quiet",
            )
            yield line((handoff.agent, "name"), about, lead=("✗", "bad"), indent=2)
        yield from _more(len(told.rejected) - most, "older")
    if told.workflows:
        yield EMPTY
        yield title("Workflows")
        yield Table(("id", "project", "started", ""), tuple(map(_workflow, told.workflows[-most:])))
        yield from _more(len(told.workflows) - most, "older")
    if told.phases:
        yield EMPTY
        yield title("Phases")
        yield line(told.phases.line, (f"  {told.phases.path}", "quiet"), indent=2)
        yield from (line(skip, lead=("!", "warning"), indent=2) for skip in told.phases.skips)
    known = {handoff.manifest for handoff in shown}
    if others := [problem for problem in told.problems if problem.path not in known]:
        yield EMPTY
        yield title("Problems")
        yield from problems(others[:most])
        yield from _more(len(others) - most, "more: `baton validate`")


def _more(count: int, what: str) -> Iterator[Block]:
    """Yield how many are not shown: the newest are what somebody looks for, and a screen is short."""
    if count > 0:
        yield line((f"… and {number(count)} {what}", "quiet"), indent=2)


def _handoff(handoff: Handoff, found: Sequence[Problem], now: datetime) -> Iterator[Block]:
    sign = short(handoff)
    indent = 2 + len(sign) + 1
    cost = f"{number(handoff.manifest_tokens + handoff.required_reading_tokens)} tokens"
    agents = ((handoff.agent, "name"), f" → {', '.join(handoff.to) or 'whoever comes next'}")
    yield line(
        *agents,
        (" · ", "quiet"),
        *joined([handoff.type, cost, age(handoff.at, now)]),
        lead=(sign, "quiet"),
        indent=2,
    )
    read = f"read by {', '.join(handoff.readers)}" if handoff.readers else "not read yet"
    yield line(handoff.scope, (f"  {read}", "quiet"), indent=indent)
    yield from problems(found, indent, around=handoff.manifest)


def _workflow(told: Workflow) -> tuple[Part, ...]:
    course: Part = ("succeeded", "good") if told.success else ("failed", "bad")
    return (told.id, "name"), told.project, told.started, course if told.completed else "running"


def age(at: str, now: datetime) -> str:
    """Return how long ago a time was, as people say it; the time itself where it is none."""
    try:
        seconds = (now - datetime.fromisoformat(at)).total_seconds()
    except (ValueError, TypeError):
        return at
    for unit, name in ((DAY, "d"), (HOUR, "h"), (MINUTE, "min")):
        if seconds >= unit:
            return f"{seconds // unit:.0f} {name} ago"
    return "just now"
