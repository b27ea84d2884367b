"""All rules over one request or response."""

from batonpass.model.problem import Problem
from batonpass.validate.all_messages import MESSAGE_RULES
from batonpass.validate.check import once, order, placed
from batonpass.validate.message import Message


def check_message(message: Message, path: str = "", data: bytes = b"") -> tuple[Problem, ...]:
    """Return what is wrong with a request or a response; `data` are the bytes of the file it was read from."""
    rules = (rule for rule in MESSAGE_RULES if message.kind in rule.OF)
    found = once(problem for rule in rules for problem in rule.check(message))
    return tuple(sorted(placed(found, path, data), key=order))
