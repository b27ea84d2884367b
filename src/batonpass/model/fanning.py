"""Parallel agents that ended: how each came out, where they disagree, and what they make together."""

from msgspec import Struct

from batonpass.model.exchange import Rule, passes
from batonpass.model.problem import Problem


class Ended(Struct, frozen=True, kw_only=True):
    """How one of several agents ended."""

    name: str  # its agent; with the group or the id where several are called so
    passed: bool
    lost: bool = False  # it died, timed out, or what it left cannot be read
    why: tuple[str, ...] = ()  # it did not pass, or nothing is known of it
    about: str = ""  # what it worked on
    place: str = ""  # the handoff or the file it left


class Together(Struct, frozen=True, kw_only=True):
    """What several agents make together."""

    ended: tuple[Ended, ...]
    conflicts: tuple[Problem, ...] = ()  # all of them, of the same rule together
    policy: Rule | None = None  # None: nobody asked whether they passed
    share: int = 0  # tokens of the merged text that each of them may fill first

    @property
    def passed(self) -> int:
        """Return how many passed."""
        return sum(one.passed for one in self.ended)

    @property
    def lost(self) -> tuple[Ended, ...]:
        """Return those of whom nothing is known."""
        return tuple(one for one in self.ended if one.lost)

    @property
    def enough(self) -> bool:
        """Say whether as many passed as the policy asks for."""
        return self.policy is None or passes(self.policy, self.passed, len(self.ended))
