"""Groups of a session: which can start now, and who of one waits for whom."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from batonpass.decide.routing.instead import Asking, Done, has, instead
from batonpass.model.routes import BLOCKED, IMPLEMENTER, SELF, Routes
from batonpass.model.routing import WORKING, Asked, GroupState, RouteState, Start, Why

Groups = Mapping[str, GroupState]
BATCH = "spawn_batch"


class Target(Struct, frozen=True):
    """The agent that a word of a route means, and why it is that one."""

    agent: str
    why: tuple[Why, ...] = ()


def target(asking: Asking, to: str) -> Target:
    """Return who is meant: by name, or by what is remembered of the group."""
    if to == SELF:
        return Target(asking.agent)
    if to == IMPLEMENTER:
        return _implementer(asking)
    if to == BLOCKED:
        return _waiting(asking)
    return Target(to)


def _waiting(asking: Asking) -> Target:
    if asking.state.waiting:
        agent = asking.state.waiting[-1]
        return Target(agent, (Why(f"{agent} waits for help"),))
    found = _implementer(asking)
    return Target(
        found.agent, (Why("nobody is known to wait for help, so it goes to whoever builds"), *found.why)
    )


def _implementer(asking: Asking) -> Target:
    agent = asking.state.implementer
    return Target(agent, (Why(f"{agent} wrote the group's work"),)) if agent else assigned(asking)


def assigned(asking: Asking) -> Target:
    """Return who would be given a group that nobody has worked on."""
    first = asking.routes.implementers[0] if asking.routes.implementers else ""
    done = instead(asking, Done(to=first, action=BATCH))
    return Target(done.to, done.why) if done.to and done.action == BATCH else Target(first)


def startable(routes: Routes, state: RouteState, limit: int, *, decided: bool) -> tuple[str, ...]:
    """Return the groups that wait and have a place; one that somebody must decide about starts only when `decided`."""
    at_work = {name: group for name, group in state.groups.items() if group.standing in WORKING}
    found: list[str] = []
    for name, group in state.groups.items():
        if len(at_work) >= limit:
            break
        if (
            group.standing == "pending"
            and (decided or not group.at)
            and _has_place(routes, at_work, name, group)
        ):
            at_work[name] = group
            found.append(name)
    return tuple(found)


def _has_place(routes: Routes, at_work: Groups, name: str, group: GroupState) -> bool:
    for flag, kind in routes.flags.items():
        if kind.parallel and has(routes, flag, name, group):
            same = sum(has(routes, flag, other, at_work[other]) for other in at_work)
            if same >= kind.parallel:
                return False
    return True


def started(
    asking: Asking, models: Mapping[str, str], names: tuple[str, ...], groups: Groups
) -> tuple[tuple[Start, ...], tuple[Why, ...]]:
    """Return who starts which group, and why it is not the usual one."""
    starts, why = [], []
    for name in names:
        group = groups[name]
        found = (
            Target(group.implementer)
            if group.implementer
            else assigned(replace(asking, group=name, state=group))
        )
        starts.append(Start(name, found.agent, models.get(found.agent, "")))
        why += [replace(one, said=f"{name}: {one.said}") for one in found.why]
    return tuple(starts), tuple(why)


def begun(group: GroupState, start: Start, routes: Routes) -> GroupState:
    """Return a group that begins, or begins anew: what was counted before counts no more."""
    wrote = start.agent if start.agent in routes.implementers else group.implementer
    return GroupState(
        standing="in_progress", at=start.agent, implementer=wrote, flags=group.flags, beside=group.beside
    )


def answering(group: GroupState, agent: str) -> Asked | None:
    """Return the open question that an agent was run for."""
    return group.asked[-1] if group.asked and group.asked[-1].of == agent else None


def still_waiting(group: GroupState, following: str, routes: Routes) -> tuple[str, ...]:
    """Return who still waits when an agent runs again: not itself, and not whoever waited for those it overtakes.

    One implementer takes the work over from another, so none of them waits any longer.
    """
    gone = {following, *routes.implementers} if following in routes.implementers else {following}
    first = next((at for at, agent in enumerate(group.waiting) if agent in gone), len(group.waiting))
    return group.waiting[:first]


def awaited(routes: Routes, groups: Groups) -> tuple[str, ...]:
    """Return the groups from which an end will come: those at work, and those somebody decides about right now."""
    return tuple(
        name
        for name, group in groups.items()
        if group.standing in WORKING or (group.standing == "pending" and group.at in routes.session)
    )
