"""Which statuses an agent may state, as the playbook has them."""

from batonpass.flow.setup import Setup
from batonpass.model.playbook import Playbook
from batonpass.read.stated.vocabulary import Vocabulary


def vocabulary(setup: Setup, agent: str) -> Vocabulary:
    """Return the statuses an agent may state: those its playbook names, and those that routes lead on from."""
    playbook = setup.playbook
    team = {one: _of(playbook, one) for one in (*playbook.returns.statuses, *playbook.routes.of)}
    who = playbook.team.agent(agent, playbook.agents) or agent
    return Vocabulary(team.get(who, frozenset()), frozenset().union(*team.values()))


def _of(playbook: Playbook, agent: str) -> frozenset[str]:
    return frozenset((*playbook.returns.statuses.get(agent, ()), *playbook.routes.of.get(agent, ())))
