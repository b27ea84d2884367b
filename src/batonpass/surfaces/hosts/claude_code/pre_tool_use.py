"""A tool is about to run: an agent may have to wait, or starts with more than its prompt. On the fast path."""

from batonpass.flow.checkpoint import Checkpoint
from batonpass.surfaces.hosts.claude_code.asked import READS, SPAWNS, Asked, JsonObject, context


def answer(asked: Asked) -> JsonObject | None:
    """Deny a spawn the caller's context has no room for, else give the agent its brief; have manifests read first."""
    if asked.text("tool_name") in SPAWNS:
        return _spawn(asked)
    if asked.text("tool_name") in READS:
        return _read(asked)
    return None


def _read(asked: Asked) -> JsonObject | None:
    from batonpass.flow import before_reading  # noqa: PLC0415 - other tools need none of it

    path = asked.inside("tool_input").get("file_path")
    if not isinstance(path, str):
        return None
    wish = before_reading.Wish(
        path, session=asked.session, transcript=asked.transcript, caller=asked.text("agent_id")
    )
    reason = before_reading.too_early(asked.root, asked.policy, wish)
    if not reason:
        return None
    if asked.policy.mode_of(before_reading.RULE) == "enforce":
        return denied(reason)
    return context("PreToolUse", f"baton: {reason}")


def _spawn(asked: Asked) -> JsonObject | None:
    from batonpass.flow import spawning  # noqa: PLC0415 - other tools need none of it

    spawn = spawning.Spawn(
        asked.inside("tool_input"),
        session=asked.session,
        transcript=asked.transcript,
        caller=asked.text("agent_id"),
        call=asked.text("tool_use_id"),
    )
    checked = spawning.gate(asked.root, asked.policy, spawn)
    if checked.denied:
        return denied(checked.verdict.says)
    if asked.policy.mode == "observe":
        return None
    if reason := spawning.lacking(asked.root, asked.policy, spawn):
        return denied(reason)
    told = context("PreToolUse", _advice(checked))
    said: JsonObject = dict(told["hookSpecificOutput"]) if told else {"hookEventName": "PreToolUse"}  # type: ignore[call-overload] # our own
    new = spawning.rewritten(asked.root, asked.policy, spawn)
    return {"hookSpecificOutput": {**said, "updatedInput": new}} if new != spawn.input or told else None


def _advice(checked: Checkpoint) -> str:
    """Return what the caller is told where it may go on and should not for long."""
    told = checked.mode != "observe" and checked.usage is not None and checked.verdict.answer != "go"
    return f"baton: {checked.verdict.says}" if told else ""


def denied(reason: str) -> JsonObject:
    """Return the answer that refuses a call."""
    return {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": f"baton: {reason}",
        }
    }
