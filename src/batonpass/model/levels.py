"""How full is too full: the ladder of a playbook."""

from typing import Literal

from msgspec import Struct

Answer = Literal["go", "advise", "compact", "block"]
Status = Literal["OK", "SHOULD", "MUST", "BLOCKED"]


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One step: from which share on, and what it answers at each moment."""

    name: str
    share: float  # of the window, reached at `>=`
    status: Status  # what CONTEXT_STATUS prints
    turn: Answer  # the work goes on
    phase: Answer  # a phase begins
    spawn: Answer  # an agent is started
    heavy: Answer  # the same in a heavy phase
    says: str  # what to do
    emergency: bool = False  # everything is handed over, and a new session proposed

    def __post_init__(self) -> None:
        """Refuse what no share of a window is."""
        if not 0 < self.share <= 1:
            raise ValueError(f"`share` {self.share} of step {self.name!r}: wanted above 0 and at most 1")


class Window(Struct, frozen=True, forbid_unknown_fields=True):
    """Other shares for larger windows: the largest that a model's window reaches counts."""

    tokens: int  # windows of at least so many tokens
    share: dict[str, float]  # step → its share there


class Levels(Struct, frozen=True, forbid_unknown_fields=True):
    """The steps, and what holds where they do not help."""

    unknown: Literal["go", "advise", "block"]  # what is answered where nobody knows how full a context is
    regrow: float  # share of the window to grow after a compaction before another one is asked for
    step: tuple[Step, ...]
    window: tuple[Window, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a ladder that leads down, and shares of steps it has not."""
        names = [step.name for step in self.step]
        shares = [step.share for step in self.step]
        if shares != sorted(set(shares)) or len(set(names)) < len(names):
            raise ValueError("`step`: wanted steps with names of their own, each above the one before")
        for window in self.window:
            strange = sorted(set(window.share) - set(names))
            if strange:
                raise ValueError(
                    f"`window` {window.tokens} names no step {strange[0]!r}: wanted {', '.join(names)}"
                )
