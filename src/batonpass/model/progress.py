"""How far a workflow has come: what its journal tells, and what a progress file says."""

from typing import Any, Literal

from msgspec import Struct

from batonpass.model.problem import Problem

Standing = Literal["pending", "in_progress", "complete", "skipped"]
Doing = Literal["start", "finish", "skip", "resume", "adopt"]  # a repair changes no state
Dialect = Literal[
    "ours",
    "outputs",  # feature_name, feature_slug, phases by name
    "setup",  # workflow_name, current_phase as a number, phases as 1_setup
    "unknown",
]


class State(Struct, frozen=True):
    """Where a workflow stands. Whatever is not named is pending, its gate not passed."""

    work_type: str = ""
    under_way: frozenset[int] = frozenset()
    complete: frozenset[int] = frozenset()
    skipped: frozenset[int] = frozenset()  # phases left out with the user's words
    passed: frozenset[str] = frozenset()  # gates
    waived: frozenset[str] = frozenset()  # gates skipped with the user's words
    overrun: frozenset[str] = frozenset()  # gates that were not passed, where the mode let the work go on

    def standing(self, number: int) -> Standing:
        """Return how a phase stands."""
        if number in self.under_way:
            return "in_progress"
        if number in self.complete:
            return "complete"
        return "skipped" if number in self.skipped else "pending"


class Move(Struct, frozen=True, kw_only=True):
    """What somebody wants to do with a phase."""

    do: Doing
    phase: int
    work_type: str = ""  # from now on; "" = as it was
    proven: bool | None = True  # of finishing: whether everything that must be true is; None: nobody can say
    sound: bool = (
        True  # of finishing: whether what the phase itself must leave and be is true, whatever its gates ask
    )
    words: str = ""  # of skipping: the user's own
    claimed: tuple[int, ...] = ()  # of adopting: phases that another tool's file says are complete
    left: tuple[int, ...] = ()  # of adopting: phases that it says were left out


class Found(Struct, frozen=True, kw_only=True):
    """A progress file as it was read, whoever wrote it."""

    path: str  # relative to the root
    text: str
    values: dict[str, Any]
    dialect: Dialect
    workflow: str
    current: str  # as the file spells it
    phases: dict[str, str]  # key → how it stands, in our words
    problems: tuple[Problem, ...] = ()


class Recorded(Struct, frozen=True, kw_only=True):
    """What the journal tells of a workflow: the state, each phase's entry, and whether the chain holds."""

    workflow: str
    state: State = State()
    moves: int = 0
    digest: str = ""  # of the last move
    path: str = ""  # of the progress file
    started: str = ""
    name: str = ""
    playbook: str = ""
    entries: dict[str, dict[str, Any]] = {}  # key of a phase → its entry in the file
    tokens: dict[str, Any] = {}  # metrics.tokens
    artifacts: tuple[dict[str, Any], ...] = ()
    before: str = ""  # digest of the file as it was before the last move
    broken: int = 0  # the first move that does not belong to the one before it; 0 = none
