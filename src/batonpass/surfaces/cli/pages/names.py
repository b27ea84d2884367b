"""What a person calls a handoff."""

from batonpass.model.handoff import Handoff
from batonpass.surfaces.cli.page import Part, joined

ID_SHOWN = 8  # characters; commands take the beginning of an id


def short(handoff: Handoff) -> str:
    """Return the beginning of its id."""
    return handoff.id[:ID_SHOWN]


def called(handoff: Handoff) -> tuple[Part, ...]:
    """Return agent, type and id; the path of a manifest from elsewhere, which has no id."""
    if not handoff.id:
        return ((handoff.manifest, "title"),)
    return joined([(handoff.agent, "title"), handoff.type, (short(handoff), "quiet")])
