"""A context was cleared: what was done in it since the last artifact becomes one as well, and what is told is marked."""

from batonpass.flow.keeping import keep
from batonpass.flow.loading import fenced
from batonpass.flow.setup import Setup, open_project
from batonpass.flow.so_far import main_agent
from batonpass.flow.switching import Change, Switched, place_of, switch
from batonpass.store import personas, switches
from batonpass.store.personas import Persona
from batonpass.tables import load


def resumed(root: str, session: str) -> str:
    """Return what the one who goes on did itself before its context was cleared, "" where an artifact tells already."""
    setup, kept = open_project(root), personas.get(root, session)
    text = ""
    if kept.left:
        done = of_left(setup, kept, session, kept.active or main_agent(), why="cleared")
        keep(kept, done)
        kept.own = ""
        text = "\n\n".join([load.text("switch-own.md").strip(), fenced(done.text)])
    place = place_of(setup)
    for one in switches.active(root, place):
        if one.name in kept.artifacts:
            switches.consume(root, place, one)
    personas.put(root, session, kept)
    return text


def of_left(setup: Setup, kept: Persona, session: str, taker: str, why: str = "agent") -> Switched:
    """Write the artifact of what was done before a context was cleared; it is told then."""
    change = Change(
        giver=kept.left_by or main_agent(),
        taker=taker,
        session=session,
        transcript=kept.left,
        since=kept.left_since,
        story=kept.story,
        instead=kept.own,
        why=why,
    )
    kept.left, kept.left_by, kept.left_since = "", "", 0
    return switch(setup, change)
