"""A workflow's budget: start it, complete it, and see what its handoffs cost together."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from batonpass.decide.alerts import alert
from batonpass.decide.workflow import Passed, WorkflowBudget, add_up
from batonpass.flow.course import safe
from batonpass.flow.setup import Setup
from batonpass.flow.telemetry import telemetry
from batonpass.model.errors import NotFound, WrongUse
from batonpass.model.event import Event
from batonpass.model.handoff import Handoff, Reading, Selection, Workflow
from batonpass.model.verdict import Verdict
from batonpass.store.telemetry import context_efficiency


class Shown(Struct, frozen=True):
    """One workflow with its handoffs, their cost, and what was read on demand."""

    workflow: Workflow
    handoffs: tuple[Handoff, ...]
    budget: WorkflowBudget
    alert: Verdict  # of its largest single handoff
    reads: tuple[Reading, ...]


def start(
    setup: Setup, project: str, plan: Sequence[str], workflow: str = "", minutes: int | None = None
) -> str:
    """Record once that a team begins; return the workflow's id, a fresh one where none is given."""
    if not project.strip():
        raise WrongUse("a workflow of nothing", wanted="the name of its project")
    moment = setup.clock()
    workflow = safe(workflow) if workflow else f"wf-{moment:%Y%m%d}-{setup.ids()}"
    if any(known.id == workflow and known.started for known in setup.store.workflows()):
        return workflow
    data: dict[str, object] = {"workflow": workflow, "project": project, "agents": list(plan)}
    at = f"{moment:%Y-%m-%dT%H:%M:%SZ}"
    # Dashboards first: what fails there has not begun, and a start that is told twice begins once.
    telemetry(setup, workflow).log_workflow_start(workflow, project, plan, minutes)
    setup.store.record(Event("workflow.started", at, data, f"started:{workflow}"))
    return workflow


def complete(setup: Setup, workflow: str, *, success: bool) -> Shown:
    """Record how a workflow ended, with its efficiency; without an id, the newest workflow.

    The same end is recorded once; another one, after it went on, takes its place.
    """
    shown = show(setup, workflow)
    if shown.workflow.completed and shown.workflow.success == success:
        return shown
    workflow = shown.workflow.id
    moment = setup.clock()
    seconds = _seconds_since(shown.workflow.started, moment)
    agents = list(dict.fromkeys(handoff.agent for handoff in shown.handoffs))
    data: dict[str, object] = {
        "workflow": workflow,
        "success": success,
        "agents": agents,
        "duration_s": seconds,
    }
    at = f"{moment:%Y-%m-%dT%H:%M:%SZ}"
    telemetry(setup, workflow).log_workflow_complete(
        workflow, seconds, success, agents, _efficiency(setup, shown)
    )
    setup.store.record(Event("workflow.completed", at, data, f"completed:{workflow}:{at}"))
    return show(setup, workflow)


def _seconds_since(started: str, now: datetime) -> int:
    return round((now - datetime.fromisoformat(started)).total_seconds()) if started else 0


def _efficiency(setup: Setup, shown: Shown) -> dict[str, object]:
    passed = [h for h in shown.handoffs if h.standing == "published"]
    costs = [h.manifest_tokens + h.required_reading_tokens for h in passed]
    sources = sum(h.source_tokens for h in passed)
    manifests = sum(h.manifest_tokens for h in passed if h.source_tokens)
    return context_efficiency(costs, sources, manifests, setup.playbook.budgets.handoff)


def show(setup: Setup, workflow: str = "") -> Shown:
    """Return a workflow's handoffs and budget; without an id, the newest workflow's."""
    known = {w.id: w for w in setup.store.workflows()}
    name = workflow or next(reversed(known), "")
    handoffs = setup.store.handoffs(Selection(workflow=name)) if name else ()
    if name not in known and not handoffs:
        some = f"one of {', '.join(list(known)[-3:])}" if known else ""
        found = f"no workflow {name!r}" if name else "no workflow yet"
        raise NotFound(found, wanted=some, todo="start one with `baton workflow start`")
    counted = [_passed(handoff) for handoff in handoffs if handoff.standing == "published"]
    largest = max((p.tokens for p in counted), default=0)
    return Shown(
        known.get(name, Workflow(id=name)),
        handoffs,
        add_up(counted, setup.playbook.budgets),
        alert(largest, setup.playbook.budgets, setup.playbook.alerts),
        setup.store.reads(workflow=name),
    )


def _passed(handoff: Handoff) -> Passed:
    return Passed(
        from_agent=handoff.agent,
        to_agent=", ".join(handoff.to),
        manifest_tokens=handoff.manifest_tokens,
        required_tokens=handoff.required_reading_tokens,
        source_tokens=handoff.source_tokens,
    )
