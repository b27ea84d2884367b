"""How a team of agents works together. The values stand in `tables/playbooks/*.toml`.

Each concern is a section of its own, with its own module here. A section whose `named()` yields (path, agent)
has its agents looked up when the table is loaded; one with `mistakes()` yields what else cannot be.
"""

from collections.abc import Iterator

from msgspec import UNSET, Struct, UnsetType

from batonpass.model.agent_limits import AgentLimits
from batonpass.model.bounds import Count, Positive, Share
from batonpass.model.config import Mode
from batonpass.model.levels import Levels
from batonpass.model.phases import Phases
from batonpass.model.returns import Returns
from batonpass.model.roles import RoleFiles
from batonpass.model.routes import Routes
from batonpass.model.taking_over import Reasoning, TakingOver
from batonpass.model.team import Team


class Budgets(Struct, frozen=True, forbid_unknown_fields=True):
    """What may pass between two agents, in tokens."""

    manifest: Positive
    required_reading: Count
    handoff: Positive  # manifest and required reading together
    working: Positive  # one agent's own work; above it a warning
    window: Positive
    window_target: Positive  # what all handoffs of a workflow together should stay below


class Alerts(Struct, frozen=True, forbid_unknown_fields=True):
    """Shares of the handoff budget at which people are told."""

    warning: Share
    critical: Share


class PhaseBudget(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the messages of a phase may cost, where a playbook says other numbers than the protocol."""

    input: tuple[int, int] | UnsetType = UNSET  # typical tokens of a request, least and most
    output: tuple[int, int] | UnsetType = UNSET  # of a response
    total: int | UnsetType = UNSET  # both together
    next: str | UnsetType = UNSET  # the phase after it


class Playbook(Struct, frozen=True, forbid_unknown_fields=True):
    """Agents, budgets, mode, retention and roots of one way of working."""

    name: str
    about: str
    mode: Mode
    artifacts: str  # root of the published handoffs, relative to the project
    agents: tuple[str, ...]
    budgets: Budgets
    alerts: Alerts
    allocation: dict[str, Count]  # the per-agent table: part of a context → tokens
    retention_days: Count
    keep_newest: Count  # per agent, whatever their age
    limits: AgentLimits = AgentLimits()  # where it differs from tables/agent_limits.toml
    levels: Levels | None = None  # how full is too full; None = tables/levels.toml
    rules: dict[str, Mode] = {}  # rule or gate → its mode, where the project does not say
    exchange: dict[str, PhaseBudget] = {}  # phase → its own numbers for requests and responses
    returns: Returns = Returns()
    handoffs: RoleFiles = RoleFiles()
    taking_over: TakingOver = TakingOver()
    reasoning: Reasoning = Reasoning()
    team: Team = Team()
    routes: Routes = Routes()
    switches: str = ""  # folder of the artifacts of agent switches; "" = one that is there, else our own
    phases: Phases = Phases()


def mistakes(playbook: Playbook) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Yield path, what was found and what was wanted of everything that fits a field and cannot be."""
    yield from strangers(playbook)
    for name in Playbook.__struct_fields__:
        told = getattr(getattr(playbook, name), "mistakes", None)
        yield from (((name, *path), found, wanted) for path, found, wanted in (told() if told else ()))


def strangers(playbook: Playbook) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Yield path, what was found and what was wanted of every agent that sections name and nobody knows."""
    known = frozenset(playbook.agents)
    for name in Playbook.__struct_fields__:
        named = getattr(getattr(playbook, name), "named", None)
        for path, agent in named() if named else ():
            if agent not in known:
                wanted = f"one of the playbook's agents ({', '.join(playbook.agents)})"
                yield (name, *path), f"unknown agent {agent!r}", wanted
