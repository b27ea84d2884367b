"""Chosen candidates to the manifest's fields, and what stands behind each of them."""

from collections.abc import Sequence
from typing import Any

import msgspec

from batonpass.compact.slots import Candidate
from batonpass.model.fact import Fact
from batonpass.model.manifest import leaves
from batonpass.model.profile import Profile, Slot
from batonpass.model.proof import Item

SINGLE = ("text", "tests")


def fields(chosen: Sequence[Candidate], profile: Profile) -> dict[str, Any]:
    """Return the manifest's fields in the order of the profile's slots."""
    placed: dict[str, Any] = {"summary": {}}
    for at, _, shown in _placed(chosen, profile):
        holder, key = _holder(placed, at)
        if isinstance(shown, list):
            holder.setdefault(key, []).extend(shown)
        else:
            holder[key] = shown
    return placed


def items(chosen: Sequence[Candidate], profile: Profile, facts: Sequence[Fact]) -> dict[str, Item]:
    """Return, for every text the manifest shows, where it stands in a source."""
    found: dict[str, Item] = {}
    counts: dict[str, int] = {}
    for at, candidate, shown in _placed(chosen, profile):
        pointer = "/" + at.replace(".", "/")
        if isinstance(shown, list):
            pointer = f"{pointer}/{counts.setdefault(at, 0)}"
            counts[at] += 1
            shown = shown[0]  # noqa: PLW2901 - a list slot places one item at a time
        for leaf, value in leaves(shown, pointer):
            found[leaf] = _item(candidate, facts, leaf, value)
    return found


def _placed(chosen: Sequence[Candidate], profile: Profile) -> list[tuple[str, Candidate, Any]]:
    """Return place, candidate and value of everything shown, in slot order, best first."""
    placed: list[tuple[str, Candidate, Any]] = []
    seen = dict.fromkeys(range(len(profile.slots)), 0)
    for candidate in sorted(chosen, key=lambda c: (c.slot, -c.worth, c.facts)):
        slot = profile.slots[candidate.slot]
        over = bool(slot.overflow) and seen[candidate.slot] >= slot.cap
        seen[candidate.slot] += 1
        value = _overflow(candidate.shown) if over else candidate.shown
        placed.append(
            (slot.overflow if over else slot.at, candidate, value if _single(slot, over) else [value])
        )
    return placed


def _single(slot: Slot, over: bool) -> bool:  # noqa: FBT001 - a predicate of two plain values
    return slot.form in SINGLE and not over


def _overflow(shown: Any) -> Any:
    if isinstance(shown, dict) and "decision" in shown:
        return " — ".join(part for part in (shown["decision"], shown["rationale"]) if part)
    return shown


def _holder(placed: dict[str, Any], at: str) -> tuple[dict[str, Any], str]:
    *path, key = at.split(".")
    holder = placed
    for step in path:
        holder = holder.setdefault(step, {})
    return holder, key


def _item(candidate: Candidate, facts: Sequence[Fact], pointer: str, value: Any) -> Item:
    behind = [facts[index] for index in candidate.facts]
    reasons = pointer.endswith("/rationale")
    whole = " ".join((fact.attributes.rationale or "") if reasons else fact.text for fact in behind)
    return Item(
        spans=tuple(dict.fromkeys(span for fact in behind for span in fact.spans)),
        basis=behind[0].basis,
        kind=behind[0].kind,
        text=whole if isinstance(value, str) and len(whole) > len(value) else "",
        attributes=behind[0].attributes,
        confidence=round(min(fact.confidence for fact in behind), 3),
        note=behind[0].note if isinstance(value, str) else msgspec.json.encode(value).decode(),
    )
