"""`eslint -f json`: errors and warnings of every file, summed."""

import msgspec
from msgspec import Struct

from batonpass.model.evidence import Check
from batonpass.read.reports.sheet import Sheet

NAME = "eslint"


class File(Struct, frozen=True, rename="camel"):
    """What was found in one file."""

    file_path: str
    messages: msgspec.Raw
    error_count: int
    warning_count: int


def read(data: bytes, sheet: Sheet) -> bool:
    """Write down what it came to; tell whether this is such a report."""
    try:
        files = msgspec.json.decode(data, type=list[File])
    except msgspec.MsgspecError:
        return False
    if not files:
        return False
    errors, warnings = sum(f.error_count for f in files), sum(f.warning_count for f in files)
    check = Check(
        tool=NAME,
        gate="lint",
        errors=errors,
        warnings=warnings,
        passed=not errors,
        counted=f"summed over {len(files)} files",
    )
    sheet.piece(check, f"eslint: {errors} errors, {warnings} warnings in {len(files)} files", 0, len(data))
    return True
