"""A context was compacted: said in the journal. On the fast path."""

from batonpass.flow.session import compacted
from batonpass.surfaces.hosts.claude_code.asked import Asked, JsonObject


def answer(asked: Asked) -> JsonObject | None:
    """Note it; nothing that is said here reaches the model."""
    compacted(asked.root, asked.policy, asked.session, asked.text("trigger"), asked.text("compact_summary"))
    return None
