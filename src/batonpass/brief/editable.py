"""What of a manifest a person may correct, in the order it is read."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from batonpass.brief.sections import FRAME, ORDER
from batonpass.model.manifest import escape

ITEM_FIELDS = {
    "/key_decisions": ("decision", "rationale"),
    "/required_reading": ("file", "description"),
    "/optional_context": ("file", "description"),
}
# Offered although empty, so that a person sees where something can be added.
OFFERED = ("/instructions", "/key_decisions", "/blockers", "/questions", "/next_steps")
OFFERED_BY_TYPE = {
    "research": ("/summary/constraints", "/summary/key_insights", "/summary/risks"),
    "plan": ("/summary/constraints", "/summary/risks"),
    "implementation": ("/summary/risks",),
    "handoff": ("/summary/constraints", "/summary/insights", "/summary/risks"),
}
OBJECTS = ("", "/summary")
RANKS = {at: rank for rank, at in enumerate((*OBJECTS, *(at for at, _, _ in ORDER)))}
LAST = {at: rank for rank, at in enumerate(("/required_reading", "/optional_context"), 2 * len(RANKS))}


class Place(Struct, frozen=True):
    """A list, or an object's own plain fields."""

    pointer: str  # "" = the manifest itself
    value: Any  # list of items, or field → value


def places(manifest: Mapping[str, Any]) -> tuple[Place, ...]:
    """Return what can be edited: the scope first, then as a reader goes through it."""
    kind = manifest.get("artifact_type")
    offered = (*OFFERED, *OFFERED_BY_TYPE.get(kind if isinstance(kind, str) else "", ()))
    top = {key: value for key, value in manifest.items() if _is_open(key)}
    found = {place.pointer: place for place in _inside(top, "")}
    empty = (Place(pointer, []) for pointer in offered if not is_taken(manifest, pointer))
    found |= {place.pointer: place for place in empty}
    return tuple(sorted(found.values(), key=_rank))


def _is_open(key: str) -> bool:
    return key not in FRAME or f"/{key}" in ITEM_FIELDS or key == "scope"


def _rank(place: Place) -> tuple[int, str]:
    """Put fields first, then the reading order; a foreign manifest's own places before the files to read."""
    return (RANKS | LAST).get(place.pointer, len(RANKS)), place.pointer


def is_taken(manifest: Mapping[str, Any], pointer: str) -> bool:
    """Say whether something other than an empty list stands at a place, so that no item can be added there."""
    value: Any = manifest
    for step in pointer.split("/")[1:]:
        if not isinstance(value, Mapping):
            return True
        value = value.get(step, [])
    return bool(value != [])


def _inside(value: Mapping[str, Any], pointer: str) -> Iterator[Place]:
    fields = {key: inner for key, inner in value.items() if _is_plain(inner)}
    if fields or pointer == "/summary":
        yield Place(pointer, fields)
    for key, inner in value.items():
        at = f"{pointer}/{escape(key)}"
        if isinstance(inner, Mapping):
            yield from _inside(inner, at)
        elif isinstance(inner, list) and inner and all(map(_is_flat, inner)):
            yield Place(at, inner)


def _is_flat(item: Any) -> bool:
    """Say whether an item is plain, or an object of plain fields."""
    return bool(item) and all(map(_is_plain, item.values())) if isinstance(item, Mapping) else _is_plain(item)


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int | float)  # null says nothing, so there is nothing to correct


def new_item_fields(place: Place) -> tuple[str, ...]:
    """Return the fields a new item of a list has, () when its items are texts."""
    if place.value and not isinstance(place.value[0], Mapping):
        return ()
    return ITEM_FIELDS.get(place.pointer) or (tuple(place.value[0]) if place.value else ())
