"""TRX of the Visual Studio test platform: the counters, and the results that failed."""

from collections.abc import Mapping

from batonpass.model.evidence import Outcome
from batonpass.read.reports.numbers import many, number, seconds
from batonpass.read.reports.sheet import Sheet

NAME = "trx"
ROOTS = ("TestRun",)
BAD: Mapping[str, Outcome] = {"Failed": "failed", "Error": "error", "Timeout": "error", "Aborted": "error"}
UNFINISHED = ("aborted", "inProgress", "pending", "passedButRunAborted", "disconnected")
BROKEN_OFF = frozenset({"Aborted", "Error", "Timeout"})


class Reader:
    """Takes counters where there are any, else counts results."""

    def __init__(self, sheet: Sheet) -> None:
        """Start at nothing."""
        self.sheet = sheet
        self.root = -1
        self.counters: Mapping[str, str] = {}
        self.place = -1  # of the counters
        self.outcome = ""
        self.outcomes: dict[str, int] = {}
        self.time = 0.0
        self.result: Mapping[str, str] | None = None
        self.at = 0
        self.message = ""

    def start(self, name: str, attributes: Mapping[str, str], at: int) -> bool:
        """Take a result, the summary or the counters."""
        if name in ROOTS:
            self.root = at
        elif name == "UnitTestResult" and self.result is None:
            self.result, self.at, self.message = attributes, at, ""
        elif name == "ResultSummary":
            self.outcome = attributes.get("outcome", "")
        elif name == "Counters":
            self.counters, self.place = attributes, at
        return name == "Message" and self.result is not None

    def end(self, name: str, text: str, at: int) -> None:
        """Count a result when it ends."""
        if name == "Message" and self.result is not None:
            self.message = self.message or text
        elif name == "UnitTestResult" and self.result is not None:
            self._count(self.result, at)
            self.result = None

    def finish(self, broken: str) -> None:
        """Write down the run."""
        told = {name: number(value) for name, value in self.counters.items()} or self._counted()
        total, executed = told.get("total", 0), told.get("executed", 0)
        self.sheet.total(
            self.place if self.counters else self.root,
            runner=NAME,
            passed=told.get("passed", 0),
            failed=told.get("failed", 0),
            errors=sum(told.get(name, 0) for name in ("error", "timeout", "aborted")),
            skipped=max(total - executed, told.get("notExecuted", 0)),
            total=total,
            duration_s=round(self.time, 3) or None,
            complete=not broken
            and self.outcome not in BROKEN_OFF
            and not any(told.get(n) for n in UNFINISHED),
            counted="" if self.counters else f"counted from {many(total, 'result')}",
        )

    def _counted(self) -> dict[str, int]:
        counts = {name[:1].lower() + name[1:]: value for name, value in self.outcomes.items()}
        total = sum(counts.values())
        return {**counts, "total": total, "executed": total - counts.get("notExecuted", 0)}

    def _count(self, result: Mapping[str, str], end: int) -> None:
        outcome = result.get("outcome", "")
        self.outcomes[outcome] = self.outcomes.get(outcome, 0) + 1
        self.time += seconds(result.get("duration", "")) or 0.0
        if outcome in BAD and (
            made := self.sheet.new_case(BAD[outcome], result.get("testName", ""), self.message)
        ):
            self.sheet.piece(made, self.sheet.told(made), self.at, self.sheet.tag_end(end))
