"""What goes back from an agent to whoever started it: its own words, or a short text in their place."""

from msgspec import Struct

from batonpass.flow.agent_ended import MESSAGE
from batonpass.flow.outcome import Opened
from batonpass.flow.returns import allowed, goes_back, view_of
from batonpass.flow.setup import Setup
from batonpass.model.files import MANIFEST
from batonpass.tables import load

LEAST = 40  # tokens without which a return says nothing


class Back(Struct, frozen=True):
    """What may go back; `text` is "" where the agent's own words may."""

    text: str
    said: int  # tokens of its own words
    allowed: int  # tokens they may have
    full: str = ""  # where they stand in full
    manifest: str = ""


def going_back(setup: Setup, agent: str, message: str, left: Opened) -> Back:
    """Return what goes back from an agent that said this and left that, and where all of it is kept."""
    said, most = setup.meter.count(message), allowed(setup, view_of(setup, agent, left))
    handoff = left.handoff
    full = handoff.directory + MESSAGE
    if said <= most:
        return Back("", said, most, full, handoff.manifest)
    where = (
        f"Full report ({said} tokens): {full}; read {MANIFEST} beside it first ({handoff.manifest_tokens})."
    )
    shown = goes_back(setup, agent, message, left, limit=_room(setup, where))
    text = f"{shown.text.strip()}\n{where}"
    if shown.view == "manifest" and setup.meter.count(text) > most:
        text = shown.text.strip()  # which names its folder: who repeats it must not be found too long again
    return Back(text, said, most, full, handoff.manifest)


def _room(setup: Setup, where: str) -> int:
    """Return the tokens of a return with which an agent costs no more than a message that passes as it is."""
    limits = setup.playbook.returns
    around: int = load.table("hosts")["frame"]
    return min(limits.limit, max(limits.unchanged - around - setup.meter.count(where), LEAST))
