"""What is wrong with the routes of a team, found without a run: dead ends, what nothing leads to, endless loops."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from batonpass.decide.routing.loops import endless, reachable
from batonpass.decide.routing.ways import OVER, Way, assigned_by, waiting, ways
from batonpass.model.routes import (
    BLOCKED,
    CHECK_PHASE,
    ENDS,
    Alternative,
    Path,
    Route,
    Routes,
    When,
)


class Finding(Struct, frozen=True):
    """One thing that is wrong, and its place in the routes."""

    rule: str
    said: str
    todo: str
    place: Path


def findings(routes: Routes, agents: Sequence[str]) -> Iterator[Finding]:
    """Yield everything that is wrong, in the order people mend it."""
    every = ways(routes)
    yield from _dead_ends(routes, every)
    yield from _unreached(routes, agents, every)
    yield from _words(routes)
    yield from _overrides(routes, every)
    yield from _phases(routes, every)
    yield from _loops(every)


def _dead_ends(routes: Routes, every: Sequence[Way]) -> Iterator[Finding]:
    for agent, to, place in _nowhere(routes, every):
        if to:
            said, todo = f"{agent} leads to {to}, and nothing follows {to}", f"write [routes.of.{to}]"
        else:
            said, todo = f"{agent} leads to nobody, and does not end", "name `to`, or an action that ends"
        yield Finding("route-dead-end", said, todo, place)
    backwards: dict[str, set[str]] = {}
    for way in every:
        if way.known:
            backwards.setdefault(way.to, set()).add(way.agent)
    ending = reachable(backwards, (OVER,))
    for agent in routes.of:
        if agent not in ending:
            todo = "give one of its statuses a way to an action that ends"
            yield Finding("route-no-end", f"no way leads from {agent} to an end", todo, ("of", agent))


def _nowhere(routes: Routes, every: Sequence[Way]) -> Iterator[tuple[str, str, Path]]:
    seen = set()
    for way in every:
        stops = way.action not in ENDS and way.action != "wait" and way.to == OVER
        lost = way.to != OVER and way.to not in routes.of
        if (stops or lost) and (way.to, way.place) not in seen:
            seen.add((way.to, way.place))
            yield f"{way.agent} {way.status}".strip(), way.to, way.place


def _unreached(routes: Routes, agents: Sequence[str], every: Sequence[Way]) -> Iterator[Finding]:
    if not routes.start:
        yield Finding("route-no-start", "nobody may begin", "write `start` below [routes]", ())
        return
    follows: dict[str, set[str]] = {}
    for way in every:
        follows.setdefault(way.agent, set()).add(way.to)
        route = routes.of[way.agent].get(way.status) if way.known else routes.fallback
        if route and route.then and route.then != CHECK_PHASE and not way.overrides:
            follows[way.agent].add(route.then)
    found = reachable(follows, routes.start)
    outside = {agent for named in routes.outside.values() for agent in named}
    todo = "lead a route to it, begin with it, or say why below [routes.outside]"
    for agent in (*routes.of, *(agent for agent in agents if agent not in routes.of)):
        if agent not in found and agent not in outside:
            lost = (
                f", so neither are its statuses {', '.join(routes.of[agent])}" if agent in routes.of else ""
            )
            place = ("of", agent) if agent in routes.of else ()
            yield Finding("route-unreachable", f"{agent} is never reached{lost}", todo, place)


def _words(routes: Routes) -> Iterator[Finding]:
    """Yield aliases and waiting agents that lead nowhere."""
    for agent, words in routes.aliases.items():
        rows = routes.of.get(agent, {})
        for word, status in words.items():
            place: Path = ("aliases", agent, word)
            if word in rows:
                said = f"{word!r} is a status of {agent} already, so the alias is never read"
                yield Finding("route-unreachable", said, "take one of them out", place)
            elif status not in rows:
                said = f"{word!r} stands for {status}, which is no status of {agent}"
                yield Finding("route-dead-end", said, f"name one of {', '.join(rows)}", place)
    for place, route in _routes(routes):
        if route.to == BLOCKED and not waiting(routes):
            said = "it leads to whoever waits for help, and no status waits"
            yield Finding("route-unreachable", said, "write `waits = true` beside a status", place)


def _routes(routes: Routes) -> Iterator[tuple[Path, Route | Alternative]]:
    for agent, rows in routes.of.items():
        for status, route in rows.items():
            place: Path = ("of", agent, status)
            yield place, route
            yield from (
                ((*place, "alternatives", str(at)), other) for at, other in enumerate(route.alternatives)
            )
    yield ("fallback",), routes.fallback


def _overrides(routes: Routes, every: Sequence[Way]) -> Iterator[Finding]:
    """Yield overrides and settings that nothing brings about."""
    taken = {name for way in every for name in way.overrides} | assigned_by(routes)
    for name, override in routes.overrides.items():
        said = _asked_in_vain(routes, override.when)
        if said or name not in taken:
            said = f"the rule {name}: {said or 'no route ever comes to it'}"
            place: Path = ("overrides", name, "when")
            yield Finding("route-unreachable", said, "mend its `when`, or take it out", place)
    asked = {key for override in routes.overrides.values() for key in override.when.settings}
    for key in routes.settings:
        if key not in asked:
            said = f"no rule asks for the setting {key}"
            yield Finding("route-unreachable", said, "take it out", ("settings", key))


def _asked_in_vain(routes: Routes, when: When) -> str:
    """Return what a rule asks for that can never be, "" where all of it can."""
    if when.counter and when.counter not in routes.counters():
        return f"it asks for {when.counter}, which no route counts"
    if when.flag and when.flag not in routes.flags:
        return f"it asks for the flag {when.flag}, which [routes.flags] does not know"
    for key, values in when.settings.items():
        if strange := [value for value in values if value not in routes.settings.get(key, ())]:
            return f"it asks for {key} = {', '.join(strange)}, which [routes.settings] does not know"
    return ""


def _phases(routes: Routes, every: Sequence[Way]) -> Iterator[Finding]:
    """Yield states of a group that are never reached, though others wait for them."""
    becomes = {route.becomes for _, route in _routes(routes) if isinstance(route, Route)}
    becomes |= {override.becomes for override in routes.overrides.values()}
    checks = [way for way in every if way.action == CHECK_PHASE]
    if checks and not becomes & {"completed", "failed"}:
        said = "groups wait for each other, and none ever becomes completed or failed"
        todo = 'write `becomes = "completed"` beside the status that ends a group'
        yield Finding("route-unreachable-state", said, todo, checks[0].place)


def _loops(every: Sequence[Way]) -> Iterator[Finding]:
    for loop in endless(every):
        path = " → ".join(
            (*(f"{way.agent} {way.status or '(unknown status)'}" for way in loop), loop[0].agent)
        )
        todo = "count one of its statuses (`counts`), and let an override lead out of the loop at a number"
        yield Finding("route-endless", f"a loop without a limit: {path}", todo, loop[0].place)
