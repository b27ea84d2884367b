"""Where a JSON value differs from a published schema: every place, in our words, with what to do."""

from collections.abc import Iterator
from typing import Any, Protocol

from jsonschema_rs import ValidationError
from jsonschema_rs import ValidationErrorKind as Kind
from msgspec import Struct

from batonpass.model.manifest import escape

JSON_TYPES = {
    str: "a string",
    bool: "a boolean",
    int: "a number",
    float: "a number",
    list: "a list",
    dict: "an object",
    type(None): "null",
}
WANTED = {"array": "a list", "object": "an object", "integer": "a whole number"}


class Validator(Protocol):
    """What a compiled schema can do."""

    def iter_errors(self, instance: Any) -> Iterator[ValidationError]:
        """Yield every error."""


class Difference(Struct, frozen=True):
    """One place that is not as the schema says."""

    message: str
    todo: str
    pointer: str


def differences(validator: Validator, schema: dict[str, Any], value: Any) -> Iterator[Difference]:
    """Yield every place where a value differs from its schema."""
    for error in validator.iter_errors(value):
        yield _explain(error, schema)


def _explain(error: ValidationError, schema: dict[str, Any]) -> Difference:
    """Return what is wrong in our words, what to do, and where."""
    at, place = _pointer(error.instance_path), schema_at(schema, error.schema_path[:-1])
    if isinstance(error.kind, Kind.Required):
        key = error.kind.property
        about = str(step(schema, step(schema, place, "properties"), key).get("description", ""))
        todo = f"add {key}: {_going_on(about)}" if about else f"add {key}"
        return Difference(f"{key} is missing", todo, f"{at}/{escape(key)}")
    return Difference(_found(error, place), _todo(error, place), at)


def _found(error: ValidationError, place: dict[str, Any]) -> str:
    value, found = error.instance, error.message
    match error.kind:
        case Kind.Type(types):
            found = f"{JSON_TYPES[type(value)]}, wanted {_types(types)}"
        case Kind.AnyOf():
            options = [option.get("type", "object") for option in place.get("anyOf", ())]
            found = f"{JSON_TYPES[type(value)]}, wanted {_types(options)}"
        case Kind.Enum(options):
            found = f"{_shown(value)} is none of {', '.join(map(str, options))}"
        case Kind.Format(name):
            found = f"{_shown(value)} is not a {name}"
        case Kind.MaxLength(limit):
            found = f"{len(str(value))} characters, wanted at most {limit}"
        case Kind.MaxItems(limit) if isinstance(value, list):
            found = f"{len(value)} items, wanted at most {limit}"
        case Kind.MinLength():
            found = "empty, wanted a text"
    return found


def _types(names: list[str]) -> str:
    return " or ".join(WANTED.get(name, "null" if name == "null" else f"a {name}") for name in names)


def _todo(error: ValidationError, place: dict[str, Any]) -> str:
    match error.kind:
        case Kind.Enum(options):
            return f"use one of {', '.join(map(str, options))}"
        case Kind.Format():
            return "write it like 2025-10-21T10:30:00Z"
        case Kind.MaxLength(limit):
            return f"shorten it by {len(str(error.instance)) - limit}"
        case Kind.MaxItems(limit):
            return f"keep the {limit} that matter most"
    return _how_to_shape(place)


def _pointer(path: list[str | int]) -> str:
    return "".join(f"/{escape(str(step))}" for step in path)


def _shown(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _how_to_shape(place: dict[str, Any]) -> str:
    if place.get("type") == "object" and "required" in place:
        return "write {" + ", ".join(f'"{key}": …' for key in place["required"]) + "}"
    if place.get("type") == "boolean":
        return "write true or false"
    about = place.get("description", "")
    return f"it is for: {_going_on(about)}" if about else ""


def _going_on(about: str) -> str:
    """Return a description as it goes on in a sentence; a name in capitals keeps them."""
    return about if about[1:2].isupper() else about[0].lower() + about[1:]


def schema_at(schema: dict[str, Any], path: list[str | int]) -> dict[str, Any]:
    """Return the part of a schema a path leads to, references followed, {} where it leads nowhere."""
    place: Any = schema
    for key in path:
        place = step(schema, place, key)
    return place if isinstance(place, dict) else {}


def step(schema: dict[str, Any], place: Any, key: str | int) -> Any:
    """Return what stands one step on; `#/$defs/Name` is looked up in the whole schema."""
    if isinstance(place, list):
        return place[key] if isinstance(key, int) and key < len(place) else {}
    found = place.get(key, {}) if isinstance(place, dict) else {}
    if key == "$ref" and isinstance(found, str):
        return schema_at(schema, [part for part in found.split("/") if part != "#"])
    return found
