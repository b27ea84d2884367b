"""Who is next after an agent's end, what is wrong with a team's routes, and how they look."""

import os
from collections.abc import Callable, Collection, Mapping

from msgspec import Struct
from msgspec.structs import replace

from batonpass.brief import diagram as diagrams
from batonpass.decide.routing.findings import findings
from batonpass.decide.routing.known import known
from batonpass.decide.routing.next import decide
from batonpass.flow.setup import Setup
from batonpass.model.errors import NotFound, WrongUse
from batonpass.model.problem import Problem
from batonpass.model.routes import Routes
from batonpass.model.routing import Ended, Last, RouteState, RouteVerdict
from batonpass.store import route_state

TAKEN_BACK = "no-"  # before a flag
Place = Callable[[tuple[str, ...]], str]


class Told(Struct, frozen=True, kw_only=True):
    """What the caller says of an end, in the words of a command line."""

    agent: str
    status: str
    groups: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    settings: Mapping[str, str] = {}
    missing: tuple[str, ...] = ()
    run: str = ""  # of the agent: the same run is decided once


class Routed(Struct, frozen=True):
    """Who is next, and the state it was decided with and from now on holds."""

    verdict: RouteVerdict
    state: RouteState


def route(setup: Setup, told: Told, state: str = "", *, shown: str = "", keep: bool = True) -> Routed:
    """Return who is next; with the path of a state, all that was decided before counts, and this is kept in it."""
    ended = _ended(setup, told)
    if not state:
        return _decided(setup, RouteState(), ended, ())
    if not keep:
        return _once(setup, told.run, *_loaded(setup, state, shown or state, ended))
    with route_state.alone(state):
        routed = _once(setup, told.run, *_loaded(setup, state, shown or state, ended))
        route_state.save(state, routed.state)
    return routed


def route_by_value(setup: Setup, told: Told, state: str, shown: str) -> Routed:
    """Return who is next by a state given as its JSON text; whoever gave it keeps the new one."""
    read, problems = route_state.parse(state, shown) if state.strip() else (RouteState(), ())
    ended = _ended(setup, told)
    return _once(setup, told.run, *_fitting(setup, read, problems, shown, ended))


def _loaded(
    setup: Setup, path: str, shown: str, ended: Ended
) -> tuple[RouteState, Ended, tuple[Problem, ...]]:
    return _fitting(setup, *route_state.load(path, shown), shown, ended)


def _fitting(
    setup: Setup, state: RouteState, problems: tuple[Problem, ...], shown: str, ended: Ended
) -> tuple[RouteState, Ended, tuple[Problem, ...]]:
    """Return a state as the playbook knows it, and what does not fit; one of another playbook is refused."""
    if state.playbook and state.playbook != setup.playbook.name:
        raise WrongUse(
            f"a state of the playbook {state.playbook}",
            wanted=f"a state of {setup.playbook.name}",
            todo=f"ask with --playbook {state.playbook}, or name another state",
            place=shown,
        )
    state, forgotten = known(setup.playbook.routes, setup.playbook.agents, state)
    return state, ended, (*problems, *forgotten, *_nameless(setup, state, ended))


def _nameless(setup: Setup, state: RouteState, ended: Ended) -> tuple[Problem, ...]:
    if ended.group or not state.groups or ended.agent in setup.playbook.routes.session:
        return ()
    message = f"no group is named, and the state knows {', '.join(state.groups)}"
    todo = "name the group it worked on with --group; without, it counts for the session"
    return (Problem(rule="route-group", severity="warning", message=message, todo=todo),)


def _once(setup: Setup, run: str, state: RouteState, ended: Ended, problems: tuple[Problem, ...]) -> Routed:
    """Return who is next; of a run that was decided already what was decided then."""
    last = state.last.get(ended.group)
    if run and last and last.run == run:
        return Routed(last.verdict, state)
    routed = _decided(setup, state, ended, problems)
    if not run:
        return routed
    kept = {**routed.state.last, ended.group: Last(run, routed.verdict)}
    return Routed(routed.verdict, replace(routed.state, last=kept))


def _decided(setup: Setup, state: RouteState, ended: Ended, problems: tuple[Problem, ...]) -> Routed:
    playbook = setup.playbook
    after, verdict = decide(playbook.routes, playbook.team.models, state, ended)
    problems = (*problems, *verdict.problems)
    answer = "advise" if problems and verdict.answer == "go" else verdict.answer
    return Routed(replace(verdict, problems=problems, answer=answer), replace(after, playbook=playbook.name))


def _ended(setup: Setup, told: Told) -> Ended:
    """Return the end in the playbook's own words; what it does not know is refused."""
    routes = _routes(setup)
    agent = _agent(setup, told.agent)
    if not told.status.strip():
        raise WrongUse("an empty status", wanted=f"one of {', '.join(routes.of.get(agent, ()))}")
    if len(told.groups) > 1 and agent not in routes.session:
        raise WrongUse(
            f"{len(told.groups)} groups that {agent} worked on",
            wanted="one --group, except from an agent that speaks for all of them",
        )
    return Ended(
        agent=agent,
        status=told.status.strip(),
        group=told.groups[0] if told.groups else "",
        planned=tuple(dict.fromkeys(told.groups)) if agent in routes.session else (),
        flags=_flags(routes, told.flags),
        settings=_settings(routes, told.settings),
        counters=_numbers(routes.counters(), told.settings),
        measures=_numbers(routes.measures(), told.settings),
        missing=tuple(_agent(setup, name) for name in told.missing),
    )


def _routes(setup: Setup) -> Routes:
    if not setup.playbook.routes.of:
        raise WrongUse(
            f"the playbook {setup.playbook.name} has no routes",
            wanted="one with [routes]",
            todo="name one with --playbook",
        )
    return setup.playbook.routes


def _agent(setup: Setup, name: str) -> str:
    playbook = setup.playbook
    if found := playbook.team.agent(name, playbook.agents):
        return found
    raise NotFound(
        f"no agent {name!r} in the playbook {playbook.name}", wanted=f"one of {', '.join(playbook.agents)}"
    )


def _flags(routes: Routes, said: tuple[str, ...]) -> dict[str, bool]:
    ways = [row for rows in routes.of.values() for row in rows.values()]
    flags = dict.fromkeys(
        (*routes.flags, *(other.flag for row in ways for other in row.alternatives if other.flag))
    )
    found = {}
    for flag in said:
        name = flag.removeprefix(TAKEN_BACK) if flag not in flags else flag
        if name not in flags:
            raise WrongUse(
                f"no flag {flag!r}", wanted=f"one of {', '.join(flags)}, or no- before one of them"
            )
        found[name] = name == flag
    return found


def _settings(routes: Routes, said: Mapping[str, str]) -> dict[str, str]:
    """Return the settings among what was said; a name that means nothing is refused."""
    numbers = (*sorted(routes.counters()), *sorted(routes.measures()))
    settings = {name: value for name, value in said.items() if name not in numbers}
    for name, value in settings.items():
        if name not in routes.settings:
            raise WrongUse(f"no setting {name!r}", wanted=f"one of {', '.join((*routes.settings, *numbers))}")
        if value not in routes.settings[name]:
            raise WrongUse(f"{name} = {value!r}", wanted=f"one of {', '.join(routes.settings[name])}")
    return settings


def _numbers(known: Collection[str], said: Mapping[str, str]) -> dict[str, int]:
    return {name: _number(name, value) for name, value in said.items() if name in known}


def _number(name: str, value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < len(str(2**32))):
        raise WrongUse(f"{name} = {value!r}", wanted="a whole number")
    return int(value)


def check(setup: Setup, place: Place) -> tuple[Problem, ...]:
    """Return what is wrong with the playbook's routes; `place` tells file and line of a key."""
    found = findings(_routes(setup), setup.playbook.agents)
    return tuple(_problem(one.rule, one.said, one.todo, place(("routes", *one.place))) for one in found)


def _problem(rule: str, said: str, todo: str, place: str) -> Problem:
    path, _, line = place.rpartition(":")
    return Problem(rule=rule, severity="error", message=said, todo=todo, path=path, line=int(line))


def diagram(setup: Setup) -> str:
    """Return the playbook's routes as Mermaid text."""
    playbook = setup.playbook
    return diagrams.diagram(_routes(setup), {agent: playbook.team.title(agent) for agent in playbook.agents})


def shown_from(root: str, place: str) -> str:
    """Return file and line of a table as people read them: below the root where it lies there."""
    return os.path.relpath(place, root).replace(os.sep, "/") if os.path.isabs(place) else place


def state_value(state: RouteState) -> dict[str, object]:
    """Return a state as the JSON value its file holds."""
    return route_state.value(state)
