"""`eslint -f json`: errors and warnings of every file, summed."""

import msgspec
from msgspec import Struct

from batonpass.model.evidence import Check
from batonpass.read.reports.numbers import many
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
        counted=f"summed over {many(len(files), 'file')}",
    )
    told = f"eslint: {many(errors, 'error')}, {many(warnings, 'warning')} in {many(len(files), 'file')}"
    sheet.piece(check, told, 0, len(data))
    return True
