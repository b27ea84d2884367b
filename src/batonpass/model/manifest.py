"""The handoff itself: what the next agent reads, and nothing else."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from batonpass.model.foreign_json import object_of

SCHEMA_VERSION = "1.0"


class KeyDecision(Struct, frozen=True):
    """One decision and why it was taken."""

    decision: str
    rationale: str = ""


class FileReference(Struct, frozen=True):
    """A file and what is in it."""

    file: str
    description: str = ""


class ContextBudget(Struct, frozen=True):
    """What this handoff costs its reader, and how much a handoff may cost."""

    manifest_tokens: int
    required_reading_tokens: int
    total_available_tokens: int


class Manifest(Struct, frozen=True, kw_only=True):
    """Field for field the JSON of seed 000, then what stands only where there is something."""

    from_agent: str
    to_agents: tuple[str, ...] = ()
    artifact_type: str
    timestamp: str
    scope: str
    summary: Mapping[str, Any]
    key_decisions: tuple[KeyDecision, ...] = ()
    files_created: tuple[str, ...] = ()
    dependencies_satisfied: tuple[str, ...] = ()
    required_reading: tuple[FileReference, ...] = ()
    optional_context: tuple[FileReference, ...] = ()
    artifacts_directory: str
    detail_files: tuple[str, ...] = ()
    context_budget: ContextBudget | None = None

    files_modified: tuple[str, ...] = ()
    files_deleted: tuple[str, ...] = ()
    tests: Mapping[str, Any] | None = None
    blockers: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    next_steps: tuple[str, ...] = ()
    instructions: tuple[str, ...] = ()
    status: str = ""
    phase: str = ""
    workflow_id: str = ""
    session_id: str = ""
    group_id: str = ""
    supersedes: str = ""
    id: str = ""
    schema_version: str = ""


ALWAYS = Manifest.__struct_fields__[: Manifest.__struct_fields__.index("files_modified")]


def as_dict(manifest: Manifest) -> dict[str, Any]:
    """Return the manifest as plain JSON values: the seed's fields always, the rest where filled."""
    built: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(manifest))
    return {
        key: value
        for key, value in built.items()
        if value is not None and (key in ALWAYS or value not in ("", [], {}))
    }


def encode(manifest: Manifest) -> bytes:
    """Return the exact bytes of `manifest.json`."""
    return spelled(as_dict(manifest))


def spelled(fields: Mapping[str, Any]) -> bytes:
    """Return a JSON object with one line a field, so that people can diff it."""
    lines = [b"%s:%s" % (msgspec.json.encode(k), msgspec.json.encode(v)) for k, v in fields.items()]
    return b"{\n" + b",\n".join(lines) + b"\n}\n"


def decode(data: bytes, place: str = "") -> dict[str, Any]:
    """Return a manifest's JSON as plain values; the rules judge what is in them."""
    wanted, todo = "a JSON object with a manifest's fields", "mend it, or take it away and hand over again"
    return object_of(data, place, wanted=wanted, todo=todo)


def leaves(value: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every scalar inside a JSON value with its JSON pointer."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from leaves(inner, f"{pointer}/{escape(str(key))}")
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from leaves(inner, f"{pointer}/{index}")
    else:
        yield pointer, value


def escape(key: str) -> str:
    """Return one JSON pointer step (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")
