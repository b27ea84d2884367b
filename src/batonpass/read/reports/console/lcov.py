"""lcov: lines found and hit of every file, summed."""

import re

from batonpass.model.evidence import Measured
from batonpass.read.reports.log import Log
from batonpass.read.reports.sheet import Sheet

NEEDLES = ("end_of_record",)
BANNER = re.compile(r"^(?:TN:.*|SF:.+)$", re.MULTILINE)
COUNT = re.compile(r"^L(?P<what>[FH]):(?P<count>\d+)\s*$", re.MULTILINE)
RECORD = re.compile(r"^SF:.+$", re.MULTILINE)
HIT = re.compile(r"^DA:(?P<line>\d+),(?P<hits>\d+)", re.MULTILINE)
END = re.compile(r"^end_of_record\s*$", re.MULTILINE)


def read(log: Log, sheet: Sheet) -> None:
    """Write down the share of lines that were hit; a file without totals is counted line by line."""
    ends = [line for line, _ in log.find(END)]
    if not log.has("SF:") or not ends:
        return
    counts = {"F": 0, "H": 0}
    for _, match in log.find(COUNT, 1, ends[-1]):
        counts[match["what"]] += int(match["count"])
    if not counts["F"]:
        hits = [int(match["hits"]) for _, match in log.find(HIT, 1, ends[-1])]
        counts = {"F": len(hits), "H": sum(hit > 0 for hit in hits)}
    if counts["F"]:
        value = round(100 * counts["H"] / counts["F"], 2)
        told = f"{counts['H']} of {counts['F']} lines hit in {len(ends)} files"
        measured = Measured(name="coverage", value=value, counted=told)
        sheet.say(measured, f"coverage {value:g}%", next(log.find(RECORD))[0], ends[-1])
