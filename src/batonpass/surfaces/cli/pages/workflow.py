"""A workflow's budget: what its handoffs cost together, and what was read beside them."""

from collections.abc import Iterator, Mapping, Sequence

from batonpass.flow.workflow import Shown
from batonpass.model.handoff import Handoff, Reading, Workflow
from batonpass.model.playbook import Playbook
from batonpass.surfaces.cli.page import EMPTY, Block, Line, Part, Table, joined, line, number, times, title
from batonpass.surfaces.cli.pages.problems import alert

BAR = 40  # columns of a full bar


def workflow(shown: Shown, playbook: Playbook) -> Iterator[Block]:
    """Yield the workflow, its handoffs, its budget, and the table every agent's context is planned by."""
    yield line((shown.workflow.id, "title"), "  ", *joined(list(state(shown.workflow))))
    if shown.handoffs:
        yield _handoffs(shown.handoffs, playbook)
    yield EMPTY
    yield from _budget(shown)
    yield EMPTY
    yield from _allocation(playbook)
    if shown.reads:
        yield EMPTY
        yield from reads(shown.reads, shown.handoffs)


def state(told: Workflow) -> Iterator[Part]:
    """Yield what is known of a workflow's course."""
    yield told.project
    yield f"started {told.started}" if told.started else ("never started, only handed over in", "quiet")
    if told.completed:
        yield ("succeeded", "good") if told.success else ("failed", "bad")
        yield f"after {told.duration_s:,.0f} s" if told.duration_s is not None else ""


def _handoffs(handoffs: Sequence[Handoff], playbook: Playbook) -> Table:
    head = ("from", "to", "type", "manifest", "must read", "share", "smaller", "")
    rows = tuple(_handoff(handoff, playbook.budgets.handoff) for handoff in handoffs)
    return Table(head, rows, frozenset({"manifest", "must read", "share", "smaller"}))


def _handoff(handoff: Handoff, budget: int) -> tuple[Part, ...]:
    cost = handoff.manifest_tokens + handoff.required_reading_tokens
    ratio = times(handoff.source_tokens, handoff.manifest_tokens)
    return (
        (handoff.agent, "name"),
        ", ".join(handoff.to) or "anyone",
        handoff.type,
        number(handoff.manifest_tokens),
        number(handoff.required_reading_tokens) if handoff.required_reading_tokens else "",
        f"{cost / budget:.0%}",
        f"{ratio}×" if ratio else "",
        ("rejected", "bad") if handoff.standing == "rejected" else "",
    )


def _budget(shown: Shown) -> Iterator[Line]:
    budget = shown.budget
    yield title("Budget of the workflow")
    yield line(*bar(budget.utilisation), f" {budget.utilisation:.0%}", indent=2)
    total = f"{number(budget.total_tokens)} of {number(budget.target)} tokens in {budget.handoffs} handoffs"
    yield line(total, f", {number(budget.remaining)} remaining", indent=2)
    largest = f"largest handoff: {budget.max_single_utilisation:.0%} of what one may have"
    yield line(*joined([largest, f"average {number(budget.average_tokens)} tokens"]), indent=2)
    if shown.alert.level != "OK":
        yield line(*alert(shown.alert), lead=("!", "warning"), indent=2)


def bar(share: float) -> tuple[Part, ...]:
    """Return a share as a bar; what is above the whole is full, and red."""
    filled = min(BAR, round(share * BAR))
    style = "bad" if share > 1 else "good"
    return ("█" * filled, style), ("░" * (BAR - filled), "quiet")


def _allocation(playbook: Playbook) -> Iterator[Block]:
    yield title("One agent's context", (f"  in tokens, as playbook {playbook.name} plans it", "quiet"))
    planned = sum(playbook.allocation.values())
    parts = {**playbook.allocation, "together": planned, "free": playbook.budgets.window - planned}
    head = tuple(part.replace("_", " ") for part in parts)
    yield Table(head, (tuple(map(number, parts.values())),), frozenset(head))


def reads(told: Sequence[Reading], handoffs: Sequence[Handoff]) -> Iterator[Block]:
    """Yield what was read beside the documents, by agent."""
    agents: Mapping[str, str] = {handoff.id: handoff.agent for handoff in handoffs}
    yield title("Read so far")
    rows = tuple(
        ((r.reader, "name"), agents.get(r.handoff, r.handoff), r.what + _lines(r), number(r.tokens), r.at)
        for r in told
    )
    yield Table(("reader", "handoff of", "read", "tokens", "at"), rows, frozenset({"tokens"}))


def _lines(reading: Reading) -> str:
    last = f"-{reading.last}" if reading.last > reading.first else ""
    return f":{reading.first}{last}" if reading.first else ""
