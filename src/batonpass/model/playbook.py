"""How a team of agents works together. The values stand in `tables/playbooks/*.toml`."""

from msgspec import Struct

from batonpass.model.config import Mode


class Budgets(Struct, frozen=True, forbid_unknown_fields=True):
    """What may pass between two agents, in tokens."""

    manifest: int
    required_reading: int
    handoff: int  # manifest and required reading together
    working: int  # one agent's own work; above it a warning
    window: int
    window_target: int  # what all handoffs of a workflow together should stay below


class Alerts(Struct, frozen=True, forbid_unknown_fields=True):
    """Shares of the handoff budget at which people are told."""

    warning: float
    critical: float


class Playbook(Struct, frozen=True, forbid_unknown_fields=True):
    """Agents, budgets, mode, retention and roots of one way of working."""

    name: str
    about: str
    mode: Mode
    artifacts: str  # root of the published handoffs, relative to the project
    agents: tuple[str, ...]
    budgets: Budgets
    alerts: Alerts
    allocation: dict[str, int]  # the per-agent table: part of a context → tokens
    retention_days: int
    keep_newest: int  # per agent, whatever their age
