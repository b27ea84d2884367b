"""Whatever agents answer, a session comes to an end: walks through the routes that take any status at any turn."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batonpass.decide.routing.next import decide
from batonpass.model.playbook import Playbook
from batonpass.model.routes import ENDS
from batonpass.model.routing import WORKING, Ended, RouteState, RouteVerdict
from batonpass.tables import load

LONGEST = 20_000
GROUPS = ("AUTH", "[R] caches", "checkout", "Author list")
CHANCE = st.randoms(use_true_random=True)  # a seed that can be repeated
NOT_A_STATUS = "SOMETHING_ELSE"
Run = tuple[str, str]


def statuses(playbook: Playbook, agent: str, *, stubborn: bool) -> list[str]:
    """Return what an agent may say; a stubborn team never says what would end the session."""
    routes = playbook.routes
    rows = routes.of.get(agent, {})
    kept = [status for status, row in rows.items() if not (stubborn and row.action in ENDS)]
    more = [] if stubborn else [*routes.aliases.get(agent, ()), NOT_A_STATUS]
    return [*kept, *more] or [NOT_A_STATUS]


def session(
    playbook: Playbook, chance: random.Random, *, stubborn: bool
) -> Iterator[tuple[RouteState, RouteVerdict, list[Run]]]:
    """Yield each step of a session in which everybody says anything, and who is still at work after it."""
    routes, state = playbook.routes, RouteState()
    at_work: list[Run] = [(chance.choice(routes.start), "")]
    while at_work:
        agent, group = at_work.pop(chance.randrange(len(at_work)))
        status = chance.choice(statuses(playbook, agent, stubborn=stubborn))
        ended = Ended(
            agent=agent,
            status=status,
            group=group,
            planned=GROUPS if agent in routes.session else (),
            measures={"blocking": chance.randrange(4)} if status == "CHANGES_REQUESTED" else {},
        )
        state, verdict = decide(routes, playbook.team.models, state, ended)
        at_work += following(verdict, group if agent not in routes.session else "")
        yield state, verdict, at_work


def following(verdict: RouteVerdict, group: str) -> list[Run]:
    """Return who runs next; an orchestrator asks the user and lets a claim be validated."""
    if verdict.starts:
        return [(start.agent, start.group) for start in verdict.starts]
    if verdict.next_agent:
        return [(verdict.next_agent, group)]
    goes_on = verdict.action in ("pause_for_user", "validate_then_end") and verdict.answer != "block"
    return [(verdict.then, group)] if goes_on and verdict.then else []


def is_over(verdict: RouteVerdict) -> bool:
    return verdict.action in ENDS and (verdict.answer == "block" or not verdict.then)


@pytest.mark.parametrize("name", ["bazinga", "aios", "oak", "basecamp"])
@given(chance=CHANCE, stubborn=st.booleans())
def test_every_walk_ends(name: str, chance: random.Random, *, stubborn: bool) -> None:
    playbook = load.playbook(name)
    walk = session(playbook, chance, stubborn=stubborn)
    for step, (state, verdict, at_work) in enumerate(walk, 1):
        if is_over(verdict):
            return
        assert step < LONGEST, state
        assert at_work, f"nobody is at work, and nobody was told: {verdict} {state}"
    pytest.fail("the walk stopped without an end")


@given(chance=CHANCE)
def test_no_more_groups_are_at_work_than_may_be(chance: random.Random) -> None:
    playbook = load.playbook("bazinga")
    for state, verdict, _ in session(playbook, chance, stubborn=True):
        at_work = [name for name, group in state.groups.items() if group.standing in WORKING]
        assert len(at_work) <= playbook.routes.parallel
        if is_over(verdict):
            return
