"""Tests that did not pass to facts: name and first line, as many as anybody reads."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

from batonpass.model.evidence import Case
from batonpass.model.fact import Attributes, Fact
from batonpass.model.source import Source
from batonpass.tables.load import table, words


def find(source: Source) -> Iterator[Fact]:
    """Yield one fact a failed test."""
    cases = ((b, b.evidence) for b in source.blocks if isinstance(b.evidence, Case))
    for block, case in islice(cases, table("evidence")["facts"]["errors"]):
        named = _class().search(case.message)
        yield Fact(
            "error",
            block.text,
            (block.span,),
            "derived",
            attributes=Attributes(name=case.name, error_class=named[1] if named else None),
        )


@cache
def _class() -> re.Pattern[str]:
    return re.compile(words("commands")["trouble"]["class"])
