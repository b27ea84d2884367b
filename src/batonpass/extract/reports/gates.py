"""Linters, type checkers and builds to facts: passed means no error."""

from collections.abc import Iterator

from batonpass.model.evidence import Check
from batonpass.model.fact import Attributes, Fact
from batonpass.model.source import Source


def find(source: Source) -> Iterator[Fact]:
    """Yield one fact a check."""
    for block in source.blocks:
        check = block.evidence
        if isinstance(check, Check):
            yield Fact(
                "gate",
                f"{check.tool}: {block.text}" if check.tool not in block.text.casefold() else block.text,
                (block.span,),
                "derived",
                attributes=Attributes(
                    name=check.gate, runner=check.tool, passed=check.passed, errors=check.errors
                ),
                note=check.counted or "read off the report",
            )
