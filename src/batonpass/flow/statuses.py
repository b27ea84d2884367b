"""Which statuses an agent may state, as the playbook has them."""

from batonpass.flow.setup import Setup
from batonpass.read.stated.vocabulary import Vocabulary


def vocabulary(setup: Setup, agent: str) -> Vocabulary:
    """Return the statuses an agent may state."""
    statuses = setup.playbook.returns.statuses
    team = frozenset(status for of_one in statuses.values() for status in of_one)
    return Vocabulary(frozenset(statuses.get(agent, ())), team)
