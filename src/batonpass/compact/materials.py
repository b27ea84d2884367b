"""All that one compaction works with."""

from collections.abc import Callable

from msgspec import Struct

from batonpass.compact.claims.ground import NO_GROUND, Ground
from batonpass.compact.readings import Find
from batonpass.model.fact import Fact
from batonpass.model.playbook import Budgets
from batonpass.model.profile import Profile
from batonpass.model.proof import Difference, SourceEntry
from batonpass.model.terms import Stamp, Terms


class Shares(Struct, frozen=True):
    """Whose each source is, where several agents fill one manifest: each fills its share before any takes more."""

    of: dict[str, tuple[int, ...]]  # digest of a source → the agents that handed it over
    count: int  # agents

    def owner(self, fact: Fact) -> int | None:
        """Return the one agent that tells a fact; None where several do, and for what the user said."""
        owners = {one for span in fact.spans for one in self.of.get(span.source, ())}
        return owners.pop() if len(owners) == 1 and fact.basis != "user" else None


class Materials(Struct, frozen=True):
    """All that one compaction works with."""

    facts: tuple[Fact, ...]
    sources: tuple[SourceEntry, ...]
    profile: Profile
    profile_digest: str
    terms: Terms
    stamp: Stamp
    budgets: Budgets
    meter: str
    size: Callable[[str], int]
    find: Find
    supersedes: str = ""
    ground: Ground = NO_GROUND  # the evidence among the sources
    differences: tuple[Difference, ...] = ()  # found before, in handoffs that are merged
    shares: Shares | None = None  # of the agents whose handoffs are merged
