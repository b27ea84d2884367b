"""Istanbul: `coverage-summary.json` tells the share of lines, `coverage-final.json` has every statement."""

import msgspec
from msgspec import Struct

from batonpass.model.evidence import Measured
from batonpass.read.reports.sheet import Sheet

NAME = "istanbul"


class Lines(Struct, frozen=True):
    """The share of lines; a word where there are none."""

    pct: float | str


class Total(Struct, frozen=True):
    """What is needed of the total."""

    lines: Lines
    statements: msgspec.Raw


class Summary(Struct, frozen=True):
    """What tells a summary from any other JSON."""

    total: msgspec.Raw


class Start(Struct, frozen=True):
    """Where a statement starts."""

    line: int


class Place(Struct, frozen=True):
    """Where a statement stands."""

    start: Start


class File(Struct, frozen=True, rename={"statements": "statementMap", "hits": "s"}):
    """One file of a final report."""

    path: str
    statements: dict[str, Place]
    hits: dict[str, int]


def read(data: bytes, sheet: Sheet) -> bool:
    """Write down the share of lines; tell whether this is such a report."""
    return _summary(data, sheet) or _final(data, sheet)


def _summary(data: bytes, sheet: Sheet) -> bool:
    try:
        total = bytes(msgspec.json.decode(data, type=Summary).total)
        value = msgspec.json.decode(total, type=Total).lines.pct
    except msgspec.MsgspecError:
        return False
    start = data.find(total)
    if isinstance(value, float):
        sheet.piece(Measured(name="coverage", value=value), f"coverage {value:g}%", start, start + len(total))
    return True


def _final(data: bytes, sheet: Sheet) -> bool:
    try:
        files = msgspec.json.decode(data, type=dict[str, File])
    except msgspec.MsgspecError:
        return False
    lines: dict[tuple[str, int], bool] = {}
    for name, file in files.items():
        for key, place in file.statements.items():
            at = (name, place.start.line)
            lines[at] = lines.get(at, False) or file.hits.get(key, 0) > 0
    if lines:
        hit = sum(lines.values())
        value = round(100 * hit / len(lines), 2)
        measured = Measured(name="coverage", value=value, counted=f"{hit} of {len(lines)} lines")
        sheet.piece(measured, f"coverage {value:g}%", 0, len(data))
    return bool(files)
