"""Maven's Surefire and Failsafe: the totals of each module, not the lines of each class."""

import re

from batonpass.read.reports.log import Log
from batonpass.read.reports.numbers import seconds
from batonpass.read.reports.sheet import Sheet

RUNNER = "maven"
NEEDLES = ("Tests run:", "[INFO] BUILD ", "[INFO] Scanning for projects")
LEVEL = r"^(?:\[\w+\] ++)?+"
TESTS = re.compile(
    LEVEL + r"Tests run: (?P<total>\d+), +Failures: (?P<failed>\d+), +Errors: (?P<errors>\d+)"
    r", +Skipped: (?P<skipped>\d+)(?:, Flakes: \d+)?(?P<rest>.*)$",
    re.MULTILINE,
)
BANNER = re.compile(r"^(?:\[INFO\] Scanning for projects\.\.\.|(?:\[INFO\] +)? ?T E S T S)$", re.MULTILINE)
BEGAN = re.compile(LEVEL + r" ?T E S T S$", re.MULTILINE)
CASE = re.compile(
    LEVEL + r"(?P<name>[^\n]*?\S)(?: --)? +Time elapsed:[^\n]*<<< (?P<how>FAILURE|ERROR)!$", re.MULTILINE
)
LOGGED = re.compile(r"\[\w+\]")  # a line of Maven's own, no message of a test
BUILD = re.compile(LEVEL + r"BUILD (?P<how>SUCCESS|FAILURE)$", re.MULTILINE)
COMPILING = re.compile(r"COMPILATION ERROR|maven-compiler-plugin|Compilation failure")
TIME = re.compile(r"Time elapsed: ([\d.,]+ ?\w+)")


def read(log: Log, sheet: Sheet) -> None:
    """Write down the totals; classes after the last of them belong to a run that was cut off."""
    classes: list[tuple[int, re.Match[str]]] = []
    for line, match in log.find(TESTS):
        if match["rest"].strip():
            classes.append((line, match))
            continue
        _told(
            sheet, line, match, sum(seconds(t[1]) or 0 for _, m in classes if (t := TIME.search(m["rest"])))
        )
        classes = []
    if classes:
        _cut_off(sheet, classes)
    else:
        last = max((line for line, _ in log.find(TESTS)), default=0)
        for line, match in list(log.find(BEGAN, last + 1))[-1:] if not _ended(log, last) else ():
            sheet.run(match[0], line, runner=RUNNER, complete=False, counted="no result after it")
    for line, match in log.find(CASE):
        following = next(log.after(line, 1), (line, ""))
        following = (line, "") if LOGGED.match(following[1]) else following
        sheet.case(
            "failed" if match["how"] == "FAILURE" else "error",
            match["name"],
            following[1],
            line,
            following[0],
        )
    _build(log, sheet)


def _told(sheet: Sheet, line: int, match: re.Match[str], time: float) -> None:
    total, failed, errors, skipped = (int(match[name]) for name in ("total", "failed", "errors", "skipped"))
    sheet.run(
        match[0].partition("] ")[2] or match[0],
        line,
        runner=RUNNER,
        passed=total - failed - errors - skipped,
        failed=failed,
        errors=errors,
        skipped=skipped,
        total=total,
        duration_s=round(time, 3) or None,
    )


def _cut_off(sheet: Sheet, classes: list[tuple[int, re.Match[str]]]) -> None:
    counts = {
        name: sum(int(m[name]) for _, m in classes) for name in ("total", "failed", "errors", "skipped")
    }
    sheet.run(
        f"test classes: {len(classes)}, and no total",
        classes[0][0],
        classes[-1][0],
        runner=RUNNER,
        passed=counts["total"] - counts["failed"] - counts["errors"] - counts["skipped"],
        **counts,
        complete=False,
        counted=f"summed over the test classes: {len(classes)}",
    )


def _ended(log: Log, after: int) -> bool:
    return next(log.find(BUILD, after + 1), None) is not None


def _build(log: Log, sheet: Sheet) -> None:
    """Write down what the build came to; one that only failed because tests did is no broken build."""
    for line, match in list(log.find(BUILD))[-1:]:
        success = match["how"] == "SUCCESS"
        if success or COMPILING.search(log.text):
            sheet.check(match[0], line, tool="maven", gate="build", errors=int(not success), passed=success)
