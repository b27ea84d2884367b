"""batonpass into a project, and out of it again without a trace."""

import os
from collections.abc import Sequence

from batonpass.brief.template import section
from batonpass.flow.setup import CONFIG, Setup
from batonpass.model.config import Mode
from batonpass.model.edit import Edit
from batonpass.model.errors import NotFound
from batonpass.read import look
from batonpass.read.agents import definition_at, definitions, name_of
from batonpass.store import edits
from batonpass.store.edits import Applied
from batonpass.tables import load

RUNTIME = (
    ".baton/journal/",
    ".baton/ledger.db*",
    ".baton/cache/",
    ".baton/telemetry/",
    ".baton/installed.json*",
    ".baton/*.lock",
)


def plan(
    setup: Setup, *, agents: Sequence[str] = (), share: bool = False, mode: Mode | None = None
) -> Applied:
    """Return what `init` would change."""
    return edits.plan(setup.root, _edits(setup, agents, share=share, mode=mode))


def init(
    setup: Setup, *, agents: Sequence[str] = (), share: bool = False, mode: Mode | None = None
) -> Applied:
    """Put configuration, ignore lines and the agents' sections in place; doing it twice changes nothing."""
    return edits.apply(setup.root, _edits(setup, agents, share=share, mode=mode))


def plan_uninstall(setup: Setup) -> Applied:
    """Return what `uninstall` would change."""
    return edits.plan(setup.root, [Edit(path=path, kind="remove") for path in edits.installed(setup.root)])


def uninstall(setup: Setup) -> Applied:
    """Take back everything that was put in place, to the byte."""
    return edits.uninstall(setup.root)


def known_agents(setup: Setup) -> dict[str, str]:
    """Return the definitions found in the project: agent name → file."""
    return definitions(setup.root)


def _edits(setup: Setup, agents: Sequence[str], *, share: bool, mode: Mode | None) -> list[Edit]:
    ignored = RUNTIME if share else (*RUNTIME, f"{setup.playbook.artifacts}/")
    found = [Edit(path=CONFIG, kind="write", text=_config(setup, share=share, mode=mode))]
    found = [] if look.stat(setup.root, CONFIG) == "file" and mode is None else found
    found.append(Edit(path=".gitignore", kind="lines", text="\n".join(ignored)))
    return found + [_agent_edit(setup, agent) for agent in agents]


def _config(setup: Setup, *, share: bool, mode: Mode | None) -> str:
    text = load.text("config.toml")
    return text.format(
        playbook=setup.playbook.name, mode=mode or setup.mode, share="true" if share else "false"
    )


def _agent_edit(setup: Setup, agent: str) -> Edit:
    """Return the section for one agent, named by its name, its file or its folder."""
    path = definitions(setup.root).get(agent) or definition_at(setup.root, agent)
    if not path:
        known = ", ".join(definitions(setup.root)) or "none was found"
        raise NotFound(f"no agent definition {agent!r}", wanted=f"a file, a folder, or one of: {known}")
    data = look.data(setup.root, path) or b""
    name = name_of(os.path.join(setup.root, path))
    return Edit(path=path, kind="section", text=section(name, data.decode("utf-8", "replace")))
