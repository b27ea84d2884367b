"""The shape of a manifest: the published JSON Schema, all its errors at once."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema_rs import Draft7Validator, ValidationError
from jsonschema_rs import ValidationErrorKind as Kind

from batonpass.model.manifest import escape
from batonpass.model.problem import Problem
from batonpass.tables import load
from batonpass.validate.rule import Case, Finding
from batonpass.validate.subject import Senses, Subject

NAME = "schema"
SAYS = "A manifest has the fields and shapes of the published JSON Schema (draft-07)"
WHY = "A field of another shape breaks the next agent's tooling, or is read as something else."
GOOD = (
    Case(title="fields of one's own may stand beside the schema's", manifest={"team": "identity"}),
    Case(title="times have a zone", manifest={"timestamp": "2025-10-21T12:30:00+02:00"}),
)
BAD = (
    Case(
        title="a required field is missing",
        manifest={"scope": None},
        finds=(Finding("error", "/scope", "scope is missing"),),
    ),
    Case(
        title="a day is not a time",
        manifest={"timestamp": "yesterday"},
        finds=(Finding("error", "/timestamp", '"yesterday" is not a date-time'),),
    ),
    Case(
        title="required reading says what is in a file",
        manifest={"required_reading": ["api-spec.yaml - the REST API"]},
        finds=(Finding("error", "/required_reading/0", "a string, wanted an object"),),
    ),
    Case(
        title="every error is said, not only the first",
        manifest={
            "from_agent": "",
            "artifact_type": "report",
            "key_decisions": [{"decision": "Use PKCE"}, {"decision": "x" * 101, "rationale": "safer"}],
        },
        finds=(
            Finding("error", "/artifact_type", '"report" is none of research, plan, implementation, handoff'),
            Finding("error", "/from_agent", "empty"),
            Finding("error", "/key_decisions/0/rationale", "rationale is missing"),
            Finding("error", "/key_decisions/1/decision", "101 characters, wanted at most 100"),
        ),
    ),
    Case(
        title="a sixth decision stands elsewhere",
        manifest={"key_decisions": [{"decision": f"Take step {n}", "rationale": "order"} for n in range(6)]},
        finds=(Finding("error", "/key_decisions", "6 items, wanted at most 5"),),
    ),
)

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


@cache
def _validator() -> Draft7Validator:
    return Draft7Validator(load.schema("manifest"), validate_formats=True)


def check(subject: Subject, senses: Senses) -> Iterator[Problem]:  # noqa: ARG001 - a shape needs no senses
    """Yield every place where the manifest differs from the schema."""
    for error in _validator().iter_errors(subject.manifest):
        message, todo, pointer = _explain(error)
        yield Problem(NAME, "error", message, todo, pointer=pointer)


def _explain(error: ValidationError) -> tuple[str, str, str]:
    """Return what is wrong in our words, what to do, and where."""
    at = _pointer(error.instance_path)
    if isinstance(error.kind, Kind.Required):
        key = error.kind.property
        return f"{key} is missing", _how_to_add(error, key), f"{at}/{escape(key)}"
    return _found(error), _todo(error), at


def _found(error: ValidationError) -> str:
    value, found = error.instance, error.message
    match error.kind:
        case Kind.Type(types):
            wanted = " or ".join(WANTED.get(name, f"a {name}") for name in types)
            found = f"{JSON_TYPES[type(value)]}, wanted {wanted}"
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


def _todo(error: ValidationError) -> str:
    match error.kind:
        case Kind.Enum(options):
            return f"use one of {', '.join(map(str, options))}"
        case Kind.Format():
            return "write it like 2025-10-21T10:30:00Z"
        case Kind.MaxLength(limit):
            return f"shorten it by {len(str(error.instance)) - limit}"
        case Kind.MaxItems(limit):
            return f"keep the {limit} that matter most"
    return _how_to_shape(error)


def _pointer(path: list[str | int]) -> str:
    return "".join(f"/{escape(str(step))}" for step in path)


def _shown(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _how_to_add(error: ValidationError, key: str) -> str:
    about = _described([*error.schema_path[:-1], "properties", key])
    return f"add {key}: {about[0].lower()}{about[1:]}" if about else f"add {key}"


def _how_to_shape(error: ValidationError) -> str:
    place = _schema_at(error.schema_path[:-1])
    if place.get("type") == "object" and "required" in place:
        return "write {" + ", ".join(f'"{key}": …' for key in place["required"]) + "}"
    about = place.get("description", "")
    return f"it is for: {about[0].lower()}{about[1:]}" if about else ""


def _described(path: list[str | int]) -> str:
    return str(_schema_at(path).get("description", ""))


def _schema_at(path: list[str | int]) -> dict[str, Any]:
    """Return the part of the schema a path leads to, {} where it leads nowhere."""
    place: Any = load.schema("manifest")
    for step in path:
        place = place.get(step, {}) if isinstance(place, dict) else {}
    return place if isinstance(place, dict) else {}
