"""`cargo test`: one result for each binary and for the doc tests; they are summed."""

import re

from batonpass.read.reports.log import Log
from batonpass.read.reports.sheet import Sheet

RUNNER = "cargo test"
NEEDLES = ("running ", "test result: ", "could not compile")
STARTED = re.compile(r"^running (\d+) tests?$", re.MULTILINE)
BANNER = STARTED
RESULT = re.compile(
    r"^test result: (?:ok|FAILED)\. (?P<passed>\d+) passed; (?P<failed>\d+) failed; (?P<ignored>\d+) ignored;"
    r" (?P<measured>\d+) measured; \d+ filtered out(?:; finished in (?P<time>[\d.]+)s)?$",
    re.MULTILINE,
)
CASE = re.compile(r"^test (\S.*) \.\.\. FAILED$", re.MULTILINE)
PANICKED = re.compile(r"^---- (\S.*) stdout ----$", re.MULTILINE)
UNCOMPILED = re.compile(r"^error: could not compile `(?P<what>[^`]+)`.*$", re.MULTILINE)


def read(log: Log, sheet: Sheet) -> None:
    """Write down a run for each binary; one that began and has no result crashed."""
    events = [(line, match, False) for line, match in log.find(STARTED)]
    events += [(line, match, True) for line, match in log.find(RESULT)]
    began = 0
    for line, match, ended in sorted(events, key=lambda event: event[0]):
        if began and not ended:
            _unfinished(log, sheet, began)
        if ended:
            _told(sheet, line, match)
        began = 0 if ended else line
    if began:
        _unfinished(log, sheet, began)
    _cases(log, sheet)
    for line, match in list(log.find(UNCOMPILED))[:1]:
        sheet.check(match[0], line, tool="cargo", gate="build", errors=1, passed=False)


def _told(sheet: Sheet, line: int, match: re.Match[str]) -> None:
    passed, failed = int(match["passed"]), int(match["failed"])
    skipped = int(match["ignored"])
    sheet.run(
        match[0],
        line,
        runner=RUNNER,
        passed=passed,
        failed=failed,
        errors=0,
        skipped=skipped,
        total=passed + failed + skipped + int(match["measured"]),
        duration_s=float(match["time"]) if match["time"] else None,
    )


def _unfinished(log: Log, sheet: Sheet, line: int) -> None:
    sheet.run(log.line(line), line, runner=RUNNER, complete=False, counted="no result after it")


def _cases(log: Log, sheet: Sheet) -> None:
    panics = {match[1]: line for line, match in log.find(PANICKED)}
    for line, match in log.find(CASE):
        at = panics.get(match[1], 0)
        if not at:
            sheet.case("failed", match[1], "", line)
            continue
        said = [
            (n, t) for n, t in log.after(at, 4) if not t.startswith(("thread '", "note:", "stack backtrace"))
        ]
        sheet.case("failed", match[1], said[0][1] if said else "", at, said[0][0] if said else at)
