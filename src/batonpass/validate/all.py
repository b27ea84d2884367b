"""The rules, in the order in which they are read. A rule is one file; here is its one other line."""

from batonpass.validate.rule import Rule
from batonpass.validate.rules import (
    agents,
    changed,
    claims,
    completeness,
    compression,
    dependencies,
    files,
    proof,
    schema,
    size,
)

RULES: tuple[Rule, ...] = (
    schema,
    size,
    completeness,
    dependencies,
    files,
    changed,
    compression,
    agents,
    claims,
    proof,
)
