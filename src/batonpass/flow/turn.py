"""A turn begins: how full is the context, and whom does the prompt call? On the fast path."""

from batonpass.decide.addressed import addressed
from batonpass.flow.checkpoint import Checkpoint, checkpoint
from batonpass.flow.policy import Policy
from batonpass.read.root import size_of


def called(policy: Policy, prompt: str) -> str:
    """Return the agent that a prompt calls, "" where it calls none."""
    return addressed(prompt, policy.agents)


def advice(root: str, policy: Policy, transcript: str) -> str:
    """Return what to tell the model of its context, "" where nothing is to be done, or nobody is to be told."""
    found = checkpoint(root, policy, transcript)
    if found.mode == "observe" or found.usage is None or found.verdict.answer == "go":
        return ""
    if policy.ladder.is_emergency(found.verdict.step):
        return f"{found.verdict.says}{_opening(root, found)}"
    return found.verdict.says


def _opening(root: str, found: Checkpoint) -> str:
    """Return where the opening prompt of a new session lies; of a transcript too long for a hook it is made by hand."""
    from batonpass.flow.emergency import emergency  # noqa: PLC0415 - the slow branch: everything is handed over
    from batonpass.flow.setup import open_project  # noqa: PLC0415
    from batonpass.tables import load  # noqa: PLC0415

    if size_of(found.transcript) > load.limits()["context"]["emergency_bytes"]:
        return ""
    opening = emergency(open_project(root), found.transcript, found.usage)
    return f". It is done: everything is in {opening.manifest}, and a new session begins with {opening.path}"
