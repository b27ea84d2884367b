"""Mocha: passing, pending and failing stand on lines of their own; a log that ends between them was cut off."""

import re

from batonpass.read.reports.log import Log
from batonpass.read.reports.numbers import seconds
from batonpass.read.reports.sheet import Sheet

RUNNER = "mocha"
NEEDLES = (" passing",)
PASSING = re.compile(r"^ *(?P<passed>\d+) passing(?: \((?P<time>[\d.]+ ?\w+)\))?$", re.MULTILINE)
BANNER = None  # nothing but its result tells it
OTHER = re.compile(r"(?P<count>\d+) (?P<what>pending|failing)")
CASE = re.compile(r"^  (\d+)\) (\S.*)$", re.MULTILINE)
IN_PLACE = re.compile(r"^ {3,}\d+\) \S.*$", re.MULTILINE)  # a failure where it happened, above the summary
TITLE_LINES, LINES_TO_MESSAGE = 6, 10


def read(log: Log, sheet: Sheet) -> None:
    """Write down every summary, and the numbered failures below it."""
    summaries = list(log.find(PASSING))
    for at, (line, match) in enumerate(summaries):
        counts, last = _others(log, line)
        passed = int(match["passed"])
        before = summaries[at - 1][0] if at else 1
        broken = len(list(log.find(IN_PLACE, before, line))) if last >= log.count - 1 else 0
        sheet.run(
            " ".join(log.line(n) for n in range(line, last + 1)),
            line,
            last,
            runner=RUNNER,
            passed=passed,
            failed=counts.get("failing", broken),
            errors=0,
            skipped=counts.get("pending", 0),
            total=passed + sum(({"failing": broken} | counts).values()),
            complete="failing" in counts or not broken,
            duration_s=seconds(match["time"]) if match["time"] else None,
        )
        end = summaries[at + 1][0] if at + 1 < len(summaries) else log.count
        if counts.get("failing"):
            _cases(log, sheet, last, end)


def _others(log: Log, line: int) -> tuple[dict[str, int], int]:
    counts: dict[str, int] = {}
    last = line
    for number, text in log.after(line, 4):
        found = OTHER.fullmatch(text)
        if not found:
            break
        counts[found["what"]], last = int(found["count"]), number
    return counts, last


def _cases(log: Log, sheet: Sheet, first: int, last: int) -> None:
    """Write down each failure: its title goes on until a line ends in a colon, then comes the error."""
    for line, match in log.find(CASE, first, last):
        title, at = [match[2]], line
        for number, text in log.after(line, TITLE_LINES) if not match[2].endswith(":") else ():
            title.append(text)
            at = number
            if text.endswith(":"):
                break
        following = next(log.after(at, LINES_TO_MESSAGE), (at, ""))
        sheet.case("failed", " ".join(title).rstrip(":"), following[1], line, following[0])
