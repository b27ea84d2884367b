"""Loops that nothing ends: what remains of all ways once those that can be taken only so often are taken out.

A way whose counter has a limit is taken so often only, unless another way of the same loop lets the counter begin
anew. Taking such ways out splits the loop, and what cleared a counter may be gone with them: so it is done again.
"""

from collections.abc import Iterable, Iterator, Sequence

from batonpass.decide.routing.ways import EVERY, OVER, PLANNED, SESSION, Way


def endless(ways: Iterable[Way]) -> Iterator[tuple[Way, ...]]:
    """Yield loops that may go on for ever, the shortest of each part first, no two with a way in common."""
    todo = [[way for way in ways if way.to != OVER]]
    while todo:
        for part in _circles(todo.pop()):
            lasting = _lasting(part)
            if len(lasting) == len(part):
                yield (loop := _shortest(part))
                lasting = [way for way in part if way not in loop]
            todo.append(lasting)


def _lasting(part: Sequence[Way]) -> list[Way]:
    """Return the ways that can be taken again and again while only this part is walked."""
    cleared = {name for way in part for name in way.clears}
    return [way for way in part if not way.limited_by or _is_cleared(way.limited_by, cleared)]


def _is_cleared(counter: str, cleared: set[str]) -> bool:
    of_group = counter != PLANNED and not counter.startswith(SESSION)
    return counter in cleared or (of_group and EVERY in cleared)


def _circles(ways: Sequence[Way]) -> list[list[Way]]:
    """Return the ways of each strongly connected part, in the order of the tables."""
    component = _components(ways)
    parts: dict[str, list[Way]] = {}
    for way in ways:
        if component[way.agent] == component.get(way.to):
            parts.setdefault(component[way.agent], []).append(way)
    return list(parts.values())


def _components(ways: Sequence[Way]) -> dict[str, str]:
    """Return agent → the first agent that can be reached from it and reaches it."""
    follows: dict[str, set[str]] = {}
    for way in ways:
        follows.setdefault(way.agent, set()).add(way.to)
    reached = {agent: reachable(follows, (agent,)) for agent in follows}
    first: dict[str, str] = {}
    for agent in follows:
        first[agent] = next(
            other
            for other in follows
            if other == agent or (other in reached[agent] and agent in reached[other])
        )
    return first


def reachable(follows: dict[str, set[str]], start: Iterable[str]) -> set[str]:
    """Return all that can be reached from here."""
    found: set[str] = set()
    todo = list(start)
    while todo:
        agent = todo.pop()
        if agent not in found:
            found.add(agent)
            todo += follows.get(agent, ())
    return found


def _shortest(part: Sequence[Way]) -> tuple[Way, ...]:
    """Return the loop that shows best why it never ends: one without any limit, else one that clears its own."""
    free = [way for way in part if not way.limited_by]
    for among, first in ((free, free), (part, [way for way in part if way.clears])):
        if loops := [loop for way in first if (loop := _back(among, way))]:
            return min(loops, key=len)
    return tuple(part[:1])


def _back(part: Sequence[Way], first: Way) -> tuple[Way, ...]:
    """Return the shortest loop that begins with a way."""
    paths: list[tuple[Way, ...]] = [(first,)]
    seen: set[str] = set()
    while paths:
        path = paths.pop(0)
        if path[-1].to == first.agent:
            return path
        if path[-1].to not in seen:
            seen.add(path[-1].to)
            paths += [(*path, way) for way in part if way.agent == path[-1].to]
    return ()
