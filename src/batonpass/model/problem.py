"""A finding of `validate`, or of `read` about a source: data, never an exception."""

from typing import Literal

from msgspec import Struct

Severity = Literal["error", "warning", "note"]


class Problem(Struct, frozen=True, omit_defaults=True):
    """What is wrong, where, and what to do about it."""

    rule: str  # the rule's id, as docs and SARIF spell it
    severity: Severity
    message: str  # what was found and what was wanted
    todo: str = ""  # what to do
    path: str = ""  # file it is about
    pointer: str = ""  # JSON pointer inside a manifest
    line: int = 0  # line inside `path`, from 1
