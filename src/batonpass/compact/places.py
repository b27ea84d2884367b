"""From a place in a manifest back to the slot it fills, and to what a person's own words there are."""

from collections.abc import Mapping
from typing import Any

from batonpass.model.fact import Attributes
from batonpass.model.profile import Slot
from batonpass.model.proof import Item
from batonpass.tables import load


def slot_at(manifest: Mapping[str, Any], pointer: str) -> Slot | None:
    """Return the slot a JSON pointer lies in, None where the kind of handoff has none there."""
    kind = manifest.get("artifact_type")
    slots = load.profile(kind).slots if kind in load.names("profiles") else ()
    return next((slot for slot in slots if _holds(slot, pointer)), None)


def _holds(slot: Slot, pointer: str) -> bool:
    places = ("/" + at.replace(".", "/") for at in (slot.at, slot.overflow) if at)
    return any(pointer == place or pointer.startswith(f"{place}/") for place in places)


def own_item(manifest: Mapping[str, Any], shown: Mapping[str, Any], pointer: str) -> Item:
    """Return what stands behind a person's own words; `shown` are the manifest's leaves by pointer."""
    slot = slot_at(manifest, pointer)
    known = slot is not None and slot.form != "tests"  # one number of several is no statement of its own
    return Item(
        spans=(),
        basis="user",
        kind=slot.kind if slot and known else None,
        attributes=_attributes(slot, shown, pointer) if slot and known else Attributes(),
        note="corrected by a person",
    )


def _attributes(slot: Slot, shown: Mapping[str, Any], pointer: str) -> Attributes:
    text = str(shown[pointer])
    if slot.form == "decisions":
        return Attributes(rationale=shown.get(f"{pointer.rpartition('/')[0]}/rationale") or None)
    if slot.kind == "file":
        path = text.split(" (", 1)[0] if slot.form == "described" else text
        return Attributes(path=path, change=next(iter(slot.change), None))
    if slot.kind == "dependency":
        agent, _, what = (part.strip() for part in text.partition(":"))
        return Attributes(agent=agent if what else None, what=what or None)
    return Attributes()
