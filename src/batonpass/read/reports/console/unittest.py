"""unittest and Django: two lines, how many ran and how it came out; without the second it was cut off."""

import re

from batonpass.read.reports.log import Log
from batonpass.read.reports.numbers import seconds
from batonpass.read.reports.sheet import Sheet

RUNNER = "unittest"
NEEDLES = ("Ran ",)
BANNER = None  # nothing but its result tells it
RAN = re.compile(r"^Ran (?P<total>\d+) tests? in (?P<time>[\d.]+)s$", re.MULTILINE)
ENDED = re.compile(r"(?:OK|FAILED|NO TESTS RAN)(?: \((?P<details>[\w =,]+)\))?(?![\w.]| \()")
DETAIL = re.compile(r"([a-z ]+)=(\d+)")
CASE = re.compile(r"^(FAIL|ERROR): (\S+(?: \(.+\))?)$", re.MULTILINE)
RULE = re.compile(r"[=-]{50,}")
FEW = 12  # lines between the two: database messages, log output


def read(log: Log, sheet: Sheet) -> None:
    """Write down every run, and what failed in it."""
    for line, match in log.find(RAN):
        end = next(((n, found) for n, text in log.after(line, FEW) if (found := ENDED.match(text))), None)
        _told(sheet, (line, match), end)
    if not sheet.is_empty:
        for line, match in log.find(CASE):
            message, at = _message(log, line)
            sheet.case("failed" if match[1] == "FAIL" else "error", match[2], message, line, at)


def _told(sheet: Sheet, ran: tuple[int, re.Match[str]], end: tuple[int, re.Match[str]] | None) -> None:
    line, match = ran
    total, time = int(match["total"]), seconds(match["time"])
    if end is None:
        sheet.run(match[0], line, runner=RUNNER, total=total, duration_s=time, complete=False)
        return
    details = {name.strip(): int(value) for name, value in DETAIL.findall(end[1]["details"] or "")}
    failed = details.get("failures", 0) + details.get("unexpected successes", 0)
    errors, skipped = details.get("errors", 0), details.get("skipped", 0)
    passed = total - failed - errors - skipped - details.get("expected failures", 0)
    sheet.run(
        f"{match[0]}: {end[1][0]}",
        line,
        end[0],
        runner=RUNNER,
        passed=max(passed, 0),
        failed=failed,
        errors=errors,
        skipped=skipped,
        total=total,
        duration_s=time,
    )


def _message(log: Log, line: int) -> tuple[str, int]:
    """Return the last line of the traceback below a title."""
    last, at = "", line
    rules = 0
    for number, text in log.after(line, 400):
        if RULE.fullmatch(text):
            rules += 1
            if rules > 1:
                break
        elif rules == 1:
            last, at = text, number
    return last, at
