"""Which row of the routes an agent's status means: its own words, an alias, or the fallback."""

from collections.abc import Collection, Iterable

from msgspec import Struct
from msgspec.structs import replace

from batonpass.model.problem import Problem
from batonpass.model.routes import Path, Route, Routes
from batonpass.model.routing import Why

UNKNOWN_STATUS = "route-status"
COMMAND = "*"  # what the commands of agents begin with; what stands behind the first word are its arguments


class Row(Struct, frozen=True):
    """What the tables say about an end, before anything else is asked."""

    status: str
    route: Route
    place: Path
    known: bool = True
    why: tuple[Why, ...] = ()
    problems: tuple[Problem, ...] = ()


def row(routes: Routes, agent: str, status: str, chosen: Collection[str]) -> Row:
    """Return the row; `chosen` are words that may choose one of its alternatives."""
    rows, aliases = routes.of.get(agent, {}), routes.aliases.get(agent, {})
    if status in rows:
        return _chosen(Row(status, rows[status], ("of", agent, status)), chosen)
    word = status.split(maxsplit=1)[0] if status.startswith(COMMAND) else status
    alias = word if word in aliases else _meant(word, aliases)
    name = aliases.get(alias, "") if alias else _meant(word, rows)
    if name not in rows:
        return _unknown(routes, agent, status)
    place = ("aliases", agent, alias) if alias else ()
    why = (Why(f"{status!r} is read as {name}", place),)
    return _chosen(Row(name, rows[name], ("of", agent, name), why=why), chosen)


def _meant(status: str, words: Iterable[str]) -> str:
    """Return the one word that differs in case and signs alone, "" where there is none or more than one."""
    plain = _plain(status)
    same = [word for word in words if plain and _plain(word) == plain]
    return same[0] if len(same) == 1 else ""


def _plain(status: str) -> str:
    return "".join(character for character in status.casefold() if character.isalnum())


def _chosen(found: Row, chosen: Collection[str]) -> Row:
    """Return the row as one of its alternatives says, where a flag chooses it."""
    for at, other in enumerate(found.route.alternatives if chosen else ()):
        if other.flag and other.flag in chosen:
            place = (*found.place, "alternatives", str(at))
            route = replace(
                found.route,
                to=other.to,
                command=other.command,
                condition=other.condition,
                counts=other.counts or found.route.counts,
            )
            return replace(
                found,
                route=route,
                why=(*found.why, Why(f"the flag {other.flag} chooses it", place, instead=True)),
            )
    return found


def _unknown(routes: Routes, agent: str, status: str) -> Row:
    known = ", ".join(routes.of.get(agent, ()))
    problem = Problem(
        rule=UNKNOWN_STATUS,
        severity="error",
        message=f"{agent} ended with {status!r}; wanted {f'one of {known}' if known else 'an agent with routes'}",
        todo="ask the agent for one of its statuses, or follow the fallback",
    )
    return Row(status, routes.fallback, ("fallback",), known=False, problems=(problem,))
