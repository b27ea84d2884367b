"""A session starts: the last open handoff of the project is offered, once. On the fast path until there is one."""

from batonpass.flow.policy import Policy
from batonpass.store import handed, notes

OFFERED = "handoff.offered"


def offer(root: str, policy: Policy, session: str) -> str:
    """Return what a new session is told of the work before it, "" where there is nothing new to tell.

    What this very session handed over it knows already.
    """
    if policy.mode == "observe" or handed.is_new(root, ""):
        return ""
    from batonpass.brief.pinned import pinned  # noqa: PLC0415 - the slow branch: it asks the ledger
    from batonpass.compact.text import shorten  # noqa: PLC0415
    from batonpass.flow.outcome import opened  # noqa: PLC0415
    from batonpass.flow.pinning import pins  # noqa: PLC0415
    from batonpass.flow.setup import open_project  # noqa: PLC0415
    from batonpass.flow.so_far import main_agent  # noqa: PLC0415
    from batonpass.model.handoff import Selection  # noqa: PLC0415
    from batonpass.tables import load  # noqa: PLC0415

    setup = open_project(root)
    standing = setup.store.open_handoffs(Selection())
    last = standing[-1] if standing else None
    if last is None or last.session == session or setup.store.events(OFFERED, handoff=last.id):
        return ""
    found = opened(setup, last)
    notes.note(root, OFFERED, policy.line_bytes, {"handoff": last.id, "session": session})
    own = found.manifest if last.agent == main_agent() else {**found.manifest, "blockers": []}
    head = load.text("offered-head.md").format(
        agent=last.agent, id=last.id, manifest=last.manifest, at=last.at
    )
    return pinned(
        own, () if own is found.manifest else pins([found]), setup.meter.count, shorten, head=head.strip()
    )
