"""A turn begins: how full is the context, and what should be done about it? On the fast path."""

from batonpass.flow.checkpoint import checkpoint
from batonpass.flow.policy import Policy


def advice(root: str, policy: Policy, transcript: str) -> str:
    """Return what to tell the model of its context, "" where nothing is to be done, or nobody is to be told."""
    found = checkpoint(root, policy, transcript)
    if found.mode == "observe" or found.usage is None or found.verdict.answer == "go":
        return ""
    return found.verdict.says
