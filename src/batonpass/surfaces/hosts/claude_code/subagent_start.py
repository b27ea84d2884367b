"""A subagent begins: who runs beside whom is known by this. On the fast path."""

from batonpass.flow.launched import begun
from batonpass.surfaces.hosts.claude_code.asked import Asked, JsonObject, context


def answer(asked: Asked) -> JsonObject | None:
    """Note the run; the agent is told here only what could not be put into its prompt."""
    if not asked.text("agent_type"):
        return None
    told = begun(asked.root, asked.session, asked.text("agent_id"), asked.text("agent_type"))
    return context("SubagentStart", told)
