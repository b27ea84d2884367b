"""What a context starts with once it was emptied: the profile of who goes on, and what those before it left."""

from collections.abc import Sequence

from batonpass.flow.setup import Setup, open_project
from batonpass.flow.so_far import main_agent
from batonpass.flow.switching import place_of
from batonpass.model.errors import NotFound
from batonpass.read import look
from batonpass.read.personas import personas as profiles
from batonpass.store import personas, switches
from batonpass.tables import load

FRONT = "---\n"


def prepare(setup: Setup, session: str, agent: str, artifacts: Sequence[str], asked: str) -> None:
    """Keep the text for when a person clears or compacts; `asked` is what a refused prompt wanted."""
    place, texts = place_of(setup), []
    for name in artifacts:
        try:
            texts.append(fenced(switches.find(setup.root, place, name).text))
        except NotFound:
            continue  # a person took it away
    path = profiles(setup.root).get(agent, "")
    profile = _without_front(look.data(setup.root, path) if path else None)
    head = load.text("switch-going-on.md" if agent == main_agent() else "switch-loaded.md")
    parts = [head.format(agent=agent).strip()]
    again = load.text("switch-again.md").format(agent=agent).strip()
    parts += [f"The user asked {agent}: {asked}"] if asked else []
    handoffs = ["\n\n".join(["## Handoffs, the newest last", *texts])] if texts else []
    whole = [*parts, *([f"## Profile of {agent} ({path})\n\n{profile}"] if profile else []), *handoffs]
    text = "\n\n".join(whole)
    if profile and len(text) > _room():
        named = load.text("switch-read.md").format(path=path).strip()
        text = "\n\n".join([*parts, named, *handoffs])
    personas.prepare(setup.root, session, whole=text, again="\n\n".join([again, *handoffs]))


def given(root: str, session: str) -> None:
    """Mark what a session's persona was told as given."""
    setup = open_project(root)
    place, kept = place_of(setup), personas.get(root, session)
    for one in switches.active(root, place):
        if one.name in kept.artifacts:
            switches.consume(root, place, one)


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
