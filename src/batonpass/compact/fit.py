"""The budget, filled by value per token: to the target, beyond it only for what is worth it."""

from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush
from typing import Any

import msgspec

from batonpass.compact.rank import tier, tier_weight
from batonpass.compact.same import marks, same
from batonpass.compact.share import Share
from batonpass.compact.slots import Candidate
from batonpass.model.profile import Profile, Slot
from batonpass.model.proof import Why
from batonpass.model.source import Span
from batonpass.tables import load

Count = Callable[[str], int]
Entry = tuple[float, int, tuple[int, ...], Candidate, list[Candidate]]
# Keys cost tokens too: `"key_insights":[],` with its line.
KEY_TOKENS = 6


class Fitting:
    """One filling of one manifest: what was chosen, what it costs, what was left out and why."""

    def __init__(
        self,
        profile: Profile,
        count: Count,
        *,
        used: int,
        target: int,
        limit: int,
        share: Share | None = None,
    ) -> None:
        """Start from the tokens the fixed fields already use."""
        self.profile, self.count = profile, count
        self.used, self.target, self.limit, self._share = used, target, limit, share
        self.chosen: list[Candidate] = []
        self.left: list[tuple[int, Why]] = []
        self.is_full = False  # something that was worth showing did not fit the limit
        self._sure: float = load.table("rank")["quality"]["sure"]
        self._near: float = load.table("rank")["quality"]["near"]
        self._reach: int = load.table("rank")["quality"]["near_lines"]
        self._in_slot = [0] * len(profile.slots)
        self._texts: dict[frozenset[str], list[tuple[int, str]]] = {}  # by what it names: slot and text
        self._lines: list[list[Span]] = [[] for _ in profile.slots]  # where what is shown was read
        self._over: list[Candidate] = []  # refused for their cost alone
        self._costs: dict[tuple[int, tuple[int, ...]], int] = {}

    def fill(self, by_slot: Sequence[Sequence[Candidate]]) -> None:
        """Take the best of every slot first, then whatever gives most for its tokens."""
        waiting = [list(group) for group in by_slot]
        for at in sorted(range(len(waiting)), key=lambda at: -self.profile.slots[at].value):
            self._first_of(waiting[at])
        queue = [self._entry(group[0], group) for group in waiting if group]
        heapify(queue)
        while queue:
            _, _, _, candidate, group = heappop(queue)
            group.pop(0)
            self._offer(candidate)
            if group:
                heappush(queue, self._entry(group[0], group))

    def _first_of(self, group: list[Candidate]) -> None:
        """Show one item of every kind that is surely there, while the target allows it."""
        while group and not self._in_slot[group[0].slot]:
            candidate = group[0]
            slot = self.profile.slots[candidate.slot]
            fits = self.used + self.cost(candidate) <= self.target and candidate.worth >= self._sure
            if not (slot.required or fits):
                return
            group.pop(0)
            self._offer(candidate, first=True)

    def _entry(self, candidate: Candidate, group: list[Candidate]) -> Entry:
        weighed = self.density(candidate) * tier_weight(candidate.confidence)
        return -weighed, candidate.slot, candidate.facts, candidate, group

    def density(self, candidate: Candidate) -> float:
        """Return the value per token of showing this candidate next in its slot."""
        slot = self.profile.slots[candidate.slot]
        value = slot.value * slot.decay ** self._in_slot[candidate.slot] * candidate.worth
        return value * self._near ** self._beside(candidate) / max(1, self.cost(candidate))

    def _beside(self, candidate: Candidate) -> int:
        """Return how many items of its slot were chosen from around the same place: a long list says much of one thing.

        Where the document's own section tells them, it means every one of them.
        """
        at = candidate.at
        if at is None or self.profile.slots[candidate.slot].form == "paths" or not tier(candidate.confidence):
            return 0
        beside = self._lines[candidate.slot]
        return sum(one.source == at.source and abs(one.first - at.first) <= self._reach for one in beside)

    def cost(self, candidate: Candidate) -> int:
        """Return the tokens of one item as the manifest's JSON spells it."""
        key = (candidate.slot, candidate.facts)
        if key not in self._costs:
            self._costs[key] = self.count(msgspec.json.encode(candidate.shown).decode() + ",")
        return self._costs[key] + (0 if self._in_slot[candidate.slot] else KEY_TOKENS)

    def _offer(self, candidate: Candidate, *, first: bool = False) -> None:
        why = self._refusal(candidate, first=first)
        if why:
            self.left += [(fact, why) for fact in candidate.facts]
            if why == "budget":
                self._over.append(candidate)
            return
        if self._share:
            self._share.charge(candidate.facts[0], self.cost(candidate))
        self.used += self.cost(candidate)
        self.chosen.append(candidate)
        self._in_slot[candidate.slot] += 1
        if candidate.at:
            self._lines[candidate.slot].append(candidate.at)
        if self.profile.slots[candidate.slot].form != "paths":
            for said in _said(candidate.shown):
                self._texts.setdefault(marks(said), []).append((candidate.slot, said))

    def use_up(self, used: int) -> None:
        """Offer once more what was refused for its cost: items together take fewer tokens than each alone."""
        self.used, self._share = used, None
        refused, self._over = self._over, []
        again = {fact for candidate in refused for fact in candidate.facts}
        self.left = [(fact, why) for fact, why in self.left if why != "budget" or fact not in again]
        for candidate in refused:
            if self.used + self.cost(candidate) > self.limit:
                self.left += [(fact, "budget") for fact in candidate.facts]
            else:
                self._offer(candidate)

    def _refusal(self, candidate: Candidate, *, first: bool) -> Why | None:
        slot, cost = self.profile.slots[candidate.slot], self.cost(candidate)
        most = 1 if slot.form in ("text", "tests") else slot.cap
        if most and not slot.overflow and self._in_slot[candidate.slot] >= most:
            return "cap"
        if self._is_told(candidate, slot):
            return "duplicate"
        if self._share and self._share.is_spent(candidate.facts[0], cost):
            return "budget"
        if not first and self.used + cost > self.target and not self._worth_more(candidate):
            return "budget"
        if self.used + cost > self.limit:
            self.is_full = True
            return "budget"
        return None

    def _is_told(self, candidate: Candidate, slot: Slot) -> bool:
        """Say whether the manifest says it already: a list anywhere in it, a decision among its decisions."""
        own = slot.form == "decisions"
        if not (own or slot.form == "list" or (slot.form == "text" and not slot.required)):
            return False
        text = candidate.shown["decision"] if own else str(candidate.shown)
        alike = self._texts.get(marks(text), ())  # what names something else says something else
        return any(same(text, said) for at, said in alike if at == candidate.slot or not own)

    def _worth_more(self, candidate: Candidate) -> bool:
        """Say whether an item is worth going beyond the target for."""
        sure = candidate.confidence >= self.profile.beyond
        return sure and self.density(candidate) >= self.profile.marginal

    def _rank_of(self, candidate: Candidate) -> tuple[bool, bool, float]:
        """Return what is given back last: demands, then the only item of a required slot, then what is worth most."""
        slot = self.profile.slots[candidate.slot]
        needed = slot.required and self._in_slot[candidate.slot] == 1
        return slot.kind == "instruction", needed, slot.value * candidate.worth

    def drop_least(self) -> bool:
        """Give back the item of least value; what the user demanded goes last. False when nothing is left."""
        if not self.chosen:
            return False
        least = min(
            range(len(self.chosen)),
            key=lambda at: (*self._rank_of(self.chosen[at]), -at),
        )
        dropped = self.chosen.pop(least)
        self._in_slot[dropped.slot] -= 1
        self.left += [(fact, "budget") for fact in dropped.facts]
        return True


def _said(shown: Any) -> list[str]:
    if isinstance(shown, str):
        return [shown]
    return [shown["decision"]] if isinstance(shown, dict) and "decision" in shown else []
