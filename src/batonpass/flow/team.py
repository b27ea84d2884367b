"""Who the agents of a project are: what kind of handoff each leaves, and what its last message may be."""

import os

from batonpass.brief.template import artifact_type
from batonpass.model.playbook import Playbook
from batonpass.read import look
from batonpass.read.agents import definitions
from batonpass.tables import load

PRODUCTS = {
    "research": "answer",
    "plan": "answer",
    "implementation": "return",
}  # of others their work decides
TEXTS = ("return", "answer", "either")


def kind_of(root: str, agent: str) -> str:
    """Return the type of an agent's handoffs: the host's own agents are in a table, others say it themselves."""
    plain = agent.rsplit(":", 1)[-1]  # of a plugin: `its-name:agent`
    known: dict[str, str] = load.table("hosts")["agents"]
    if plain in known:
        return known[plain]
    place = definitions(root).get(plain, "")
    definition = look.data(root, place) if place else None
    return artifact_type(plain, (definition or b"").decode("utf-8", "replace"))


def products(root: str, playbook: Playbook) -> dict[str, str]:
    """Return agent → what it is asked for as its last message, for those of whom it is known."""
    names = {*playbook.agents, *definitions(root), *load.table("hosts")["agents"]}
    kinds = {name: PRODUCTS.get(kind_of(root, name), "") for name in sorted(names)}
    return {name: kind for name, kind in kinds.items() if kind}


def contracts() -> dict[str, str]:
    """Return what agents are told of their last message, by what is asked of them."""
    limits = load.limits()["returns"]
    return {name: load.text(f"contract-{name}.md").format(**limits).strip() for name in TEXTS}


def sources_of(root: str) -> list[str]:
    """Return the folders and files that say who the agents are: where one changes, the team does."""
    folders = [os.path.join(root, folder) for folder in load.table("hosts")["agent_folders"]]
    return [*folders, *(os.path.join(root, place) for place in definitions(root).values())]
