"""The schemas of the roles' handoff files, from tables/roles; published in docs as the code uses them."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from batonpass.model.roles import Field, Role
from batonpass.tables import load
from tools.pages.schemas import DIALECT, FOLDERS

PARTS = {"string", "integer", "number", "boolean"}


def text(name: str) -> str:
    """Return the schema of one role's file."""
    role = load.role(name)
    schema = {"$schema": DIALECT, "title": f"Handoff file: {role.name}", "description": role.about}
    return json.dumps(schema | _object(role), indent=2, ensure_ascii=False) + "\n"


def _object(role: Role) -> dict[str, Any]:
    """Return the fields as nested objects; of each level the fields that always stand are required."""
    whole: dict[str, Any] = {"type": "object", "properties": {}, "required": []}
    for field in role.fields:
        holder = whole
        for step in field.path[:-1]:
            if step not in holder["properties"]:
                holder["properties"][step] = {"type": "object", "properties": {}, "required": []}
                holder["required"].append(step)
            holder = holder["properties"][step]
        holder["properties"][field.path[-1]] = _field(field)
        if not field.optional:
            holder["required"].append(field.path[-1])
    return whole


def _field(field: Field) -> dict[str, Any]:
    told = _value(field)
    if field.list:
        told = {"type": "array", "items": told}
    elif field.nullable:
        told = {"anyOf": [told, {"type": "null"}]}
    return {"description": field.about, **told}


def _value(field: Field) -> dict[str, Any]:
    if field.type == "object":
        return {"type": "object"} if field.open else _parts(field.of)
    told: dict[str, Any] = {"type": field.type}
    bounds = {"minimum": field.least, "maximum": field.most, "pattern": field.pattern or None}
    told |= {"minLength": 1} if field.needed else {}
    told |= {"enum": list(field.values)} if field.values else {}
    return told | {key: bound for key, bound in bounds.items() if bound is not None}


def _parts(of: dict[str, str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {key: _part(kind) for key, kind in of.items()},
        "minProperties": 1,
    }


def _part(kind: str) -> dict[str, Any]:
    if kind.endswith("[]"):
        return {"type": "array", "items": _part(kind.removesuffix("[]"))}
    return {"type": kind} if kind in PARTS else {"enum": kind.split("|")}


PAGES: dict[str, Callable[[], str]] = {
    f"{folder}/handoff-{name}.json": partial(text, name) for name in load.names("roles") for folder in FOLDERS
}
