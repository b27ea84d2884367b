"""docs/reference/playbooks.md: how teams work, from tables/playbooks."""

from collections.abc import Iterator
from typing import Any

import msgspec

from batonpass.model.playbook import Playbook
from batonpass.tables import load
from tools.pages import markdown

PATH = "docs/reference/playbooks.md"
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
        ]
    )


def _values(playbook: Playbook) -> list[tuple[str, object]]:
    """Return every single value of a playbook under the name it has in its TOML."""
    whole = msgspec.to_builtins(playbook)
    return [
        (f"`{'.'.join(path)}`", value)
        for path, value in _leaves(whole)
        if path[0] not in {"name", "about", "agents"}
    ]


def _leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield the single values inside of tables; what is empty says nothing."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    elif isinstance(value, list | tuple) and all(isinstance(one, str | int | float) for one in value):
        yield from ((path, ", ".join(map(str, value))) for _ in value[:1])
    elif isinstance(value, str | int | float) and value != "":
        yield path, value
