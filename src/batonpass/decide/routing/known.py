"""A state held against the routes as they are now: tables change while a session goes on."""

from collections.abc import Collection

from msgspec.structs import replace

from batonpass.model.problem import Problem
from batonpass.model.routes import Routes
from batonpass.model.routing import GroupState, RouteState


def known(
    routes: Routes, agents: Collection[str], state: RouteState
) -> tuple[RouteState, tuple[Problem, ...]]:
    """Return the state without agents and settings that the playbook has no more, and a problem for each."""
    gone: list[str] = []
    session = _group(state.session, agents, "the session", gone)
    groups = {name: _group(group, agents, name, gone) for name, group in state.groups.items()}
    settings = {key: value for key, value in state.settings.items() if value in routes.settings.get(key, ())}
    gone += [f"the setting {key} = {value}" for key, value in state.settings.items() if key not in settings]
    if not gone:
        return state, ()
    problems = tuple(_problem(what) for what in gone)
    return replace(state, session=session, groups=groups, settings=settings), problems


def _group(group: GroupState, agents: Collection[str], name: str, gone: list[str]) -> GroupState:
    named = (
        group.at,
        group.implementer,
        *group.waiting,
        *(a for one in group.asked for a in (one.by, one.of)),
    )
    strange = [agent for agent in dict.fromkeys(named) if agent and agent not in agents]
    if not strange:
        return group
    gone += [f"{agent} of {name}" for agent in strange]
    return replace(
        group,
        at="" if group.at in strange else group.at,
        implementer="" if group.implementer in strange else group.implementer,
        waiting=tuple(agent for agent in group.waiting if agent not in strange),
        asked=tuple(one for one in group.asked if one.by not in strange and one.of not in strange),
    )


def _problem(what: str) -> Problem:
    return Problem(
        rule="route-state",
        severity="warning",
        message=f"the state remembers {what}, which the playbook does not have",
        todo="it is forgotten; name it in the playbook again to keep it",
    )
