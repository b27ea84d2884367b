"""Which artifacts a session's personas left: the newest stay active, older ones are told in a line each."""

from batonpass.flow.switching import Switched
from batonpass.store.personas import Persona
from batonpass.tables import load


def keep(kept: Persona, done: Switched) -> None:
    """Add an artifact; one that it replaces goes away, the oldest are only told in a line each from now on."""
    names = [*(name for name in kept.artifacts if name != kept.own), done.name]
    kept.artifacts = names[-most() :]
    kept.earlier = [*kept.earlier, *names[: -most()]][-load.table("switch")["earlier"] :]
    kept.story = done.story.story_path or kept.story


def most() -> int:
    """Return how many artifacts stay active."""
    number: int = load.table("switch")["kept"]
    return number
