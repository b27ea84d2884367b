"""xUnit.net: the numbers of each assembly, summed; its tests counted where they differ or where it broke off."""

from collections.abc import Mapping

from batonpass.read.reports.numbers import many, number, seconds
from batonpass.read.reports.sheet import Sheet

NAME = "xunit"
ROOTS = ("assemblies", "assembly")
HOW = {"Pass": "passed", "Fail": "failed", "Skip": "skipped", "NotRun": "skipped"}


class Reader:
    """Counts tests as they come, and errors outside of them."""

    def __init__(self, sheet: Sheet) -> None:
        """Start at nothing."""
        self.sheet = sheet
        self.counts = {"passed": 0, "failed": 0, "errors": 0, "skipped": 0, "total": 0}
        self.root = -1
        self.time = 0.0
        self.told = 0  # tests the assemblies say they have
        self.test: Mapping[str, str] | None = None
        self.at = 0
        self.message = ""

    def start(self, name: str, attributes: Mapping[str, str], at: int) -> bool:
        """Take an assembly or a test."""
        if name in ROOTS and self.root < 0:
            self.root = at
        if name == "assembly":
            self.time += seconds(attributes.get("time", "")) or 0.0
            self.told += number(attributes.get("total"))
            self.counts["errors"] += number(attributes.get("errors"))
        elif name == "test":
            self.test, self.at, self.message = attributes, at, ""
        return name == "message" and self.test is not None

    def end(self, name: str, text: str, at: int) -> None:
        """Count a test when it ends."""
        if name == "message":
            self.message = self.message or text
        elif name == "test" and self.test is not None:
            how = HOW.get(self.test.get("result", ""), "")
            self.counts["total"] += 1
            if how:
                self.counts[how] += 1
            made = (
                self.sheet.new_case("failed", self.test.get("name", ""), self.message)
                if how == "failed"
                else None
            )
            if made:
                self.sheet.piece(made, self.sheet.told(made), self.at, self.sheet.tag_end(at))
            self.test = None

    def finish(self, broken: str) -> None:
        """Write down the run."""
        self.sheet.total(
            self.root,
            runner=NAME,
            **self.counts,
            duration_s=round(self.time, 3) or None,
            complete=not broken and self.counts["total"] >= self.told,
            counted=f"counted from {many(self.counts['total'], 'test')}",
        )
