"""What was said, as the type a field wants; None where it cannot be."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from batonpass.compact.text import plain, shorten
from batonpass.model.roles import Field
from batonpass.tables import load

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
TOKEN = re.compile(r"[\w./@#+-]+")


def coerced(field: Field, value: Any, chars: int) -> Any:
    """Return one value, or one item of a list, as its field wants it."""
    match field.type:
        case "object":
            return _object(field, value, chars)
        case "boolean":
            return _boolean(value)
        case "integer" | "number":
            number = _number(value, whole=field.type == "integer")
            share = field.percent and number is not None and 0 < number <= 1
            return _bounded(
                field, _number(round(number * 100, 2), whole=False) if share and number else number
            )
        case _:
            return _string(field, value, chars)


def _string(field: Field, value: Any, chars: int) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    text = str(value).strip()
    if text.casefold().startswith(tuple(load.table("handoff_fields")["reads"]["not_for_the_next"])):
        return None
    if field.values:
        return _one_of(field.values, text)
    if field.pattern.endswith("%$") and NUMBER.fullmatch(text):
        text += "%"  # a bare number where a share is wanted
    if field.pattern:
        found = re.search(field.pattern.strip("^$"), text)
        return found[0] if found else None
    if field.token:
        found = TOKEN.search(text.strip("`"))
        return found[0] if found else None
    if not field.held:
        text = shorten(plain(text), field.chars or chars)
    return text or None


def _one_of(values: tuple[str, ...], text: str) -> str | None:
    """Return the only value a text names, as a whole word."""
    low = text.casefold().replace(" ", "_")
    exact = next((value for value in values if low == value.casefold()), None)
    words = re.findall(r"[A-Za-z0-9_-]+", text.casefold())
    named = [value for value in values if value.casefold() in words]
    return exact or (named[0] if len(named) == 1 else None)


def _boolean(value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    words = re.findall(r"\w+|[✅❌✓✗]", str(value).casefold())
    reads = load.table("handoff_fields")["reads"]
    for word in words:
        if word in reads["no"]:
            return False
        if word in reads["yes"]:
            return True
    return None


def _number(value: Any, *, whole: bool) -> int | float | None:
    if isinstance(value, bool):
        return None
    found = NUMBER.search(value) if isinstance(value, str) else None
    told = float(found[0]) if found else value if isinstance(value, int | float) else None
    if told is None:
        return None
    return int(told) if told == int(told) else None if whole else told


def _bounded(field: Field, value: float | None) -> int | float | None:
    if value is None or (field.least is not None and value < field.least):
        return None
    return None if field.most is not None and value > field.most else value


def _object(field: Field, value: Any, chars: int) -> dict[str, Any] | None:
    if isinstance(value, str) and field.lead:
        value = {field.lead: value}
    if not isinstance(value, Mapping):
        return None
    if field.open:
        return dict(value) or None
    told = {key: _part(kind, value.get(key), chars) for key, kind in field.of.items()}
    made = {key: part for key, part in told.items() if part not in (None, "", [])}
    blocks = load.table("handoff_fields")["blocking"]
    if "blocking" in field.of and "blocking" not in made and "severity" in made:
        made["blocking"] = made["severity"].lower() in blocks
    return made or None


def _part(kind: str, value: Any, chars: int) -> Any:
    if kind.endswith("[]"):
        items = value if isinstance(value, list) else _listed(value)
        return [text for item in items if (text := _part(kind.removesuffix("[]"), item, chars))]
    return coerced(_kind(kind), value, chars) if value is not None else None


def _listed(value: Any) -> list[Any]:
    return re.split(r"\s*[;•]\s*|\s*,\s+", value) if isinstance(value, str) and value.strip() else []


@cache
def _kind(kind: str) -> Field:
    types: Mapping[str, Callable[[], Field]] = {
        "integer": lambda: Field("", "", "integer"),
        "number": lambda: Field("", "", "number"),
        "boolean": lambda: Field("", "", "boolean"),
        "string": lambda: Field("", ""),
    }
    return types[kind]() if kind in types else Field("", "", values=tuple(kind.split("|")))
