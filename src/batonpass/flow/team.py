"""Who the agents of a project are: what kind of handoff each leaves, and what its last message may be."""

import os

from batonpass.brief.template import artifact_type
from batonpass.model.named import plain
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
    own = agent.rsplit(":", 1)[-1]  # of a plugin: `its-name:agent`
    known: dict[str, str] = load.table("hosts")["agents"]
    if own in known:
        return known[own]
    place = definitions(root).get(own, "")
    definition = look.data(root, place) if place else None
    return artifact_type(own, (definition or b"").decode("utf-8", "replace"))


def products(root: str, playbook: Playbook) -> dict[str, str]:
    """Return agent → its product, for those of whom it is known; by their plain names."""
    listed = (*playbook.returns.answers, *playbook.returns.implementers)
    names = {*playbook.agents, *listed, *definitions(root), *load.table("hosts")["agents"]}
    found = {plain(name): product(root, playbook, name) for name in sorted(names)}
    return {name: kind for name, kind in found.items() if kind}


def product(root: str, playbook: Playbook, agent: str) -> str:
    """Return what an agent's product is: `answer`, what it says, or `return`, what lies in files; "" = nobody knows.

    The playbook's lists come first, then what the agent's own definition says of it.
    """
    name = plain(agent)
    if name in map(plain, playbook.returns.answers):
        return "answer"
    if name in map(plain, playbook.returns.implementers):
        return "return"
    return PRODUCTS.get(kind_of(root, agent), "")


def contracts(playbook: Playbook) -> dict[str, str]:
    """Return what agents are told of their last message, by what is asked of them."""
    return {
        name: load.text(f"contract-{name}.md").format(answer=playbook.returns.answer).strip()
        for name in TEXTS
    }


def sources_of(root: str) -> list[str]:
    """Return the folders and files that say who the agents are: where one changes, the team does."""
    folders = [os.path.join(root, folder) for folder in load.table("hosts")["agent_folders"]]
    return [*folders, *(os.path.join(root, place) for place in definitions(root).values())]
