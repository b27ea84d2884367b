"""The handoffs that wait for somebody: the newest of each agent and kind of work."""

from batonpass.flow.setup import Setup
from batonpass.model.handoff import Handoff, Selection


def chosen(setup: Setup, selection: Selection) -> tuple[Handoff, ...]:
    """Return the newest open handoff of each agent and type; where nothing narrows it, of the newest run."""
    found = setup.store.open_handoffs(selection)
    if found and not (selection.workflow or selection.session or selection.group):
        run = _run(found[-1])
        found = tuple(h for h in found if _run(h) == run)
    newest = {(h.agent, h.type, h.group): h for h in found}
    return tuple(h for h in found if newest[h.agent, h.type, h.group] is h)


def _run(handoff: Handoff) -> tuple[str, str]:
    return handoff.workflow, handoff.session
