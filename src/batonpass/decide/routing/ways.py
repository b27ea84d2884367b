"""Every way that the tables of a team allow, found without following any: what may come after what, and under which limit.

An override that is asked may hold or not, so each that fits a way makes two of it, with what was assumed.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from batonpass.decide.routing.after import same_kind
from batonpass.model.routes import (
    BLOCKED,
    CHECK_PHASE,
    ENDS,
    IMPLEMENTER,
    SELF,
    Override,
    Path,
    Route,
    Routes,
)

BATCH = "spawn_batch"
PLANNED = "groups planned"  # what a check of the phase uses up: a group that was planned starts once
OVER = ""  # nobody is next
SESSION = "session: "  # before a counter that no new beginning of a group clears
MOST = 500  # drafts of one way that are told apart
EVERY = "*"  # a way that clears all counters of a group


class Way(Struct, frozen=True):
    """One way on from an agent's end."""

    agent: str
    status: str
    to: str
    action: str
    place: Path
    counts: str = ""
    clears: tuple[str, ...] = ()  # counters that begin anew on it
    below: tuple[str, ...] = ()  # counters that have not reached a limit
    overrides: tuple[str, ...] = ()  # those that made it what it is
    known: bool = True

    @property
    def limited_by(self) -> str:
        """Return the counter that lets it be taken so often only, "" where nothing does."""
        return self.counts if self.counts in self.below else ""


class _Draft(Struct, frozen=True):
    to: str
    action: str
    below: Mapping[str, int] = {}
    reached: Mapping[str, int] = {}
    flags: Mapping[str, bool] = {}
    overrides: tuple[str, ...] = ()


def ways(routes: Routes) -> tuple[Way, ...]:
    """Return all ways, those after an unknown status among them."""
    found: list[Way] = []
    for agent, rows in routes.of.items():
        for status, route in rows.items():
            found += _of_row(routes, agent, status, route, ("of", agent, status))
        found += (
            replace(way, known=False) for way in _of_row(routes, agent, "", routes.fallback, ("fallback",))
        )
    return (*found, *_answers(routes, found))


def _of_row(routes: Routes, agent: str, status: str, route: Route, place: Path) -> Iterator[Way]:
    yield from _of_route(routes, agent, status, route, place)
    for at, other in enumerate(route.alternatives):
        if not other.flag:
            continue  # a suggestion, which nothing chooses
        chosen = replace(route, to=other.to, counts=other.counts or route.counts)
        yield from _of_route(routes, agent, status, chosen, (*place, "alternatives", str(at)))
    if route.fallback:
        yield from _of_route(routes, agent, status, replace(route, to=route.fallback), (*place, "fallback"))


def _of_route(routes: Routes, agent: str, status: str, route: Route, place: Path) -> Iterator[Way]:
    before = SESSION if agent in routes.session else ""
    for to in _targets(routes, agent, route):
        for draft in drafts(routes, agent, status, _Draft(to, route.action)):
            way = Way(
                agent,
                status,
                OVER if draft.action in ENDS or draft.action == "wait" else draft.to,
                draft.action,
                ("overrides", draft.overrides[-1]) if draft.overrides else place,
                counts=before + route.counts if route.counts else "",
                clears=tuple(before + name for name in route.resets),
                below=tuple(before + name for name in draft.below),
                overrides=draft.overrides,
            )
            yield from _of_phase(routes, way, route)


def _of_phase(routes: Routes, way: Way, route: Route) -> Iterator[Way]:
    """Yield a way, and where it looks at all groups or asks for more, what comes of that."""
    if way.action == BATCH:
        yield replace(way, clears=(EVERY, PLANNED))
    else:
        yield way
    if way.action == CHECK_PHASE:
        for to in _first(routes):
            yield replace(way, to=to, action=BATCH, counts=PLANNED, below=(PLANNED,), clears=(EVERY,))
    if way.action == "validate_then_end" and route.then and not way.overrides:
        yield replace(way, to=route.then, action="validate")


def _targets(routes: Routes, agent: str, route: Route) -> tuple[str, ...]:
    """Return everybody a word of a route may mean."""
    if route.to == SELF:
        return (agent,)
    if route.to == IMPLEMENTER:
        return tuple(dict.fromkeys((*_first(routes), *routes.implementers))) or (OVER,)
    if route.to == BLOCKED:
        return tuple(dict.fromkeys((*waiting(routes), *_first(routes)))) or (OVER,)
    return (route.to,)


def waiting(routes: Routes) -> tuple[str, ...]:
    """Return who may wait for help."""
    return tuple(agent for agent, rows in routes.of.items() if any(route.waits for route in rows.values()))


def _first(routes: Routes) -> tuple[str, ...]:
    """Return who may be given a group that nobody has worked on."""
    if not routes.implementers:
        return ()
    given = drafts(routes, "", "", _Draft(routes.implementers[0], BATCH))
    return tuple(dict.fromkeys(draft.to for draft in given if draft.to and draft.action == BATCH))


def assigned_by(routes: Routes) -> frozenset[str]:
    """Return the overrides that may decide who is given a group."""
    if not routes.implementers:
        return frozenset()
    given = drafts(routes, "", "", _Draft(routes.implementers[0], BATCH))
    return frozenset(name for draft in given for name in draft.overrides)


def _answers(routes: Routes, found: list[Way]) -> Iterator[Way]:
    """Yield the ways back to whoever asked: whatever the one that was asked says, unless it needs help itself."""
    for asking in [way for way in found if _asks(routes, way) and way.to in routes.of]:
        for status, route in routes.of[asking.to].items():
            if not route.waits and route.to != SELF:
                yield Way(asking.to, status, asking.agent, "spawn", asking.place)


def _asks(routes: Routes, way: Way) -> bool:
    route = routes.of.get(way.agent, {}).get(way.status) if way.known else None
    return bool(route and route.asks) and same_kind(routes, route.to if route else "", way.to)


def drafts(routes: Routes, agent: str, status: str, first: _Draft) -> list[_Draft]:
    """Return what the overrides may make of one way."""
    found, counters = [first], routes.counters()
    for name, override in routes.overrides.items():
        when = override.when
        if (when.counter and when.counter not in counters) or (when.flag and when.flag not in routes.flags):
            continue  # what it asks for can never be
        asked = [after for draft in found for after in _asked(name, override, agent, status, draft)]
        found = _merged(asked) if len(asked) > MOST else asked
    return found


def _merged(found: list[_Draft]) -> list[_Draft]:
    """Return one draft for each outcome, with what all of its kind assume: more may then follow than really can."""
    kinds: dict[tuple[str, str], _Draft] = {}
    for draft in found:
        first = kinds.setdefault((draft.to, draft.action), draft)
        below = {name: least for name, least in first.below.items() if name in draft.below}
        overrides = tuple(dict.fromkeys((*first.overrides, *draft.overrides)))
        kinds[draft.to, draft.action] = _Draft(draft.to, draft.action, below, overrides=overrides)
    return list(kinds.values())


def _asked(name: str, override: Override, agent: str, status: str, draft: _Draft) -> Iterator[_Draft]:
    when = override.when
    fits = (
        (not when.by or agent in when.by)
        and (not when.status or status in when.status)
        and (not when.to or draft.to in when.to)
        and (not when.action or draft.action in when.action)
        and (not when.unknown or not status)
    )
    if not fits:
        yield draft
        return
    if _may_hold(override, draft):
        to = draft.to if override.to is None else override.to
        reached = {**draft.reached, when.counter: when.reaches} if when.counter else draft.reached
        flags = {**draft.flags, when.flag: True} if when.flag else draft.flags
        yield replace(
            draft,
            to=to,
            action=override.action or draft.action,
            reached=reached,
            flags=flags,
            overrides=(*draft.overrides, name),
        )
    if rest := _held_off(override, draft):
        yield rest


def _may_hold(override: Override, draft: _Draft) -> bool:
    when = override.when
    below = draft.below.get(when.counter)
    return draft.flags.get(when.flag, True) and (below is None or when.reaches < below)


def _held_off(override: Override, draft: _Draft) -> _Draft | None:
    """Return the way on which an override does not hold, None where it always does."""
    when = override.when
    needs_flag = bool(when.flag) and not draft.flags.get(when.flag, False)
    needs_count = bool(when.counter) and draft.reached.get(when.counter, 0) < when.reaches
    if when.settings or (needs_flag and needs_count):
        return draft  # held off by one of them, nobody knows which
    if needs_flag:
        return replace(draft, flags={**draft.flags, when.flag: False})
    if needs_count:
        least = min(when.reaches, draft.below.get(when.counter, when.reaches))
        return replace(draft, below={**draft.below, when.counter: least})
    return None
