"""NUnit 3 and 2: cases counted; the root's numbers where it lists none."""

from collections.abc import Mapping

from batonpass.model.evidence import Outcome
from batonpass.read.reports.numbers import many, number, seconds
from batonpass.read.reports.sheet import Sheet

NAME = "nunit"
ROOTS = ("test-run", "test-results")
HOW = {
    "Passed": "passed",
    "Success": "passed",
    "Failed": "failed",
    "Failure": "failed",
    "Error": "errors",
    "Skipped": "skipped",
    "Ignored": "skipped",
    "NotRunnable": "errors",
}  # "Inconclusive" and "Warning" are only counted in the total
RAISED = frozenset({"Error", "Invalid", "Cancelled"})  # labels of a failure that is no assertion's


class Reader:
    """Counts cases as they come."""

    def __init__(self, sheet: Sheet) -> None:
        """Start at nothing."""
        self.sheet = sheet
        self.counts = {"passed": 0, "failed": 0, "errors": 0, "skipped": 0, "total": 0}
        self.attributes: Mapping[str, str] = {}
        self.root = -1
        self.case: Mapping[str, str] | None = None
        self.at = 0
        self.how = ""
        self.message = ""

    def start(self, name: str, attributes: Mapping[str, str], at: int) -> bool:
        """Take the root or a case."""
        if name in ROOTS and self.root < 0:
            self.attributes, self.root = attributes, at
        elif name == "test-case":
            self.case, self.at, self.message = attributes, at, ""
            self.how = HOW.get(attributes.get("result", ""), "")
        return name == "message" and self.case is not None

    def end(self, name: str, text: str, at: int) -> None:
        """Count a case when it ends."""
        if name == "message" and self.case is not None:
            self.message = text
        elif name == "test-case" and self.case is not None:
            self._count(self.case, at)
            self.case = None

    def finish(self, broken: str) -> None:
        """Write down the run."""
        cases = self.counts["total"]
        if not cases:
            self._of_root()
        time = self.attributes.get("duration") or self.attributes.get("time", "")
        self.sheet.total(
            self.root,
            runner=NAME,
            **self.counts,
            duration_s=seconds(time),
            complete=not broken and self.attributes.get("result") != "Cancelled",
            counted=f"counted from {many(cases, 'case')}"
            if cases
            else "taken from the attributes of the run",
        )

    def _of_root(self) -> None:
        says = {
            name: number(self.attributes.get(name))
            for name in ("total", "failed", "failures", "errors", "skipped")
        }
        self.counts["total"] = says["total"]
        self.counts["failed"] = says["failed"] + says["failures"]
        self.counts["errors"], self.counts["skipped"] = says["errors"], says["skipped"]
        rest = says["total"] - self.counts["failed"] - says["errors"] - says["skipped"]
        self.counts["passed"] = number(self.attributes.get("passed")) or max(
            rest - number(self.attributes.get("inconclusive")), 0
        )

    def _count(self, case: Mapping[str, str], end: int) -> None:
        self.counts["total"] += 1
        if self.how:
            self.counts[self.how] += 1
        if self.how in ("failed", "errors"):
            raised = self.how == "errors" or case.get("label") in RAISED  # NUnit 3 counts these as failed
            outcome: Outcome = "error" if raised else "failed"
            name = case.get("fullname") or case.get("name", "")
            if made := self.sheet.new_case(outcome, name, self.message):
                self.sheet.piece(made, self.sheet.told(made), self.at, self.sheet.tag_end(end))
