"""What dashboards are told: a workflow's start, every handoff, its completion."""

import os
from uuid import UUID

from batonpass.flow.outcome import Opened
from batonpass.flow.setup import Setup
from batonpass.store import telemetry as told

DIRECTORY = ".baton/telemetry"
Telemetry = told.Telemetry


def telemetry(setup: Setup, session: str = "") -> Telemetry:
    """Return the writer of the project's workflow events."""
    return writer(setup, os.path.join(setup.root, DIRECTORY), session)


def writer(setup: Setup, directory: str, session: str) -> Telemetry:
    """Return a writer into any directory; without a session it makes up one."""
    return Telemetry(directory, session or _session(setup), lambda: f"{setup.clock():%Y-%m-%dT%H:%M:%S.%fZ}")


def _session(setup: Setup) -> str:
    """Return a fresh UUID, as dashboards know sessions by."""
    return str(UUID(hex="".join(setup.ids() for _ in range(4)), version=4))


def tell_handoff(setup: Setup, opened: Opened) -> None:
    """Log one handoff to each of its receivers; one without a workflow belongs to no dashboard."""
    handoff = opened.handoff
    if not handoff.workflow:
        return
    cost = told.context_budget(
        handoff.manifest_tokens, handoff.required_reading_tokens, setup.playbook.budgets.handoff
    )
    for receiver in handoff.to or ("",):
        telemetry(setup, handoff.session or handoff.workflow).log_agent_handoff(
            handoff.workflow, handoff.agent, receiver, [handoff.manifest], cost
        )
