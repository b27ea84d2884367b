"""vitest: its `Tests` line; test files that broke and errors outside of tests are errors too."""

import re

from batonpass.model.evidence import RunStanding
from batonpass.read.reports.log import Log
from batonpass.read.reports.numbers import seconds
from batonpass.read.reports.sheet import Sheet

RUNNER = "vitest"
NEEDLES = ("Test Files", " RUN ", " DEV ")
BANNER = re.compile(r"^\s*(?:RUN|DEV) +v\d+\.\d+\.\S+", re.MULTILINE)
RERUN = re.compile(r"^\s*RERUN +\S", re.MULTILINE)
COUNTS = r"(?P<counts>\d+ [a-z ]+(?:\| \d+ [a-z ]+)*)\((?P<total>\d+)\)"
TESTS = re.compile(rf"^ *Tests +(?:{COUNTS}|no tests) *$", re.MULTILINE)
FILES = re.compile(rf"^ *Test Files +(?:{COUNTS}|no test files) *$")
OUTSIDE = re.compile(r"^ *Errors +(?P<errors>\d+) errors? *$")
CAUGHT = re.compile(r"^ *Vitest caught (?P<errors>\d+) unhandled errors? during the test run", re.MULTILINE)
DURATION = re.compile(r"^ *Duration +(?P<time>[\d.]+ ?[a-z]+)")
COUNT = re.compile(r"(\d+) (passed|failed|skipped|todo)")
CASE = re.compile(r"^ *FAIL +(?:\|?\S+\|? +)?(\S+\.[cm]?[jt]sx?(?: > .+)?)$", re.MULTILINE)
AROUND = 4  # lines of one summary above and below its tests


def read(log: Log, sheet: Sheet) -> None:
    """Write down every summary; one before a rerun of the watch mode is superseded."""
    summaries = list(log.find(TESTS))
    reruns = [line for line, _ in log.find(RERUN)]
    for before, (line, match) in zip([0, *(line for line, _ in summaries)], summaries, strict=False):
        again = any(line < rerun < summaries[-1][0] for rerun in reruns)
        _told(log, sheet, (before, line), match, "superseded" if again else "current")
    last = summaries[-1][0] if summaries else 0
    for line, match in list(log.find(BANNER, last + 1))[-1:]:
        sheet.run(match[0].strip(), line, runner=RUNNER, complete=False, counted="no summary after it")
    if not sheet.is_empty:
        for line, match in log.find(CASE):
            following = next(log.after(line, 3), (line, ""))
            sheet.case("failed" if " > " in match[1] else "error", match[1], following[1], line, following[0])


def _told(
    log: Log, sheet: Sheet, place: tuple[int, int], match: re.Match[str], standing: RunStanding
) -> None:
    """Write down a summary that stands behind the one before it."""
    before, line = place
    above = [log.line(n) for n in range(max(line - AROUND, 1), line)]
    below = [log.line(n) for n in range(line + 1, line + AROUND + 1)]
    counts = _counts(match["counts"])
    files = next((_counts(m["counts"]) for text in above if (m := FILES.match(text))), {})
    told = (OUTSIDE.match(text) for text in (*above, *below))
    caught = [m for at, m in log.find(CAUGHT, 1, line) if at > before]
    outside = next((int(m["errors"]) for m in (*filter(None, told), *caught)), 0)
    time = next((seconds(m["time"]) for text in below if (m := DURATION.match(text))), None)
    failed = counts.get("failed", 0)
    sheet.run(
        match[0],
        line,
        runner=RUNNER,
        passed=counts.get("passed", 0),
        failed=failed,
        errors=outside or (files.get("failed", 0) if not failed else 0),
        skipped=counts.get("skipped", 0),
        total=int(match["total"] or 0),
        duration_s=time,
        standing=standing,
    )


def _counts(text: str | None) -> dict[str, int]:
    return {name: int(value) for value, name in COUNT.findall(text or "")}
