"""docs/reference/playbooks.md: how teams work, from tables/playbooks."""

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
    rows: list[tuple[str, object]] = []
    for key, value in msgspec.to_builtins(playbook).items():
        if isinstance(value, dict):
            rows += [(f"`{key}.{inner}`", number) for inner, number in value.items()]
        elif isinstance(value, str | int | float) and key not in {"name", "about"}:
            rows.append((f"`{key}`", value))
    return rows
