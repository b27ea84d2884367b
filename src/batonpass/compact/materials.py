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
