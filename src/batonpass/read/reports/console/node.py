"""node's own test runner, in the form it has for people; the other one is TAP."""

import re

from batonpass.read.reports.log import Log
from batonpass.read.reports.sheet import Sheet
from batonpass.read.reports.tallies import tallies

RUNNER = "node test"
NEEDLES = ("ℹ tests ", "✖ failing tests:")
BANNER = None  # nothing but its result tells it
FAILING = re.compile(r"^✖ failing tests:$", re.MULTILINE)
CASE = re.compile(r"^✖ (?P<name>\S.*?)(?: \([\d.]+ ?ms\))?$", re.MULTILINE)
LINES_TO_MESSAGE = 4


def read(log: Log, sheet: Sheet) -> None:
    """Write down every sum, and the failures that are listed below it."""
    for tally in tallies(log, "ℹ"):
        sheet.run(f"{tally.told['total']} tests", tally.first, tally.last, runner=RUNNER, **tally.told)
    for listed, _ in log.find(FAILING):
        for line, match in log.find(CASE, listed + 1):
            following = next(log.after(line, LINES_TO_MESSAGE), (line, ""))
            sheet.case("failed", match["name"], following[1], line, following[0])
