"""RSpec: one line; the total that a parallel run prints behind its parts is not counted on top of them."""

import re

from batonpass.read.reports.log import Log
from batonpass.read.reports.numbers import number, seconds
from batonpass.read.reports.sheet import Sheet

RUNNER = "rspec"
NEEDLES = (" examples, ", " example, ")
SUMMARY = re.compile(
    r"^(?P<total>\d+) examples?, (?P<failed>\d+) failures?(?:, (?P<pending>\d+) pending)?"
    r"(?:, (?P<errors>\d+) errors? occurred outside of examples)?$",
    re.MULTILINE,
)
BANNER = None  # nothing but its result tells it
TIME = re.compile(r"^Finished in (?P<time>.+?)(?: \(files took .*)?$")
CASE = re.compile(r"^rspec (\./\S+)(?: # (.+))?$", re.MULTILINE)
STOPPED = re.compile(r"^RSpec is shutting down|^An error occurred while loading ", re.MULTILINE)
PARTS = 2  # fewest of them that have a total
NAMES = ("total", "failed", "pending", "errors")


def read(log: Log, sheet: Sheet) -> None:
    """Write down every summary that is no total of the others."""
    summaries = list(log.find(SUMMARY))
    if len(summaries) > PARTS and all(
        _sum(summaries[:-1], name) == number(summaries[-1][1][name]) for name in NAMES
    ):
        summaries = summaries[-1:]
    for line, match in summaries:
        _told(log, sheet, line, match)
    if summaries:
        for line, match in log.find(CASE):
            sheet.case("failed", match[1], match[2] or "", line)


def _sum(summaries: list[tuple[int, re.Match[str]]], name: str) -> int:
    return sum(number(match[name]) for _, match in summaries)


def _told(log: Log, sheet: Sheet, line: int, match: re.Match[str]) -> None:
    total, failed, pending, errors = (number(match[name]) for name in NAMES)
    times = (TIME.match(log.line(n)) for n in range(max(line - 2, 1), line))
    sheet.run(
        match[0],
        line,
        runner=RUNNER,
        passed=total - failed - pending,
        failed=failed,
        errors=errors,
        skipped=pending,
        total=total,
        duration_s=next((seconds(time["time"]) for time in times if time), None),
        complete=not errors and next(log.find(STOPPED, 1, line), None) is None,
    )
