"""A session ends: said in the journal, and what was kept of its runs is taken away. On the fast path."""

from batonpass.flow.before_reading import MAIN
from batonpass.flow.on_demand import opened
from batonpass.flow.session import end
from batonpass.surfaces.hosts.claude_code.asked import Asked, JsonObject


def answer(asked: Asked) -> JsonObject | None:
    """End the session, once what its last turn opened is counted too: it may not have been on the disk then."""
    if asked.transcript:
        opened(asked.root, asked.policy, asked.session, MAIN, MAIN, asked.transcript)
    end(asked.root, asked.policy, asked.session, asked.text("reason"))
    return None
