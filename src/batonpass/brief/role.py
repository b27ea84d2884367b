"""A role's handoff file as the next agent reads it: what is filled, without what the block says of it anyway."""

from collections.abc import Iterator, Mapping
from typing import Any

from batonpass.model.manifest import spelled

APART = frozenset({"schema_version", "id", "from_agent", "timestamp", "session_id", "status", "artifacts"})


def told(role: Mapping[str, Any]) -> Iterator[str]:
    """Yield the fields, and where what was left in full stands."""
    fields = {key: kept for key, value in role.items() if key not in APART and _says(kept := _filled(value))}
    yield f"```json\n{spelled(fields).decode()}```"
    artifacts = role.get("artifacts")
    if isinstance(artifacts, Mapping) and (details := artifacts.get("details")):
        yield f"**In full**: {details}"


def _filled(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    return {key: inner for key, inner in value.items() if _says(inner)}


def _says(value: Any) -> bool:
    """Say whether there is anything in a value; that something is not so, or is none, is something."""
    return value is not None and value not in ("", [], {}, ())
