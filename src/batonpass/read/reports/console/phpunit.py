"""PHPUnit: a line of its own where all is well, else a list of counts."""

import re

from batonpass.read.reports.log import Log
from batonpass.read.reports.numbers import seconds
from batonpass.read.reports.sheet import Sheet

RUNNER = "phpunit"
NEEDLES = ("PHPUnit ", "assertion", "Assertions: ")
BANNER = re.compile(r"^PHPUnit \d+\.\d+\S* by Sebastian Bergmann", re.MULTILINE)
FINE = re.compile(r"^OK \((?P<total>\d+) tests?, \d+ assertions?\)$", re.MULTILINE)
COUNTS = re.compile(
    r"^Tests: (?P<total>\d+), Assertions: \d+(?P<rest>(?:, [A-Z][\w ]*: \d+)*)\.?$", re.MULTILINE
)
COUNT = re.compile(r"([A-Z][\w ]*): (\d+)")
TIME = re.compile(r"^Time: (?P<time>[\d:.]+(?: \w+)?)", re.MULTILINE)
CASE = re.compile(r"^\d+\) (\S+::\S.*)$", re.MULTILINE)
LIST = re.compile(
    r"^There (?:was|were) \d+ (?P<what>errors?|failures?|skipped|incomplete|risky|warnings?)", re.MULTILINE
)


def read(log: Log, sheet: Sheet) -> None:
    """Write down every run; one that began and has no result crashed."""
    began = [line for line, _ in log.find(BANNER)]
    ends = sorted([*log.find(FINE), *log.find(COUNTS)], key=lambda end: end[0])
    for line, match in ends:
        _told(log, sheet, line, match)
    last = ends[-1][0] if ends else 0
    for line in began[-1:] if began and began[-1] > last else ():
        sheet.run(log.line(line), line, runner=RUNNER, complete=False, counted="no result after it")
    if ends:
        _cases(log, sheet)


def _told(log: Log, sheet: Sheet, line: int, match: re.Match[str]) -> None:
    total = int(match["total"])
    counts = {name: int(value) for name, value in COUNT.findall(match.groupdict().get("rest") or "")}
    failed, errors, skipped = (counts.get(name, 0) for name in ("Failures", "Errors", "Skipped"))
    times = [m for _, m in log.find(TIME, max(line - 200, 1), line)]
    sheet.run(
        match[0],
        line,
        runner=RUNNER,
        passed=total - failed - errors - skipped - counts.get("Incomplete", 0),
        failed=failed,
        errors=errors,
        skipped=skipped,
        total=total,
        duration_s=seconds(times[-1]["time"]) if times else None,
    )


def _cases(log: Log, sheet: Sheet) -> None:
    """Write down what stands in the lists of errors and failures; other lists name tests that went well."""
    lists = [(line, match["what"]) for line, match in log.find(LIST)]
    for line, match in log.find(CASE):
        what = next((what for at, what in reversed(lists) if at < line), "")
        if what.startswith(("error", "failure")):
            following = next(log.after(line, 1), (line, ""))
            sheet.case(
                "error" if what.startswith("error") else "failed", match[1], following[1], line, following[0]
            )
