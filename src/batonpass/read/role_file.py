"""A role's handoff file, read back: whoever wrote it, and however little of it arrived."""

import re
from typing import Any

from batonpass.model.errors import BadContent
from batonpass.model.foreign_json import spoken, value_of
from batonpass.model.roles import Fields
from batonpass.tables import load

WANTED = "a handoff file, whole, in a schema this version reads"
AGAIN = "write it again with `baton compact`"


def fields_of(data: bytes, place: str = "") -> Fields:
    """Return the fields of a handoff file; raise where it is torn, no handoff, or of a newer schema."""
    value: Any = value_of(data, place, into=object, wanted=WANTED, todo=AGAIN)
    if (
        not isinstance(value, dict)
        or not {"from_agent", "status"} <= value.keys()
        or "artifact_type" in value
    ):
        found = f"no handoff file: {_what(value)}"
        raise BadContent(found, wanted="from_agent and status", todo=AGAIN, place=place)
    _check_version(value, data, place)
    return value


def _what(value: Any) -> str:
    if not isinstance(value, dict):
        return f"JSON, but {spoken(value)}"
    missing = [key for key in ("from_agent", "status") if key not in value]
    return f"it has no {' and no '.join(missing)}" if missing else "it is a manifest"


def _check_version(fields: Fields, data: bytes, place: str) -> None:
    known = str(load.table("handoff_fields")["schema_version"])
    version = str(fields.get("schema_version") or known)
    major = re.match(r"\d+", version)
    if major is None or int(major[0]) > int(known.split(".", maxsplit=1)[0]):
        line = data[: max(data.find(b'"schema_version"'), 0)].count(b"\n") + 1
        raise BadContent(
            f"schema version {version}",
            wanted=f"{known}, the newest this version of batonpass reads",
            todo=f"update batonpass, or {AGAIN} of this version",
            place=f"{place}:{line}",
        )
