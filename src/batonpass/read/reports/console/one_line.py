"""Tools that say their result in one line: what they print is a table, not code."""

import re
from functools import cache
from typing import NamedTuple

from batonpass.model.evidence import Check, Measured
from batonpass.read.reports.log import Log
from batonpass.read.reports.numbers import many, number, seconds
from batonpass.read.reports.sheet import Sheet
from batonpass.tables.load import words

NEEDLES = ("",)  # each line of the table has its own
BANNER = None


class Line(NamedTuple):
    """What one tool prints."""

    name: str
    needles: tuple[str, ...]
    pattern: re.Pattern[str]


class Checker(NamedTuple):
    """What one checker prints."""

    name: str
    gate: str
    needles: tuple[str, ...]
    without: str
    clean: re.Pattern[str] | None
    summary: re.Pattern[str] | None
    finding: re.Pattern[str] | None


@cache
def lines(kind: str) -> tuple[Line, ...]:
    """Return the one-line tools of one kind."""
    return tuple(
        Line(t["name"], tuple(t["needles"]), _compiled(t["pattern"])) for t in words("runners")[kind]
    )


@cache
def checkers() -> tuple[Checker, ...]:
    """Return what checkers print."""
    return tuple(
        Checker(
            t["name"],
            t["gate"],
            tuple(t["needles"]),
            t.get("without", ""),
            *(_compiled(t[name]) if name in t else None for name in ("clean", "summary", "finding")),
        )
        for t in words("runners")["checker"]
    )


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.MULTILINE)


def read(log: Log, sheet: Sheet) -> None:
    """Write down every such line."""
    for tool in lines("runner"):
        for line, match in log.find(tool.pattern) if log.has(*tool.needles) else ():
            _run(sheet, tool.name, line, match)
    for tool in lines("coverage"):
        for line, match in log.find(tool.pattern) if log.has(*tool.needles) else ():
            sheet.say(Measured(name="coverage", value=float(match["value"])), match[0], line)
    for checker in checkers():
        if log.has(*checker.needles) and not (checker.without and log.has(checker.without)):
            _check(log, sheet, checker)


def _run(sheet: Sheet, name: str, line: int, match: re.Match[str]) -> None:
    found = match.groupdict()
    failed, errors, skipped, other = (number(found.get(n)) for n in ("failed", "errors", "skipped", "other"))
    if found.get("passed") is None:
        total = number(found["total"])
        passed = total - failed - errors - skipped - other
    else:
        passed = number(found["passed"])
        total = number(found.get("total")) or passed + failed + errors + skipped + other
    sheet.run(
        match[0],
        line,
        runner=name,
        passed=max(passed, 0),
        failed=failed,
        errors=errors,
        skipped=skipped,
        total=total,
        duration_s=seconds(found["time"]) if found.get("time") else None,
    )


def _check(log: Log, sheet: Sheet, checker: Checker) -> None:
    """Write down every summary, else the findings; of a tool that says nothing when all is well, nothing."""
    told = False
    for line, match in log.find(checker.clean) if checker.clean else ():
        sheet.check(match[0], line, tool=checker.name, gate=checker.gate, errors=0, passed=True)
        told = True
    for line, match in log.find(checker.summary) if checker.summary else ():
        found = match.groupdict()
        errors = number(found.get("errors") or found.get("all"))
        warnings = number(found.get("warnings"))
        sheet.say(
            Check(tool=checker.name, gate=checker.gate, errors=errors, warnings=warnings, passed=not errors),
            match[0],
            line,
        )
        told = True
    findings = list(log.find(checker.finding)) if checker.finding and not told else []
    if findings:
        sheet.check(
            findings[0][1][0],
            findings[0][0],
            findings[-1][0],
            tool=checker.name,
            gate=checker.gate,
            errors=len(findings),
            passed=False,
            counted=f"counted from {many(len(findings), 'finding')}",
        )
