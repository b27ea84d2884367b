"""A session ends: said in the journal, and what was kept of its runs is taken away. On the fast path."""

from batonpass.flow.before_reading import MAIN
from batonpass.flow.on_demand import opened
from batonpass.flow.session import cleared, end
from batonpass.surfaces.hosts.claude_code.asked import Asked, JsonObject, client


def answer(asked: Asked) -> JsonObject | None:
    """End the session; one that was cleared goes on under another name.

    What its last turn opened is counted before: it may not have been on the disk when that ended.
    """
    if asked.transcript:
        opened(asked.root, asked.policy, asked.session, MAIN, MAIN, asked.transcript)
    if asked.text("reason") == "clear":
        cleared(asked.root, client(), asked.session, asked.transcript)
    end(asked.root, asked.policy, asked.session, asked.text("reason"))
    return None
