"""A subagent begins: who runs beside whom is known by this. On the fast path."""

from batonpass.flow.launched import begun
from batonpass.surfaces.hosts.claude_code.asked import Asked, JsonObject


def answer(asked: Asked) -> JsonObject | None:
    """Note the run; nothing is said to the agent here, its prompt has said it."""
    if asked.text("agent_type"):
        begun(asked.root, asked.session, asked.text("agent_id"), asked.text("agent_type"))
    return None
