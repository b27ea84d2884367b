"""Tables that build on others: `extends = "name"`, and the file in which a key of the whole was written."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from batonpass.model.errors import WrongUse
from batonpass.tables.lines import Path, line_of

KEY = "extends"


class Written(Struct, frozen=True):
    """One table file: where it stands, its text, and the text as values."""

    place: str
    text: str
    values: dict[str, Any]


def chain(first: Written, base_of: Callable[[Written, str], Written]) -> tuple[Written, ...]:
    """Return a table and those it builds on, the nearest first; one that comes to itself again is refused."""
    found = [first]
    while name := found[-1].values.get(KEY):
        last = found[-1]
        place = f"{last.place}:{line_of(last.text, (KEY,))}"
        if not isinstance(name, str):
            raise WrongUse(f"extends = {name!r}", wanted="the name of one table", place=place)
        base = base_of(last, name)
        if any(base.place == one.place for one in found):
            way = " → ".join(one.place for one in (*found, base))
            raise WrongUse(f"it inherits from itself: {way}", todo="take one `extends` out", place=place)
        found.append(base)
    return tuple(found)


def merged(tables: tuple[Written, ...]) -> dict[str, Any]:
    """Return the whole: a nearer table's values stand before those it builds on, key by key."""
    whole: dict[str, Any] = {}
    for one in reversed(tables):
        whole = _over(whole, one.values)
    return whole


def _over(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    both = {**base, **own}
    for key in base.keys() & own.keys():
        if isinstance(base[key], Mapping) and isinstance(own[key], Mapping):
            both[key] = _over(base[key], own[key])
    return {key: both[key] for key in (*base, *(key for key in own if key not in base))}


def place_of(tables: tuple[Written, ...], path: Path) -> str:
    """Return file and line of the nearest table that writes a key."""
    owner = max(tables, key=lambda one: _depth(one.values, path))  # of equals the first, which is the nearest
    return f"{owner.place}:{line_of(owner.text, path)}"


def _depth(value: Any, path: Path) -> int:
    """Return how many steps of a path lead through a value."""
    for depth, step in enumerate(path):
        if isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, Mapping) and step in value:
            value = value[step]
        else:
            return depth
    return len(path)
