"""docs/reference/playbooks.md: how teams work, from tables/playbooks."""

from collections.abc import Iterator
from typing import Any

import msgspec

from batonpass.model.playbook import Playbook
from batonpass.model.routes import Alternative, Override, Route, Routes, When
from batonpass.tables import load
from tools.pages import markdown

PATH = "docs/reference/playbooks.md"
APART = frozenset({"name", "about", "agents", "routes"})  # told apart from the single values
ABOUT = """A playbook says how a team of agents works: who they are, what may pass between them, when people
are told, and how long things are kept. A project chooses one, ours or one of its own, in
[`.baton/config.toml`](config.md), and may set some of its values there."""


def text() -> str:
    """Return the page."""
    return markdown.page(
        "Playbooks", ABOUT, *(_playbook(load.playbook(name)) for name in load.names("playbooks"))
    )


def _playbook(playbook: Playbook) -> str:
    return "\n\n".join(
        [
            f"## {playbook.name}",
            f"{playbook.about}.",
            markdown.table(("value", "is"), _values(playbook)),
            f"Agents: {', '.join(playbook.agents)}.",
            *_routes(playbook.routes),
        ]
    )


def _routes(routes: Routes) -> Iterator[str]:
    """Yield who is next, and what is done instead."""
    if not routes.of:
        return
    rows = [
        (f"`{agent}`", f"`{status}`", _next(route), ", ".join(route.include), _more(route))
        for agent, of_agent in routes.of.items()
        for status, route in of_agent.items()
    ]
    yield "### Who is next"
    yield markdown.table(("after", "with", "comes", "is given", "and"), rows)
    yield from _around(routes)
    instead = [
        (f"`{name}`", _when(one.when), _instead(one), one.because) for name, one in routes.overrides.items()
    ]
    if instead:
        yield "What is done instead, asked in this order:"
        yield markdown.table(("rule", "when", "then", "because"), instead)
    words = [(f"`{name}`", ", ".join((*flag.marks, *flag.words))) for name, flag in routes.flags.items()]
    if words:
        yield "What a group is by whole words of its name:"
        yield markdown.table(("flag", "words"), words)


def _around(routes: Routes) -> Iterator[str]:
    """Yield what holds for all rows: who begins, who builds, other words for a status, what may be set."""
    rows = [("begin", ", ".join(routes.start))]
    rows += [("speak for all groups", ", ".join(routes.session))]
    rows += [("build a group's work", ", ".join(routes.implementers))]
    rows += [("after a status nobody knows", f"{_next(routes.fallback)} {_more(routes.fallback)}".strip())]
    rows += [(f"setting `{name}`", ", ".join(values)) for name, values in routes.settings.items()]
    rows += [
        (f"status of `{agent}`: `{word}`", f"read as `{status}`")
        for agent, words in routes.aliases.items()
        for word, status in words.items()
    ]
    rows += [(f"no route leads to {', '.join(agents)}", why) for why, agents in routes.outside.items()]
    yield markdown.table(("of all routes", "is"), [(name, said) for name, said in rows if said])


def _next(route: Route) -> str:
    return f"{f'`{route.to}`, ' if route.to else ''}{route.action}"


def _more(route: Route) -> str:
    said = [f"run {route.command}"] if route.command else []
    said += [f"when {route.condition}"] if route.condition else []
    said += [f"counts {route.counts}"] if route.counts else []
    said += [f"{', '.join(route.resets)} begins anew"] if route.resets else []
    said += [f"{route.progress} must go down"] if route.progress else []
    said += [f"{route.parallel} at a time"] if route.parallel else []
    said += [f"then {route.then}"] if route.then else []
    said += [f"without it {route.fallback}"] if route.fallback else []
    said += ["waits for help"] if route.waits else []
    said += ["the answer comes back"] if route.asks else []
    said += [f"model {route.model}"] if route.model else []
    said += [f"the group is {route.becomes}"] if route.becomes else []
    said += [f"or {_alternative(one)}" for one in route.alternatives]
    return ", ".join((*said, *route.marks))


def _alternative(one: Alternative) -> str:
    when = one.condition or one.flag
    return f"`{one.to}`{f' {one.command}' if one.command else ''}{f' when {when}' if when else ''}"


def _when(when: When) -> str:
    said = [
        f"{key} {' or '.join(values)}"
        for key in ("by", "status", "to", "action")
        if (values := getattr(when, key))
    ]
    said += [f"flag {when.flag}"] if when.flag else []
    said += [f"{key} {' or '.join(values)}" for key, values in when.settings.items()]
    said += [f"{when.counter} >= {when.reaches}"] if when.counter else []
    said += ["unknown status"] if when.unknown else []
    return ", ".join(said)


def _instead(one: Override) -> str:
    said = [f"`{one.to}`"] if one.to else ["nobody"] if one.to == "" else []
    said += [one.action] if one.action else []
    said += [f"the group is {one.becomes}"] if one.becomes else []
    return ", ".join(said)


def _values(playbook: Playbook) -> list[tuple[str, object]]:
    """Return every single value of a playbook under the name it has in its TOML."""
    whole = msgspec.to_builtins(playbook)
    return [(f"`{'.'.join(path)}`", value) for path, value in _leaves(whole) if path[0] not in APART]


def _leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield the single values inside of tables; what is empty says nothing."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    elif isinstance(value, list | tuple) and all(isinstance(one, str | int | float) for one in value):
        yield from ((path, ", ".join(map(str, value))) for _ in value[:1])
    elif isinstance(value, str | int | float) and value != "":
        yield path, value
