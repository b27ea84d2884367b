"""Playwright: how many tests it begins with, and at the end one line for each way they came out."""

import re

from batonpass.read.reports.log import Log
from batonpass.read.reports.numbers import seconds
from batonpass.read.reports.sheet import Sheet

RUNNER = "playwright"
NEEDLES = (" using ",)
BANNER = re.compile(r"^Running (?P<total>\d+) tests? using \d+ workers?", re.MULTILINE)
COUNT = re.compile(
    r"^  (?P<count>\d+) (?P<name>failed|flaky|skipped|did not run|interrupted|passed)(?: \((?P<time>[^)]+)\))?$",
    re.MULTILINE,
)
CASE = re.compile(r"^    (?P<name>(?:\[[^\]\n]+\] › )?\S+:\d+:\d+ › .+?)[ ─]*$", re.MULTILINE)


def read(log: Log, sheet: Sheet) -> None:
    """Write down every run; one without its last lines was cut off."""
    began = list(log.find(BANNER))
    ends = [*(at - 1 for at, _ in began[1:]), log.count]
    for (line, match), end in zip(began, ends, strict=False):
        told = list(log.find(COUNT, line, end))
        counts = {found["name"]: int(found["count"]) for _, found in told}
        if not told:
            sheet.run(match[0], line, runner=RUNNER, complete=False, counted="no result after it")
            continue
        time = next((found["time"] for _, found in told if found["time"]), "")
        sheet.run(
            " ".join(found[0].strip() for _, found in told),
            told[0][0],
            told[-1][0],
            runner=RUNNER,
            passed=counts.get("passed", 0) + counts.get("flaky", 0),
            failed=counts.get("failed", 0),
            errors=counts.get("interrupted", 0),
            skipped=counts.get("skipped", 0) + counts.get("did not run", 0),
            total=int(match["total"]),
            duration_s=seconds(time) if time else None,
            complete=sum(counts.values()) == int(match["total"]),
        )
        if counts.get("failed"):
            _failed(log, sheet, told)


def _failed(log: Log, sheet: Sheet, told: list[tuple[int, re.Match[str]]]) -> None:
    """Write down the tests that are listed below how many failed."""
    lines = [line for line, _ in told]
    at = next(i for i, (_, found) in enumerate(told) if found["name"] == "failed")
    end = lines[at + 1] - 1 if at + 1 < len(lines) else log.count
    for line, match in log.find(CASE, lines[at], end):
        sheet.case("failed", match["name"], "", line)
