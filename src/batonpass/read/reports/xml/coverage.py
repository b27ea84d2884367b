"""Cobertura and Clover: the share of lines (Clover: statements) that were run."""

from collections.abc import Mapping

from batonpass.model.evidence import Measured
from batonpass.read.reports.markup import Ended
from batonpass.read.reports.numbers import decimal
from batonpass.read.reports.sheet import Sheet

NAME = "coverage"
ROOTS = ("coverage",)


class Reader:
    """Takes the first place that tells the whole."""

    def __init__(self, sheet: Sheet) -> None:
        """Start before the root."""
        self.sheet = sheet
        self.inside: list[str] = []

    def start(self, name: str, attributes: Mapping[str, str], at: int) -> bool:
        """Take the root of Cobertura, or the metrics of Clover's project."""
        self.inside.append(name)
        rate = None
        if self.inside == ["coverage"]:
            rate = _rate(attributes, "line-rate", "lines-covered", "lines-valid")
        elif self.inside[-2:] == ["project", "metrics"]:
            rate = _rate(attributes, "", "coveredstatements", "statements")
        if rate:
            self._say(*rate, at)
        return False

    def end(self, name: str, text: str, at: int) -> None:  # noqa: ARG002 - a reader's signature
        """Step out of an element."""
        self.inside.pop()

    def finish(self, broken: str) -> None:
        """Leave it at what was found: a part of a report tells nothing about the whole."""

    def _say(self, value: float, how: str, at: int) -> None:
        measured = Measured(name="coverage", value=value, counted=how)
        self.sheet.piece(measured, f"coverage {value:g}%", at, self.sheet.tag_end(at))
        raise Ended


def _rate(attributes: Mapping[str, str], share: str, covered: str, whole: str) -> tuple[float, str] | None:
    """Return the percentage and how it was computed, None where this element tells none."""
    numbers = {name: decimal(attributes.get(name)) for name in (share, covered, whole)}
    hit, total = numbers[covered], numbers[whole]
    if hit is not None and total:
        return round(100 * hit / total, 2), f"{hit:g} of {total:g} {'lines' if share else 'statements'}"
    rate = numbers[share]
    return None if rate is None else (round(100 * rate, 2), "the line rate in percent")
