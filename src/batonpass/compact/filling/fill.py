"""A role's handoff file: every field from evidence, else from what the agent says, else left empty."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from batonpass.compact.filling.coerce import coerced
from batonpass.compact.filling.groups import GROUPS
from batonpass.compact.filling.known import Known
from batonpass.compact.filling.room import fitted
from batonpass.model.proof import Item
from batonpass.model.roles import Field, Fields, Filled, Given, Role

NUMBERS = frozenset({"file", "tests", "metric", "gate"})  # the same line may tell them too
SEVERITIES = ("critical", "high", "medium", "low")


def fill(role: Role, known: Known, size: Callable[[str], int]) -> Filled:
    """Return the file within the role's limit, and what stands behind each of its places."""
    given: dict[str, list[Given]] = {}
    so_far: Fields = {}
    for field in role.fields:
        found = _for(field, known, so_far, role.chars)
        found = _ordered(_not_told(found, so_far)) if field.list else found[:1]
        given[field.at] = found
        so_far[field.at] = [one.value for one in found]
    return fitted(role, given, size)


def _for(field: Field, known: Known, so_far: Fields, chars: int) -> list[Given]:
    """Return what fills a field: what was measured or told by the caller, what is said of it by name, what else was found."""
    shown = [one for name in field.facts for one in GROUPS[name](known, so_far)]
    if any(one.item is None or one.item.basis == "derived" for one in shown):
        shown = shown if field.list else sorted(shown, key=_is_claim)
        return _coerced(field, shown, chars)
    shown = [one for one in shown if not _is_anothers(field, one, known)]
    said = [
        Given(v, Item(s.spans)) for s in known.spoken if s.at == field.at for v in _several(field, s.value)
    ]
    return _coerced(field, said, chars) or _coerced(field, shown, chars)


def _is_anothers(field: Field, one: Given, known: Known) -> bool:
    """Say whether a text was read off a line that the agent itself calls by the name of another field."""
    if one.item is None or one.item.kind in NUMBERS:
        return False
    lines = {(span.source, line) for span in one.item.spans for line in range(span.first, span.last + 1)}
    claimed = {at for line in lines for at in known.claimed.get(line, ())}
    return bool(claimed) and field.at not in claimed


def _is_claim(one: Given) -> bool:
    return one.item is not None and one.item.basis != "derived"


def _several(field: Field, value: Any) -> Sequence[Any]:
    """Return each item of a list; one text where several lines were written for a field that is one."""
    if isinstance(value, list) and not field.list and all(isinstance(one, str) for one in value):
        return ["; ".join(value)]
    return value if isinstance(value, list) else [value]


def _coerced(field: Field, found: Sequence[Given], chars: int) -> list[Given]:
    """Return what is as the field wants it, each once; a text that was shortened stands whole in the proof."""
    made: list[Given] = []
    seen: set[bytes] = set()
    for one in found:
        value = coerced(field, one.value, chars)
        same = msgspec.json.encode(value)
        if value is None or same in seen:
            continue
        seen.add(same)
        item = one.item
        if item is not None and isinstance(value, str) and isinstance(one.value, str):
            whole = " ".join(one.value.split())
            item = replace(item, text=whole if len(whole) > len(value) else "")
        made.append(Given(value, item))
    return made


def _not_told(found: list[Given], so_far: Fields) -> list[Given]:
    """Return the items of a list that are not told in full above it."""
    told = {one for values in so_far.values() for one in values if isinstance(one, str)}
    return [one for one in found if not isinstance(one.value, str) or one.value not in told]


def _ordered(found: list[Given]) -> list[Given]:
    """Return findings the worst first, all else in its order."""

    def rank(one: Given) -> int:
        level = str(one.value.get("severity", "")).lower() if isinstance(one.value, dict) else ""
        return SEVERITIES.index(level) if level in SEVERITIES else len(SEVERITIES)

    return sorted(found, key=rank)
