"""A session of a host begins and ends. On the fast path."""

from batonpass.flow.policy import Policy
from batonpass.store import notes, personas, runs


def compacted(root: str, policy: Policy, session: str, trigger: str, summary: str) -> None:
    """Say in the journal that a context was compacted, and how long its summary is."""
    told: dict[str, object] = {"session": session, "trigger": trigger, "summary_bytes": len(summary.encode())}
    notes.note(root, "context.compacted", policy.line_bytes, told)


def cleared(root: str, client: str, session: str, transcript: str) -> None:
    """Keep that a client emptied the context of a session: the one it starts now goes on from there."""
    personas.cleared(root, client, session, transcript)


def end(root: str, policy: Policy, session: str, reason: str) -> None:
    """Say in the journal that a session ended and why, and forget its runs: the next session has its own."""
    notes.note(root, "session.ended", policy.line_bytes, {"session": session, "reason": reason})
    runs.forget(root, session)
