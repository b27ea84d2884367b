"""Where a project keeps its handoffs."""

import posixpath

from batonpass.flow.setup import Setup
from batonpass.model.handoff import Handoff

ANY = ("0" * 12, "2000-01-01T00:00:00Z")  # an id and a time: the folder around depends on neither


def agent_folder(setup: Setup, agent: str) -> str:
    """Return the folder of an agent's handoffs, POSIX: relative to the root, absolute when outside of it."""
    return posixpath.dirname(setup.store.place(agent, "", *ANY).rstrip("/"))


def artifacts(setup: Setup) -> str:
    """Return the folder of all handoffs, POSIX, as that of an agent."""
    return posixpath.dirname(agent_folder(setup, "anybody"))


def is_here(setup: Setup, handoff: Handoff) -> bool:
    """Say whether a handoff stands where this project, or this call, keeps its handoffs."""
    return posixpath.dirname(handoff.directory.rstrip("/")) == agent_folder(setup, handoff.agent)
