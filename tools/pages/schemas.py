"""The schemas of messages and switch artifacts, from the nouns; published in docs as the code uses them."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from batonpass.model.exchange import FINDINGS, Request, Response
from batonpass.model.switch import Artifact
from batonpass.tables import load

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FOLDERS = ("src/batonpass/tables/schemas", "docs/reference/schemas")


def request() -> str:
    """Return the schema of a request."""
    return _spelled(_rooted(Request))


def response() -> str:
    """Return the schema of a response: its findings have the form of its phase."""
    schema = _rooted(Response, *FINDINGS.values())
    schema["allOf"] = [
        {
            "if": {"properties": {"phase": {"const": phase}}, "required": ["phase"]},
            "then": {"properties": {"findings": {"$ref": f"#/$defs/{noun.__name__}"}}},
        }
        for phase, noun in FINDINGS.items()
    ]
    return _spelled(schema)


def switch() -> str:
    """Return the schema of the artifact of an agent switch: its lists hold as many items as the table says."""
    schema, caps = _rooted(Artifact), load.table("switch")
    lists = schema["$defs"]["Switch"]["properties"]
    for name in ("decisions", "blockers"):
        lists[name]["maxItems"] = caps[name]
    lists["files_modified"]["maxItems"] = caps["files"]
    return _spelled(schema)


def _rooted(noun: type[Struct], *more: type[Struct]) -> dict[str, Any]:
    """Return one noun as the root, and the others as definitions."""
    _, definitions = msgspec.json.schema_components((noun, *more), ref_template="#/$defs/{name}")
    root = definitions.pop(noun.__name__)
    return {"$schema": DIALECT, **root} | ({"$defs": definitions} if definitions else {})


def _spelled(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


SCHEMAS = {"request": request, "response": response, "switch": switch}
PAGES: dict[str, Callable[[], str]] = {
    f"{folder}/{name}.json": text for name, text in SCHEMAS.items() for folder in FOLDERS
}
