"""Jest: its `Tests:` line; a suite that could not be run is an error, though no test of it failed."""

import re

from batonpass.read.reports.log import Log
from batonpass.read.reports.numbers import seconds
from batonpass.read.reports.sheet import Sheet

RUNNER = "jest"
NEEDLES = ("Tests: ", "PASS ", "FAIL ")
SUITE = re.compile(r"^(?:PASS|FAIL) +(?:\S+ +)?\S+\.[cm]?[jt]sx?(?: \([\d.]+ m?s\))?$", re.MULTILINE)
BANNER = SUITE
PART = r"\d+ (?:failed|passed|skipped|todo|obsolete)"
TESTS = re.compile(rf"^Tests: +(?P<counts>(?:{PART}, )*)(?P<total>\d+) total$", re.MULTILINE)
SUITES = re.compile(rf"^Test Suites: +(?P<counts>(?:{PART}, )*)(?P<total>\d+)(?: of \d+)? total$")
TIME = re.compile(r"^Time: +(?P<time>[\d.]+ ?m?s)")
COUNT = re.compile(r"(\d+) ([a-z]+)")
CASE = re.compile(r"^  ● (.+? › .+|Test suite failed to run)$", re.MULTILINE)
AROUND = 3  # lines of one summary above and below its tests


def read(log: Log, sheet: Sheet) -> None:
    """Write down every summary, and suites after the last one as a run that was cut off."""
    summaries = list(log.find(TESTS))
    for line, match in summaries:
        _told(log, sheet, line, match)
    last = summaries[-1][0] if summaries else 0
    suites = [line for line, _ in log.find(SUITE, last + 1)]
    if suites:
        sheet.run(
            log.line(suites[0]),
            suites[0],
            suites[-1],
            runner=RUNNER,
            complete=False,
            counted="no summary after it",
        )
    if not sheet.is_empty:
        for line, match in log.find(CASE):
            _case(log, sheet, line, match[1])


def _told(log: Log, sheet: Sheet, line: int, match: re.Match[str]) -> None:
    above = [log.line(n) for n in range(max(line - AROUND, 1), line)]
    below = [log.line(n) for n in range(line + 1, line + AROUND + 1)]
    counts = _counts(match["counts"])
    suites = next((_counts(m["counts"]) for text in above if (m := SUITES.match(text))), {})
    failed = counts.get("failed", 0)
    sheet.run(
        match[0],
        line,
        runner=RUNNER,
        passed=counts.get("passed", 0),
        failed=failed,
        errors=suites.get("failed", 0) if not failed else 0,
        skipped=counts.get("skipped", 0),
        total=int(match["total"]),
        duration_s=next((seconds(m["time"]) for text in below if (m := TIME.match(text))), None),
    )


def _counts(text: str) -> dict[str, int]:
    return {name: int(value) for value, name in COUNT.findall(text)}


def _case(log: Log, sheet: Sheet, line: int, name: str) -> None:
    following = next(log.after(line, 3), (line, ""))
    if name.startswith("Test suite"):
        suite = next(
            (log.line(n) for n in range(line, max(line - 6, 0), -1) if log.line(n).startswith("FAIL ")), ""
        )
        sheet.case(
            "error",
            f"{suite.removeprefix('FAIL ').strip()} {name}",
            following[1],
            max(line - 6, 1),
            following[0],
        )
    else:
        sheet.case("failed", name, following[1], line, following[0])
