"""A tool has run. Of a subagent that somebody waited for, the short text goes back in place of the long one."""

from batonpass.flow import launched
from batonpass.surfaces.hosts.claude_code.asked import SPAWNS, Asked, JsonObject


def answer(asked: Asked) -> JsonObject | None:
    """Replace an agent's report by its return, in the very shape the client knows its answers by."""
    said = asked.inside("tool_response")
    run = said.get("agentId")
    if asked.text("tool_name") not in SPAWNS or not isinstance(run, str):
        return None
    if said.get("status") == "async_launched":
        launched.in_background(asked.root, asked.session, run)
        return None
    text = launched.instead(asked.root, asked.session, run)
    if text is None:
        text = _late(asked, run, said)
    if not text or said.get("status") != "completed":
        return None
    shown = {**said, "content": [{"type": "text", "text": text}]}
    return {"hookSpecificOutput": {"hookEventName": "PostToolUse", "updatedToolOutput": shown}}


def _late(asked: Asked, run: str, said: JsonObject) -> str:
    """Hand over what SubagentStop did not: its hook failed, or took too long."""
    from batonpass.flow.agent_ended import Ended  # noqa: PLC0415 - the slow branch
    from batonpass.flow.stopped import late  # noqa: PLC0415

    content = said.get("content")
    texts = (
        [str(b.get("text", "")) for b in content if isinstance(b, dict)] if isinstance(content, list) else []
    )
    end = Ended(
        agent=str(said.get("agentType") or asked.inside("tool_input").get("subagent_type") or "agent"),
        run=run,
        session=asked.session,
        message="\n".join(texts),
        transcript=launched.transcript_of(asked.transcript, run),
    )
    return late(asked.root, asked.policy, end)
