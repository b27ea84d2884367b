"""A session ends: said in the journal, and what was kept of its runs is taken away. On the fast path."""

from batonpass.flow.session import end
from batonpass.surfaces.hosts.claude_code.asked import Asked, JsonObject


def answer(asked: Asked) -> JsonObject | None:
    """End the session."""
    end(asked.root, asked.policy, asked.session, asked.text("reason"))
    return None
