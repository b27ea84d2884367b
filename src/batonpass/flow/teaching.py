"""What the definitions of a project's agents are told: their part in the team, or how to hand over."""

import os

from batonpass.brief.role_section import knows, role_section
from batonpass.brief.template import artifact_type, section
from batonpass.flow.setup import Setup
from batonpass.flow.team import product
from batonpass.model.edit import Edit
from batonpass.model.errors import NotFound
from batonpass.read import look
from batonpass.read.agents import definition_at, definition_files, definitions, name_of
from batonpass.store import edits


def role_of(setup: Setup, path: str) -> str:
    """Return the agent of the playbook that a definition defines, by its name or its file's; "" = none."""
    stem = os.path.splitext(os.path.basename(path))[0]
    names = (name_of(os.path.join(setup.root, path)), stem)
    team, agents = setup.playbook.team, setup.playbook.agents
    return next(filter(None, (team.agent(name, agents) for name in names)), "")


def team_of(setup: Setup) -> tuple[str, ...]:
    """Return the definitions of the project's agents that have a part in the playbook's team."""
    return tuple(path for path in definition_files(setup.root) if knows(setup.playbook, role_of(setup, path)))


def taught(setup: Setup) -> tuple[str, ...]:
    """Return the definitions that were told before: what they say is kept current."""
    return tuple(
        path
        for path, kind in edits.installed(setup.root).items()
        if kind == "section" and look.stat(setup.root, path) == "file"
    )


def teach(setup: Setup, agent: str) -> Edit:
    """Return the section for one agent, named by its name, its file or its folder."""
    path = definitions(setup.root).get(agent) or definition_at(setup.root, agent)
    if not path:
        known = ", ".join(definitions(setup.root)) or "none was found"
        wanted = f"a file or a folder below the root, or one of: {known}"
        raise NotFound(f"no agent definition {agent!r} in the project", wanted=wanted)
    text = (look.data(setup.root, path) or b"").decode("utf-8", "replace")
    return Edit(path=path, kind="section", text=_text(setup, path, text))


def _text(setup: Setup, path: str, definition: str) -> str:
    role, name = role_of(setup, path), name_of(os.path.join(setup.root, path))
    if not knows(setup.playbook, role):
        return section(name, definition)
    kind = artifact_type(role, definition)
    return role_section(setup.playbook, role, type=kind, product=product(setup.root, setup.playbook, role))
