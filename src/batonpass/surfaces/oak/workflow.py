"""What the handoffs of a workflow cost together, when to be alarmed, and what dashboards are told."""

from msgspec.structs import replace

from batonpass.flow import budget as budgets
from batonpass.flow import telemetry
from batonpass.model.playbook import Alerts
from batonpass.surfaces.oak.records import PLAYBOOK, ContextBudget
from batonpass.surfaces.oak.tokens import here


class WorkflowContextBudget:
    """What the handoffs of one workflow cost together."""

    def __init__(self, workflow_id: str) -> None:
        """Start with nothing used."""
        self.workflow_id = workflow_id
        self.handoffs: list[budgets.Passed] = []

    def log_agent_handoff(self, from_agent: str, to_agent: str, tokens_used: int) -> None:
        """Add one handoff."""
        passed = budgets.Passed(from_agent=from_agent, to_agent=to_agent, manifest_tokens=tokens_used)
        self.handoffs.append(passed)

    def added_up(self) -> budgets.WorkflowBudget:
        """Return all figures of the workflow so far."""
        return budgets.add_up(self.handoffs, PLAYBOOK)

    @property
    def total_tokens_used(self) -> int:
        """Return the tokens of all handoffs."""
        return self.added_up().total_tokens

    @property
    def utilization_percentage(self) -> float:
        """Return the used part of the workflow's target, in percent."""
        return round(100 * self.added_up().utilisation, 1)

    @property
    def remaining_tokens(self) -> int:
        """Return what is left of the workflow's target."""
        return self.added_up().remaining


class BudgetAlert:
    """Alert when approaching budget limits."""

    WARNING_THRESHOLD = PLAYBOOK.alerts.warning
    CRITICAL_THRESHOLD = PLAYBOOK.alerts.critical

    def check_budget(self, budget: ContextBudget, tokens_used: int) -> str:
        """Return alert level based on usage."""
        own = Alerts(warning=self.WARNING_THRESHOLD, critical=self.CRITICAL_THRESHOLD)
        verdict = budgets.alert(tokens_used, replace(budget.playbook(), alerts=own))
        return f"{verdict.level}: {verdict.reasons[0]}"


class TelemetryLogger(telemetry.Telemetry):
    """Writes workflow events, with context budget and context efficiency, into a directory of your own."""

    def __init__(self, telemetry_dir: str = "telemetry", session_id: str = "") -> None:
        """Make up a session where none is given."""
        writer = telemetry.writer(here(), telemetry_dir, session_id)
        super().__init__(telemetry_dir, writer.session_id, writer.clock)
