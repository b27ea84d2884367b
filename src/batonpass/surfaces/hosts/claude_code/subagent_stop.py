"""A subagent ends: what it left becomes a handoff; a report that is too long is kept, and a short text goes back."""

import os

from batonpass.surfaces.hosts.claude_code.asked import Asked, JsonObject


def answer(asked: Asked) -> JsonObject | None:
    """Hand over; send a background agent back where its words are too many. The end of a compaction is no agent."""
    if not asked.text("agent_type"):
        return None
    from batonpass.flow import warm  # noqa: PLC0415 - the end of a compaction needs none of it

    warm.start()
    from batonpass.flow.agent_ended import Ended  # noqa: PLC0415 - beside what is warmed up
    from batonpass.flow.stopped import stopped  # noqa: PLC0415

    end = Ended(
        agent=asked.text("agent_type"),
        run=asked.text("agent_id"),
        session=asked.session,
        message=asked.text("last_assistant_message"),
        transcript=os.path.expanduser(asked.text("agent_transcript_path")),
    )
    reason = stopped(asked.root, asked.policy, end, again=asked.told.get("stop_hook_active") is True)
    return {"decision": "block", "reason": reason} if reason else None
