"""Is a handoff, an agent or a workflow within its budget? The playbook's numbers, asked one at a time."""

from collections.abc import Sequence

from batonpass.decide import alerts, workflow
from batonpass.model.playbook import Budgets, Playbook
from batonpass.model.verdict import Verdict

Passed = workflow.Passed
WorkflowBudget = workflow.WorkflowBudget


def require(manifest_tokens: int, required_tokens: int, budgets: Budgets) -> None:
    """Raise the budget error that applies."""
    alerts.within_budget(manifest_tokens, required_tokens, budgets)


def alert(tokens: int, playbook: Playbook) -> Verdict:
    """Say how near one handoff is to its total."""
    return alerts.alert(tokens, playbook.budgets, playbook.alerts)


def working_memory(agent: str, tokens: int, playbook: Playbook) -> Verdict:
    """Say whether an agent's own work is above what it is given."""
    return alerts.working_memory(agent, tokens, playbook.budgets)


def add_up(passed: Sequence[Passed], playbook: Playbook) -> WorkflowBudget:
    """Return what the handoffs of one workflow cost together."""
    return workflow.add_up(passed, playbook.budgets)
