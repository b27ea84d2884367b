"""The main agent's turn ends: what it opened of handoffs is counted. On the fast path where it opened nothing."""

from batonpass.flow.before_reading import MAIN
from batonpass.flow.on_demand import opened
from batonpass.surfaces.hosts.claude_code.asked import Asked, JsonObject


def answer(asked: Asked) -> JsonObject | None:
    """Count; a turn is never kept from ending."""
    if asked.transcript:
        opened(asked.root, asked.policy, asked.session, MAIN, MAIN, asked.transcript)
    return None
