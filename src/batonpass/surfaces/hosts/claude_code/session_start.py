"""A session starts, or goes on with a context that was emptied: what it must know is told at its beginning."""

from batonpass.surfaces.hosts.claude_code.asked import Asked, JsonObject, context


def answer(asked: Asked) -> JsonObject | None:
    """After a compaction bring back what was pinned; at any other start offer the last open handoff, once."""
    if asked.text("source") == "compact":
        from batonpass.flow.pinning import after  # noqa: PLC0415 - the slow branch

        return context("SessionStart", after(asked.root, asked.policy, asked.session))
    from batonpass.flow.offering import offer  # noqa: PLC0415 - one of two

    return context("SessionStart", offer(asked.root, asked.policy, asked.session))
