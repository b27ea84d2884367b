"""A person, or a task in the background, said something: advice where the context grows full. On the fast path."""

from batonpass.flow.turn import advice
from batonpass.surfaces.hosts.claude_code.asked import Asked, JsonObject, context


def answer(asked: Asked) -> JsonObject | None:
    """Tell the model how full its context is, from the step of the ladder on that says so."""
    text = advice(asked.root, asked.policy, asked.transcript)
    return context("UserPromptSubmit", f"baton: {text}" if text else "")
