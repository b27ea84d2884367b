"""How much of its model's window an agent's brief may fill."""

from batonpass.measure.usage import window_of
from batonpass.model.playbook import Playbook
from batonpass.tables import load


def room_of(playbook: Playbook, agent: str, model: str = "") -> int:
    """Return the tokens of an agent's brief: its share of its model's window, as its playbook says."""
    taking = playbook.taking_over
    share = taking.shares.get(agent)
    if share is None:
        return playbook.budgets.handoff
    known = window_of(model or playbook.team.models.get(agent, ""), load.table("models"))
    filled = int((known or playbook.budgets.window) * share)
    return min(filled, taking.prompt or filled)
