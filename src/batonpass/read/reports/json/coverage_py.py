"""`coverage json`: the total."""

import msgspec
from msgspec import Struct

from batonpass.model.evidence import Measured
from batonpass.read.reports.sheet import Sheet

NAME = "coverage.py"


class Totals(Struct, frozen=True):
    """What is needed of the totals."""

    percent_covered: float


class Report(Struct, frozen=True):
    """What tells such a report from any other."""

    meta: msgspec.Raw
    files: msgspec.Raw
    totals: msgspec.Raw


def read(data: bytes, sheet: Sheet) -> bool:
    """Write down the total; tell whether this is such a report."""
    try:
        totals = bytes(msgspec.json.decode(data, type=Report).totals)
        value = round(msgspec.json.decode(totals, type=Totals).percent_covered, 2)
    except msgspec.MsgspecError:
        return False
    start = data.find(totals)
    sheet.piece(
        Measured(name="coverage", value=value, counted="rounded"),
        f"coverage {value:g}%",
        start,
        start + len(totals),
    )
    return True
