"""The rules, in the order in which they are read. A rule is one file; here is its one other line."""

from batonpass.validate.message import MessageRule
from batonpass.validate.messages import (
    budget,
    clarify,
    echo,
    essentials,
    expected,
    findings,
    narration,
    proceed,
    raw_code,
    shape,
    stop,
    summary_size,
)
from batonpass.validate.rule import Rule
from batonpass.validate.rules import (
    agents,
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
    compression,
    agents,
    claims,
    proof,
)

MESSAGE_RULES: tuple[MessageRule, ...] = (
    shape,
    echo,
    expected,
    proceed,
    stop,
    clarify,
    findings,
    summary_size,
    raw_code,
    narration,
    essentials,
    budget,
)
