"""The handoffs that wait for somebody: the newest of each agent and kind of work."""

from batonpass.flow.setup import Setup
from batonpass.model.handoff import Handoff, Selection

MERGED = 3  # fewest handoffs of which one may be merged from the others


def chosen(setup: Setup, selection: Selection) -> tuple[Handoff, ...]:
    """Return the newest open handoff of each agent and type; where nothing narrows it, of the newest run."""
    return newest_and_others(setup, selection)[0]


def newest_and_others(setup: Setup, selection: Selection) -> tuple[tuple[Handoff, ...], tuple[Handoff, ...]]:
    """Return the newest, and what else the same agents left open: other work of theirs."""
    found = _unmerged(setup, setup.store.open_handoffs(selection), selection)
    if found and not (selection.workflow or selection.session or selection.group):
        run = _run(found[-1])
        found = tuple(h for h in found if _run(h) == run)
    newest = {(h.agent, h.type, h.group): h for h in found}
    first = tuple(h for h in found if newest[h.agent, h.type, h.group] is h)
    return first, tuple(h for h in found if newest[h.agent, h.type, h.group] is not h)


def _unmerged(setup: Setup, found: tuple[Handoff, ...], selection: Selection) -> tuple[Handoff, ...]:
    """Leave out what a merged handoff beside it says: but not the work of one group where that is asked for.

    A playbook that says whose handoffs an agent needs means those.
    """
    if len(found) < MERGED or setup.playbook.taking_over.priors:
        return found
    groups = {handoff.id: handoff.group for handoff in found}
    inside: dict[str, set[str]] = {}  # handoff → the groups of those it was merged into
    for event in setup.store.events("handoff.merged"):
        children = event.data.get("merged")
        if (merged := event.data.get("handoff")) in groups and isinstance(children, list):
            for child in children:
                inside.setdefault(child, set()).add(groups[str(merged)])
    return tuple(
        one
        for one in found
        if not (one.id in inside and (not selection.group or one.group in inside[one.id]))
    )


def _run(handoff: Handoff) -> tuple[str, str]:
    return handoff.workflow, handoff.session
