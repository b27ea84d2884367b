"""Whether a project may go on to a stricter mode, and what that mode would have stopped."""

from msgspec import Struct


class Stopped(Struct, frozen=True):
    """One thing that enforce would have stopped."""

    at: str
    what: str  # spawn, phase, handoff
    who: str  # the agent, or the phase
    why: str
    path: str = ""  # of a handoff's manifest


class Criterion(Struct, frozen=True):
    """One condition for going on."""

    name: str
    met: bool
    found: str
    wanted: str


class Readiness(Struct, frozen=True):
    """What was seen in the last days, and what follows."""

    mode: str
    next: str  # the stricter mode; "" where there is none
    days: int
    handoffs: int
    checks: int  # of contexts before spawns, phases and turns
    criteria: tuple[Criterion, ...]
    stopped: tuple[Stopped, ...]
    excuses: dict[str, int] = {}  # family → how often agents reasoned so around a gate

    @property
    def ready(self) -> bool:
        """Say whether every criterion is met."""
        return all(criterion.met for criterion in self.criteria)
