"""What goes back from an agent to whoever started it: its own words, or a short text in their place."""

from typing import Any

from msgspec import Struct

from batonpass.flow.agent_ended import MESSAGE
from batonpass.flow.outcome import Outcome
from batonpass.flow.policy import Policy
from batonpass.flow.setup import Setup
from batonpass.flow.view import view
from batonpass.tables import load

CHANGES = ("files_created", "files_modified", "files_deleted")


class Back(Struct, frozen=True):
    """What may go back; `text` is "" where the agent's own words may."""

    text: str
    said: int  # tokens of its own words
    allowed: int  # tokens they may have
    full: str = ""  # where they stand in full
    manifest: str = ""


def going_back(setup: Setup, policy: Policy, agent: str, message: str, told: Outcome) -> Back:
    """Return what goes back from an agent that said this, and whose handoff this is."""
    limits: dict[str, int] = load.limits()["returns"]
    said, answers = setup.meter.count(message), is_answering(policy, agent, told)
    allowed = limits["answer" if answers else "unchanged"]
    handoff = told.opened.handoff
    full = handoff.directory + MESSAGE
    if said <= allowed:
        return Back("", said, allowed, full, handoff.manifest)
    shown = view(setup, told.opened, "manifest" if answers else "announce").strip()
    where = (
        f"Kept by batonpass: the full report of {agent} ({said} tokens) is {full}; "
        f"`baton expand {handoff.id} {MESSAGE}#L1-L40` opens lines of it."
    )
    return Back(f"{shown}\n{where}", said, allowed, full, handoff.manifest)


def is_answering(policy: Policy, agent: str, told: Outcome) -> bool:
    """Say whether an agent's product is its answer: as the team knows it, else by what it did."""
    product = policy.products.get(agent.rsplit(":", 1)[-1], "")
    manifest: dict[str, Any] = told.opened.manifest
    return product == "answer" if product else not any(manifest.get(field) for field in CHANGES)
