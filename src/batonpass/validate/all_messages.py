"""The rules about requests and responses, in the order in which they are read."""

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
