"""One screen: what is open, what runs, what is wrong."""

from collections.abc import Iterator
from datetime import datetime

from batonpass.flow.upkeep import Status
from batonpass.model.handoff import Handoff, Workflow
from batonpass.surfaces.cli.page import EMPTY, Block, Part, Table, joined, line, number, title
from batonpass.surfaces.cli.pages.problems import problems

MINUTE, HOUR, DAY = 60, 3600, 86400
FIRST_STEP = "Nothing was handed over yet: `baton compact PATH --agent NAME` makes the first handoff."
MODES = {
    "observe": "problems are recorded",
    "warn": "problems are said, nothing is blocked",
    "enforce": "a handoff with errors is rejected",
}


def status(told: Status, root: str, now: datetime) -> Iterator[Block]:
    """Yield the screen."""
    yield line((root, "title"))
    yield line(*joined([f"mode {told.mode}: {MODES[told.mode]}", f"playbook {told.playbook}"]), indent=2)
    yield EMPTY
    if not told.open:
        yield line(FIRST_STEP)
        return
    yield title("Open handoffs")
    yield _handoffs(told.open, now)
    if told.workflows:
        yield EMPTY
        yield title("Workflows")
        yield _workflows(told.workflows)
    if told.problems:
        yield EMPTY
        yield title("Problems")
        yield from problems(told.problems)


def _handoffs(handoffs: tuple[Handoff, ...], now: datetime) -> Table:
    head = ("id", "from", "to", "type", "about", "tokens", "age", "read by")
    rows = tuple(
        (
            (h.id[:8], "quiet"),
            (h.agent, "name"),
            ", ".join(h.to) or "anyone",
            h.type,
            h.scope,
            number(h.manifest_tokens + h.required_reading_tokens),
            age(h.at, now),
            ", ".join(h.readers) or ("nobody yet", "quiet"),
        )
        for h in handoffs
    )
    return Table(head, rows, frozenset({"tokens", "age"}))


def _workflows(workflows: tuple[Workflow, ...]) -> Table:
    rows = tuple((w.id, w.project, w.started, _course(w)) for w in workflows)
    return Table(("id", "project", "started", ""), rows)


def _course(workflow: Workflow) -> Part:
    if not workflow.completed:
        return "running"
    return ("succeeded", "good") if workflow.success else ("failed", "bad")


def age(at: str, now: datetime) -> str:
    """Return how long ago a time was, as people say it; the time itself where it is none."""
    try:
        seconds = (now - datetime.fromisoformat(at)).total_seconds()
    except (ValueError, TypeError):
        return at
    for unit, name in ((DAY, "d"), (HOUR, "h"), (MINUTE, "min")):
        if seconds >= unit:
            return f"{seconds // unit:.0f} {name}"
    return "now"
