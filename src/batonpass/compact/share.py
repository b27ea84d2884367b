"""One budget for several agents: each fills its share of it before any takes more."""

from collections import Counter
from collections.abc import Sequence


class Share:
    """What each agent has filled so far."""

    def __init__(self, owners: Sequence[int | None], tokens: int) -> None:
        """Take whose each fact is, and the tokens of one share; what is nobody's own is charged to nobody."""
        self._owners, self._tokens = owners, tokens
        self._spent: Counter[int] = Counter()

    def is_spent(self, fact: int, cost: int) -> bool:
        """Say whether a fact must wait until all had their share; the first of each agent never does."""
        owner = self._owners[fact]
        spent = self._spent[owner] if owner is not None else 0
        return bool(spent) and spent + cost > self._tokens

    def charge(self, fact: int, cost: int) -> None:
        """Count a fact that was taken."""
        owner = self._owners[fact]
        if owner is not None:
            self._spent[owner] += cost
