"""`ruff check --output-format json`: one object for each finding."""

import msgspec
from msgspec import Struct

from batonpass.model.evidence import Check
from batonpass.read.reports.numbers import many
from batonpass.read.reports.sheet import Sheet

NAME = "ruff"


class Finding(Struct, frozen=True):
    """What tells a finding from any other object."""

    code: str | None
    message: str
    filename: str
    location: msgspec.Raw
    end_location: msgspec.Raw


def read(data: bytes, sheet: Sheet) -> bool:
    """Write down what it came to; tell whether this is such a report. An empty list may be anything."""
    try:
        findings = msgspec.json.decode(data, type=list[Finding])
    except msgspec.MsgspecError:
        return False
    if not findings:
        return False
    files = len({finding.filename for finding in findings})
    check = Check(
        tool=NAME,
        gate="lint",
        errors=len(findings),
        passed=False,
        counted=f"counted from {many(len(findings), 'finding')}",
    )
    sheet.piece(check, f"ruff: {many(len(findings), 'error')} in {many(files, 'file')}", 0, len(data))
    return True
