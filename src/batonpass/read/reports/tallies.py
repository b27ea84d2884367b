"""The lines in which node's test runner, and what prints TAP for it, sum up: one count a line."""

import re
from typing import Any, NamedTuple

from batonpass.read.reports.log import Log
from batonpass.read.reports.numbers import seconds

COUNT = re.compile(
    r"^(?P<sign>[#ℹ]) (?P<name>tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) +(?P<value>[\d.]+)$",
    re.MULTILINE,
)
NEEDED = {"tests", "pass"}


class Tally(NamedTuple):
    """What one run came to, and its lines."""

    first: int
    last: int
    counts: dict[str, float]

    @property
    def told(self) -> dict[str, Any]:
        """Return the counts as a run has them."""
        known = {name: int(value) for name, value in self.counts.items()}
        return {
            "passed": known["pass"],
            "failed": known.get("fail", 0),
            "errors": known.get("cancelled", 0),
            "skipped": known.get("skipped", 0) + known.get("todo", 0),
            "total": known["tests"],
            "duration_s": seconds(f"{known['duration_ms']} ms") if "duration_ms" in known else None,
        }


def tallies(log: Log, sign: str, first: int = 1, last: int = 0) -> list[Tally]:
    """Return every sum that stands there; one begins with the number of tests and goes on line by line."""
    found: list[Tally] = []
    for line, match in log.find(COUNT, first, last):
        if match["sign"] != sign:
            continue
        if match["name"] == "tests":
            found.append(Tally(line, line, {}))
        if found and line <= found[-1].last + 1:
            found[-1].counts[match["name"]] = float(match["value"])
            found[-1] = found[-1]._replace(last=line)
    return [one for one in found if one.counts.keys() >= NEEDED]
