"""TAP: the points of the outermost level, or the sum a runner adds; a plan that was not kept to means that something broke."""

import re
from collections.abc import Iterator

from batonpass.read.reports.log import Log
from batonpass.read.reports.numbers import many
from batonpass.read.reports.sheet import Sheet
from batonpass.read.reports.tallies import tallies

RUNNER = "tap"
NEEDLES = ("TAP version ", "1..", "\nok ", "\nnot ok ")
VERSION = re.compile(r"^TAP version 1[234]$", re.MULTILINE)
PLAN = re.compile(r"^1\.\.(?P<count>\d+)(?P<skip> *# *skip.*)?\s*$", re.MULTILINE | re.IGNORECASE)
BANNER = re.compile(f"{VERSION.pattern}|^1\\.\\.\\d+$", re.MULTILINE)
POINT = re.compile(r"^(?P<how>ok|not ok)\b(?! *:)(?P<rest>[^\n]*)$", re.MULTILINE)
DIRECTIVE = re.compile(r"#\s*(?P<what>skip|todo)", re.IGNORECASE)
NAME = re.compile(r"^[ -]*(?P<number>\d+)?(?:\s*-\s*|\s+|$)(?P<name>.*)$")
BAIL = re.compile(r"^Bail out!.*$", re.MULTILINE)
MESSAGE = re.compile(r"(?:message|error): *[\"']?(.+?)[\"']?$")


def read(log: Log, sheet: Sheet) -> None:
    """Write down every stream: one after each version line, else the whole log when it has a plan."""
    for first, last in _streams(log):
        points = list(log.find(POINT, first, last))
        plan = next(log.find(PLAN, first, last), None)
        if points or plan:
            _told(log, sheet, (first, last), points, plan)


def _streams(log: Log) -> Iterator[tuple[int, int]]:
    versions = [line for line, _ in log.find(VERSION)]
    if versions:
        yield from zip(versions, [*(line - 1 for line in versions[1:]), log.count], strict=True)
    elif (plan := next(log.find(PLAN), None)) and (log.has("\nok", "\nnot ok") or plan[1]["skip"]):
        yield 1, log.count


def _told(
    log: Log,
    sheet: Sheet,
    place: tuple[int, int],
    points: list[tuple[int, re.Match[str]]],
    plan: tuple[int, re.Match[str]] | None,
) -> None:
    bailed = next(log.find(BAIL, *place), None)
    _failures(log, sheet, points)
    summed = tallies(log, "#", *place)
    if summed and bailed is None:  # points inside of points are tests of their own, and counted there
        sheet.run(f"{summed[-1].told['total']} tests", *summed[-1][:2], runner=RUNNER, **summed[-1].told)
        return
    how = [(match["how"], _directive(match)) for _, match in points]
    planned = int(plan[1]["count"]) if plan else -1
    lines = [line for line, _ in points] + ([plan[0]] if plan else [])
    sheet.run(
        plan[1][0] if plan else f"{len(points)} points, and no plan",
        min(lines),
        max(lines),
        runner=RUNNER,
        passed=how.count(("ok", "")),
        failed=how.count(("not ok", "")),
        errors=0,
        skipped=sum(what == "skip" for _, what in how),
        total=len(how),
        complete=bailed is None and 0 <= planned <= len(how),
        counted=f"counted from {many(len(how), 'point')}" + (f" of {planned} planned" if plan else ""),
    )


def _failures(log: Log, sheet: Sheet, points: list[tuple[int, re.Match[str]]]) -> None:
    for line, match in points:
        if match["how"] == "not ok" and not _directive(match):
            named = NAME.match(match["rest"])
            message = _message(log, line)
            name = (named["name"] if named else "") or f"point {match['rest'].strip()}"
            sheet.case("failed", name, message[1], line, message[0])


def _directive(match: re.Match[str]) -> str:
    found = DIRECTIVE.search(match["rest"])
    return found["what"].lower() if found else ""


def _message(log: Log, line: int) -> tuple[int, str]:
    """Return what the YAML below a point says."""
    following = list(log.after(line, 6))
    if not following or following[0][1] != "---":
        return line, ""
    return next(((n, found[1]) for n, text in following if (found := MESSAGE.match(text))), (line, ""))
