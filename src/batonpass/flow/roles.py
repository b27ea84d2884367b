"""Which role an agent has in its team, where its handoff file lies, and whether such a file is ours."""

from batonpass.flow.setup import Setup
from batonpass.model.errors import BadContent
from batonpass.model.proof import SourceEntry
from batonpass.model.roles import Fields, Role, Slot
from batonpass.read.role_file import fields_of
from batonpass.tables import load


def role_of(setup: Setup, agent: str) -> Role | None:
    """Return the role of an agent in this playbook, None where it has none."""
    table = setup.playbook.handoffs.roles.get(plain_name(setup, agent))
    return load.role(table) if table else None


def plain_name(setup: Setup, agent: str) -> str:
    """Return the agent of the team that a name means: `developer` for `developer_2`; an unknown one as it is."""
    return setup.playbook.team.agent(agent, setup.playbook.agents) or agent


def slot_of(setup: Setup, agent: str, session: str, group: str) -> Slot | None:
    """Return where an agent's handoff file lies, None where it has no role or nobody named the session."""
    files, name = setup.playbook.handoffs, plain_name(setup, agent)
    if name not in files.roles or not session:
        return None
    own = [alias for alias, agents in files.aliases.items() if name in agents]
    aliases = own if agent == name else [f"{alias}_{agent}" for alias in own]  # one of several at once
    return Slot(session, "" if name in files.sessionwide else group, agent, tuple(aliases))


def is_view(setup: Setup, fields: Fields) -> bool:
    """Say whether a file is a view of a handoff that stands: then that handoff speaks for it."""
    known = fields.get("id")
    return isinstance(known, str) and bool(known) and setup.store.by_key(known) is not None


def is_ours(setup: Setup, data: bytes) -> bool:
    """Say whether the bytes of a file are such a view; a torn file is none."""
    try:
        return is_view(setup, fields_of(data))
    except BadContent:
        return False


def is_kept(entry: SourceEntry) -> bool:
    """Say whether a source is kept in full beside a role's file: no data, nothing that git or a client keeps itself."""
    formats = load.table("evidence")["formats"]
    return entry.format not in {"json", "git", "git-part", *formats["transcripts"]}
