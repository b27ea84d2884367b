"""Files that a program's own answer names: it knows which ones it changed, the command does not."""

import re
from collections.abc import Iterator
from functools import cache
from typing import get_args

from batonpass.model.act import Touch, Touched
from batonpass.tables.load import words


def answered(program: str, answer: str) -> Iterator[Touch]:
    """Yield what a program says it did to files."""
    for how, pattern in _patterns().get(program, ()):
        for found in pattern.finditer(answer):
            yield Touch(found["path"], how)


@cache
def _patterns() -> dict[str, tuple[tuple[Touched, re.Pattern[str]], ...]]:
    table = words("commands")["answers"]
    return {
        program: tuple((how, re.compile(says[how], re.MULTILINE)) for how in get_args(Touched) if how in says)
        for program, says in table.items()
    }
