"""A person, or a task in the background, said something: advice, and personas that change. On the fast path."""

from batonpass.flow.turn import advice, called
from batonpass.surfaces.hosts.claude_code.asked import Asked, JsonObject, context


def answer(asked: Asked) -> JsonObject | None:
    """Tell the model how full its context is, and where another agent is called what the one before it leaves."""
    said = advice(asked.root, asked.policy, asked.transcript)
    parts = [f"baton: {said}"] if said else []
    prompt = asked.text("prompt")
    name = called(asked.policy, prompt)
    looked = None
    if asked.policy.domains:
        from batonpass.flow.domains import look  # noqa: PLC0415 - few projects have domains of rules

        looked = look(asked.root, asked.policy, asked.session, asked.transcript, prompt, name)
    if name or (looked and (looked.changed or looked.bracket or looked.called)):
        from batonpass.flow.calling import Prompt, turned  # noqa: PLC0415 - the slow branch: something changes

        told = turned(Prompt(asked.root, asked.policy, asked.session, asked.transcript, prompt), name, looked)
        if told.refused:
            return {"decision": "block", "reason": told.refused}
        parts.append(told.context)
    return context("UserPromptSubmit", "\n\n".join(part for part in parts if part))
