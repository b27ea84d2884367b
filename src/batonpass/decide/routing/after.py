"""What is remembered from an end on: what was said, what was counted, who waits and whose turn it is."""

from msgspec.structs import replace

from batonpass.decide.routing.groups import BATCH, still_waiting
from batonpass.decide.routing.instead import Asking, Done
from batonpass.model.routes import NO_PROGRESS, Route, Routes
from batonpass.model.routing import DONE, Asked, Ended, GroupState, RouteState

IN_WORK = GroupState(standing="in_progress")


def told(state: RouteState, ended: Ended, group: str) -> RouteState:
    """Return the state with what was said beside the end: settings, and what the group is."""
    settings = {**state.settings, **ended.settings} if ended.settings else state.settings
    if not ended.flags or (ended.planned and not group):
        return replace(state, settings=settings) if settings is not state.settings else state
    before = state.groups.get(group, IN_WORK) if group else state.session
    flagged = replace(before, flags={**before.flags, **ended.flags})
    return _put(replace(state, settings=settings), group, flagged)


def planned(state: RouteState, ended: Ended, route: Route) -> RouteState:
    """Return the state with the groups that wait to be worked on from now on; one that is known stays as it is."""
    if route.action != BATCH or not ended.planned:
        return state
    groups = dict(state.groups)
    for name in ended.planned:
        before = groups.get(name, GroupState())
        groups[name] = replace(before, flags={**before.flags, **ended.flags})
    return replace(state, groups=groups)


def counted(group: GroupState, route: Route, ended: Ended) -> GroupState:
    """Return the group with what its row counts, from what was told of it on."""
    if not (route.counts or route.resets or route.progress or ended.counters):
        return group
    counters = {name: count for name, count in group.counters.items() if name not in route.resets}
    counters |= ended.counters
    if route.counts:
        counters[route.counts] = counters.get(route.counts, 0) + 1
    measures = group.measures
    if route.progress in ended.measures:
        measure, last = ended.measures[route.progress], measures.get(route.progress)
        measures = {**measures, route.progress: measure}
        if last is not None:
            counters[NO_PROGRESS] = 0 if measure < last else counters.get(NO_PROGRESS, 0) + 1
    return replace(group, counters=counters, measures=measures)


def after(state: RouteState, asking: Asking, route: Route, done: Done, question: Asked | None) -> RouteState:
    """Return the state once it is known who is next; `question` is the one that was answered, if any."""
    state = _decided_about(state, asking, done)
    group = _standing(asking.state, done)
    if group.standing in DONE:
        return _put(state, asking.group, replace(group, waiting=(), asked=(), at=""))
    group = replace(group, at=done.to)
    asks = route.asks and done.to != asking.agent and same_kind(asking.routes, route.to, done.to)
    group = _asked(group, asking, done, asks=asks)
    if not asks:
        group = _implementer(group, asking, done, answered=question is not None)
        group = _waiting(group, asking, route, done)
    return _put(state, asking.group, group)


def _decided_about(state: RouteState, asking: Asking, done: Done) -> RouteState:
    """Return the state once an agent that speaks for all groups ended: what it decided about, it has decided now."""
    mine = [name for name, group in state.groups.items() if group.standing == "pending" and group.at]
    if asking.agent not in asking.routes.session or not mine:
        return state
    at = "" if done.action == BATCH else done.to or asking.agent
    decided = {name: replace(state.groups[name], at=at) for name in mine}
    return replace(state, groups={**state.groups, **decided})


def _standing(group: GroupState, done: Done) -> GroupState:
    standing = done.becomes or ("in_progress" if group.standing == "pending" else group.standing)
    return group if standing == group.standing else replace(group, standing=standing)


def same_kind(routes: Routes, meant: str, to: str) -> bool:
    """Say whether an agent is the one that was meant, or builds as that one does."""
    return to == meant or {to, meant} <= set(routes.implementers)


def _asked(group: GroupState, asking: Asking, done: Done, *, asks: bool) -> GroupState:
    if asks:
        return replace(group, asked=(*group.asked, Asked(asking.agent, done.to)))
    if group.asked:
        return replace(group, asked=tuple(one for one in group.asked if one.by != done.to))
    return group


def _implementer(group: GroupState, asking: Asking, done: Done, *, answered: bool) -> GroupState:
    """Return the group with whoever wrote its work: who ended, then who is to go on with it."""
    builds = asking.routes.implementers
    agent = next((a for a in (done.to, asking.agent) if a in builds), "")
    return group if answered or not agent or agent == group.implementer else replace(group, implementer=agent)


def _waiting(group: GroupState, asking: Asking, route: Route, done: Done) -> GroupState:
    waiting = still_waiting(group, done.to, asking.routes)
    if route.waits and done.to != asking.agent:
        waiting = (*(agent for agent in waiting if agent != asking.agent), asking.agent)
    return group if waiting == group.waiting else replace(group, waiting=waiting)


def _put(state: RouteState, name: str, group: GroupState) -> RouteState:
    if not name:
        return replace(state, session=group)
    return replace(state, groups={**state.groups, name: group})
