"""A context is about to be compacted: what must survive is written, and told to who summarises."""

from batonpass.flow.pinning import before
from batonpass.surfaces.hosts.claude_code.asked import Asked


def answer(asked: Asked) -> str:
    """Return plain text, which the client appends to its request for a summary."""
    return before(asked.root, asked.policy, asked.session, asked.transcript, asked.text("trigger"))
