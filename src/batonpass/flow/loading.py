"""What a context starts with once it was emptied: the profile of who goes on, and what those before it left."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from batonpass.brief.earlier import earlier
from batonpass.compact.text import shorten
from batonpass.flow.setup import Setup
from batonpass.flow.so_far import main_agent
from batonpass.flow.switching import place_of
from batonpass.model.errors import NotFound
from batonpass.read import look
from batonpass.read.personas import personas as profiles
from batonpass.read.unreadable import Unreadable
from batonpass.read.yaml_tree import documents
from batonpass.store import personas, switches
from batonpass.store.personas import Persona
from batonpass.tables import load

FRONT = "---\n"


def prepare(setup: Setup, session: str, agent: str, kept: Persona, asked: str = "") -> None:
    """Keep the text for when a person clears or compacts; `asked` is what a refused prompt wanted."""
    head = "switch-going-on.md" if agent == main_agent() else "switch-loaded.md"
    parts = [load.text(head).format(agent=agent)]
    parts += [f"The user asked {agent}: {asked}"] if asked else []
    left = _left(setup, kept, waits=bool(kept.pending))
    path = profiles(setup.root).get(agent, "")
    profile = _without_front(look.data(setup.root, path) if path else None)
    titled = [f"## Profile of {agent} ({path})\n\n{profile}"] if profile else []
    text = _joined(*parts, *titled, *left)
    if profile and len(text) > _room():
        text = _joined(*parts, load.text("switch-read.md").format(path=path), *left)
    again = _joined(load.text("switch-again.md").format(agent=agent), *left)
    personas.prepare(setup.root, session, whole=text, again=again)


def _left(setup: Setup, kept: Persona, *, waits: bool) -> list[str]:
    """Return what the personas before left: the last ones' artifacts, of earlier ones a line each.

    Where nobody waits, the one that goes on leaves an artifact itself when the context is cleared: room is kept for it.
    """
    names = kept.artifacts if waits else [name for name in kept.artifacts if name != kept.own]
    most = load.table("switch")["kept"] - (not waits)
    active = _texts(setup, names[-most:])
    old = earlier([_told(text) for text in _texts(setup, [*kept.earlier, *names[:-most]])], shorten)
    titled = ["## Handoffs, the newest last", *map(fenced, active)] if active else []
    return [*([old] if old else []), *titled]


def _texts(setup: Setup, names: Sequence[str]) -> list[str]:
    place, found = place_of(setup), []
    for name in names:
        with suppress(NotFound):  # a person took it away
            found.append(switches.find(setup.root, place, name).text)
    return found


def _told(text: str) -> dict[str, Any]:
    """Return what an artifact says, nothing where somebody made it unreadable."""
    try:
        value = documents(text)[0]
    except (Unreadable, IndexError):
        return {}
    inner = value.get("handoff", value) if isinstance(value, dict) else {}
    return inner if isinstance(inner, dict) else {}


def _joined(*parts: str) -> str:
    return "\n\n".join(part.strip() for part in parts)


def fenced(text: str) -> str:
    """Return an artifact as the model is shown it."""
    return f"```yaml\n{text.strip()}\n```"


def _room() -> int:
    limits = load.table("hosts")["claude_code"]["start"]
    first: int = limits["first_chars"]
    rest: int = limits["chars"]
    return first + rest * len(limits["parts"])


def _without_front(data: bytes | None) -> str:
    """Return a profile without its front matter, which is for the client."""
    text = (data or b"").decode("utf-8", "replace").replace("\r\n", "\n")
    if text.startswith(FRONT):
        _, found, rest = text[len(FRONT) :].partition(f"\n{FRONT}")
        text = rest if found else text
    return text.strip()
