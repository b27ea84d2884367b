"""What follows for all groups: those that wait are started, else the others are waited for, else it goes on."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from batonpass.decide.routing.groups import BATCH, awaited, begun, startable, started
from batonpass.decide.routing.instead import Asking, Done
from batonpass.model.problem import Problem
from batonpass.model.routes import CHECK_PHASE, Route
from batonpass.model.routing import DONE, RouteState, Start, Why

NO_GROUP = "no group is known: name those that wait with --group"


class Phase(Struct, frozen=True):
    """Who is next once all groups were looked at."""

    state: RouteState
    to: str
    action: str
    starts: tuple[Start, ...] = ()
    why: tuple[Why, ...] = ()
    problems: tuple[Problem, ...] = ()


def phase(asking: Asking, models: Mapping[str, str], state: RouteState, route: Route, done: Done) -> Phase:
    """Return what is done; only a batch and a phase's check look at the other groups."""
    if done.action not in (BATCH, CHECK_PHASE):
        return Phase(state, done.to, done.action)
    decided = done.action == BATCH
    limit = (route.parallel if decided else 0) or asking.routes.parallel
    names = startable(asking.routes, state, limit, decided=decided)
    if names:
        return _starting(asking, models, state, names, limit)
    if open_groups := awaited(asking.routes, state.groups):
        said = f"nothing more can start while others are at work: {', '.join(open_groups)}"
        return Phase(state, "", "wait", why=(Why(said),))
    return _planned_nothing(asking, state, done) if decided else _all_done(state, done)


def _starting(
    asking: Asking, models: Mapping[str, str], state: RouteState, names: tuple[str, ...], limit: int
) -> Phase:
    starts, why = started(asking, models, names, state.groups)
    groups = dict(state.groups)
    for start in starts:
        groups[start.group] = begun(groups[start.group], start, asking.routes)
    said = Why(f"{', '.join(names)} can start: {limit} may be at work at the same time", ("parallel",))
    return Phase(replace(state, groups=groups), starts[0].agent, BATCH, starts, (*why, said))


def _all_done(state: RouteState, done: Done) -> Phase:
    held = [name for name, group in state.groups.items() if group.standing not in DONE]
    said = "every group is done" if state.groups else "no other group is known"
    said = f"nobody is at work: {', '.join(held)} must be decided about" if held else said
    return Phase(state, done.to, "spawn", why=(Why(said),))


def _planned_nothing(asking: Asking, state: RouteState, done: Done) -> Phase:
    if not state.groups:
        return Phase(state, done.to, done.action, why=(Why(NO_GROUP),))
    message = f"{asking.status} starts nothing: every known group is done ({', '.join(state.groups)})"
    problem = Problem(
        rule="route-nothing-to-start",
        severity="error",
        message=message,
        todo="give new work a group with a name of its own, or say that all is done",
    )
    return Phase(state, asking.agent, "respawn", problems=(problem,))
