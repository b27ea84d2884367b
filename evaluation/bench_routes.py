"""How many route decisions a second: every row of bazinga in a session of a hundred groups, with all that is remembered."""

from itertools import cycle

from batonpass.decide.routing.next import decide
from batonpass.model.routing import Ended, RouteState
from batonpass.tables import load
from evaluation.timing import rate

GROUPS = 100
STARTS = 100  # of the interpreter, in whose time so many decisions are to be made
LEAST = 20_000


def decisions() -> float:
    """Return decisions a second; the state goes from each to the next, as in a session."""
    playbook = load.playbook("bazinga")
    names = tuple(f"group-{number}" for number in range(GROUPS))
    rows = [(agent, status) for agent, of_agent in playbook.routes.of.items() for status in of_agent]
    ends = [
        Ended(agent=agent, status=status, group=name, planned=names if status == "PLANNING_COMPLETE" else ())
        for name in names
        for agent, status in rows
    ]
    following, state = cycle(ends), RouteState(playbook=playbook.name)

    def next_one() -> None:
        nonlocal state
        state, _ = decide(playbook.routes, playbook.team.models, state, next(following))

    for _ in ends:
        next_one()  # until every group is known
    return rate(next_one, 2.0)
