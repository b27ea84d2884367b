"""A subagent ends: what it left becomes a handoff; a report that is too long is kept, and a short text goes back."""

import os

from batonpass.flow.agent_ended import Ended
from batonpass.flow.stopped import stopped
from batonpass.surfaces.hosts.claude_code.asked import Asked, JsonObject


def answer(asked: Asked) -> JsonObject | None:
    """Hand over; send a background agent back where its words are too many. The end of a compaction is no agent."""
    if not asked.text("agent_type"):
        return None
    end = Ended(
        agent=asked.text("agent_type"),
        run=asked.text("agent_id"),
        session=asked.session,
        message=asked.text("last_assistant_message"),
        transcript=os.path.expanduser(asked.text("agent_transcript_path")),
    )
    reason = stopped(asked.root, asked.policy, end, again=asked.told.get("stop_hook_active") is True)
    return {"decision": "block", "reason": reason} if reason else None
