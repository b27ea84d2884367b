"""Measured values to facts."""

from collections.abc import Iterator

from batonpass.model.evidence import Measured
from batonpass.model.fact import Attributes, Fact
from batonpass.model.source import Source


def find(source: Source) -> Iterator[Fact]:
    """Yield one fact a value; what a log tells several times in the same words is one value."""
    told: set[tuple[str, float]] = set()
    for block in source.blocks:
        measured = block.evidence
        if isinstance(measured, Measured) and (measured.name, measured.value) not in told:
            told.add((measured.name, measured.value))
            yield Fact(
                "metric",
                f"{measured.name} {measured.value:g}{measured.unit}",
                (block.span,),
                "derived",
                attributes=Attributes(name=measured.name, value=measured.value, unit=measured.unit),
                note=measured.counted or "read off the report",
            )
