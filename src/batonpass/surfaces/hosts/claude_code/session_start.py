"""A session starts, or goes on with a context that was emptied: what it must know is told at its beginning."""

from batonpass.surfaces.hosts.claude_code.asked import Asked, JsonObject, client, context

EVENT = "SessionStart"


def answer(asked: Asked) -> JsonObject | None:
    """After a compaction bring back what was pinned, and the persona; after a clearing the persona that goes on.

    At any other start the last open handoff is offered, once. Further parts say only what did not fit into the first.
    """
    source = asked.text("source")
    persona = _persona(asked, source)
    if asked.part > 1:
        return context(EVENT, persona)
    if source == "compact":
        from batonpass.flow.pinning import after  # noqa: PLC0415 - the slow branch

        pinned = after(asked.root, asked.policy, asked.session)
        return context(EVENT, "\n\n".join(text for text in (pinned.strip(), persona) if text))
    if persona:
        return context(EVENT, persona)
    from batonpass.flow.offering import offer  # noqa: PLC0415 - one of two

    return context(EVENT, offer(asked.root, asked.policy, asked.session))


def _persona(asked: Asked, source: str) -> str:
    """Return this part of what a persona goes on with, "" where none does."""
    if source not in ("clear", "compact"):
        return ""
    from batonpass.flow import emptied  # noqa: PLC0415 - other starts need none of it

    if source == "compact":
        text = emptied.after_compaction(asked.root, asked.policy, asked.session, asked.part)
    else:
        text = emptied.after_clearing(asked.root, asked.policy, asked.session, client(), asked.part)
    if text and asked.part == 1:
        text = "\n\n".join(part for part in (_own(asked), text) if part)
    return text


def _own(asked: Asked) -> str:
    """Return what the persona did itself before; where that cannot be had, its profile comes back all the same."""
    from batonpass.flow import faults, policy  # noqa: PLC0415 - the slow branch: it writes artifacts
    from batonpass.flow.resuming import resumed  # noqa: PLC0415
    from batonpass.model.errors import BatonError  # noqa: PLC0415

    try:
        return resumed(asked.root, asked.session)
    except BatonError as error:
        faults.record(asked.root, EVENT, "", error, policy.last(asked.root))
        return ""
