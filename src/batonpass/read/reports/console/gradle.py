"""Gradle: the tests it lists, else the totals it prints where some failed."""

import re

from batonpass.read.reports.log import Log
from batonpass.read.reports.numbers import many
from batonpass.read.reports.sheet import Sheet

RUNNER = "gradle"
NEEDLES = ("> Task :", "tests completed", "test completed", "BUILD SUCCESSFUL", "BUILD FAILED")
BANNER = re.compile(r"^> Task :\S+", re.MULTILINE)
TESTING = re.compile(r"^> Task :\S*[tT]est\S*(?P<how> FAILED)?$", re.MULTILINE)
TEST = re.compile(
    r"^(?P<name>[\w$.]+ > .*\S) (?P<how>PASSED|FAILED|SKIPPED)(?: \([\d.]+m?s\))?$", re.MULTILINE
)
COMPLETED = re.compile(
    r"^(?P<total>\d+) tests? completed(?:, (?P<failed>\d+) failed)?(?:, (?P<skipped>\d+) skipped)?$",
    re.MULTILINE,
)
BUILD = re.compile(r"^BUILD (?P<how>SUCCESSFUL|FAILED)(?: in .+)?$", re.MULTILINE)
COMPILING = re.compile(r"Execution failed for task ':\S*compile\S*'|Compilation failed")


def read(log: Log, sheet: Sheet) -> None:
    """Write down the run and the build's end."""
    build = list(log.find(BUILD))
    tests = list(log.find(TEST))
    completed = list(log.find(COMPLETED))
    if any(match["how"] == "PASSED" for _, match in tests):
        _listed(sheet, tests, whole=bool(build))
    elif completed:
        for line, match in completed:
            _told(sheet, line, match)
    elif log.has("> Task :") and not build:
        for line, match in list(log.find(TESTING))[-1:]:
            sheet.run(match[0], line, runner=RUNNER, complete=False, counted="no end of the build after it")
    for line, match in tests:
        if match["how"] == "FAILED":
            following = next(log.after(line, 1), (line, ""))
            sheet.case("failed", match["name"], following[1], line, following[0])
    _build(log, sheet, build)


def _listed(sheet: Sheet, tests: list[tuple[int, re.Match[str]]], *, whole: bool) -> None:
    how = [match["how"] for _, match in tests]
    sheet.run(
        f"{many(len(tests), 'test')} listed, {how.count('FAILED')} failed",
        tests[0][0],
        tests[-1][0],
        runner=RUNNER,
        passed=how.count("PASSED"),
        failed=how.count("FAILED"),
        errors=0,
        skipped=how.count("SKIPPED"),
        total=len(how),
        complete=whole,
        counted=f"counted from {many(len(tests), 'listed test')}",
    )


def _told(sheet: Sheet, line: int, match: re.Match[str]) -> None:
    total, failed, skipped = (int(match[name] or 0) for name in ("total", "failed", "skipped"))
    sheet.run(
        match[0],
        line,
        runner=RUNNER,
        passed=total - failed - skipped,
        failed=failed,
        errors=0,
        skipped=skipped,
        total=total,
    )


def _build(log: Log, sheet: Sheet, build: list[tuple[int, re.Match[str]]]) -> None:
    """Write down what the build came to; one that only failed because tests did is no broken build."""
    if not log.has("> Task :", "actionable task"):
        return
    for line, match in build[-1:]:
        success = match["how"] == "SUCCESSFUL"
        if success or COMPILING.search(log.text):
            sheet.check(match[0], line, tool="gradle", gate="build", errors=int(not success), passed=success)
