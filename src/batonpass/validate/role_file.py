"""A role's handoff file against its published schema and its limit: all of it at once."""

from collections.abc import Callable, Iterator
from functools import cache

from jsonschema_rs import Draft202012Validator

from batonpass.model.problem import Problem
from batonpass.model.roles import Fields, Role
from batonpass.tables import load
from batonpass.validate.lines import lines
from batonpass.validate.shape import differences

RULE = "role-file"


def check(
    fields: Fields, data: bytes, role: Role, path: str, size: Callable[[str], int]
) -> Iterator[Problem]:
    """Yield every place where the file differs from its schema, and that it is too large."""
    at = lines(data)
    for found in differences(_validator(role.name), load.schema(f"handoff-{role.name}"), fields):
        line = at.get(found.pointer, at.get(found.pointer.rpartition("/")[0], 1))
        yield Problem(RULE, "error", found.message, found.todo, path, found.pointer, line)
    tokens = size(data.decode("utf-8", "replace"))
    if tokens > role.limit:
        message = f"{tokens} tokens, and the handoff file of a role `{role.name}` has at most {role.limit}"
        yield Problem(RULE, "error", message, "hand over with `baton compact`: it keeps to the limit", path)


@cache
def _validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(load.schema(f"handoff-{name}"))
