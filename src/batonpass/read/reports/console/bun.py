"""bun's test runner: counts on lines of their own, and below them how many ran."""

import re

from batonpass.read.reports.log import Log
from batonpass.read.reports.numbers import seconds
from batonpass.read.reports.sheet import Sheet

RUNNER = "bun test"
NEEDLES = ("bun test v", "expect() calls", "\nRan ")
BANNER = re.compile(r"^bun test v\d+\.\d+\S*", re.MULTILINE)
RAN = re.compile(
    r"^Ran (?P<total>\d+) tests? across \d+ files?\.(?: \[(?P<time>[\d.]+ ?\w+)\])?$", re.MULTILINE
)
COUNT = re.compile(r"^ *(?P<count>\d+) (?P<name>pass|fail|skip|todo|errors?|filtered out|expect\(\) calls)$")
CASE = re.compile(r"^(?:✗|\(fail\)) (?P<name>\S.*?)(?: \[[\d.]+ ?\w+\])?$", re.MULTILINE)


def read(log: Log, sheet: Sheet) -> None:
    """Write down every sum; a run that began and has none was cut off."""
    last = 0
    for line, match in log.find(RAN):
        counts, last = _above(log, line), line
        time = match["time"]
        sheet.run(
            match[0],
            line - len(counts),
            line,
            runner=RUNNER,
            passed=counts.get("pass", 0),
            failed=counts.get("fail", 0),
            errors=counts.get("error", 0) + counts.get("errors", 0),
            skipped=counts.get("skip", 0) + counts.get("todo", 0),
            total=int(match["total"]),
            duration_s=seconds(time) if time else None,
        )
    for line, match in list(log.find(BANNER, last + 1))[-1:]:
        sheet.run(match[0], line, runner=RUNNER, complete=False, counted="no result after it")
    if not sheet.is_empty and (last or log.has("bun test v")):
        for line, match in log.find(CASE):
            sheet.case("failed", match["name"], "", line)


def _above(log: Log, line: int) -> dict[str, int]:
    """Return the counts on the lines above one."""
    counts: dict[str, int] = {}
    while found := COUNT.match(log.line(line - len(counts) - 1)):
        counts[found["name"]] = int(found["count"])
    return counts
