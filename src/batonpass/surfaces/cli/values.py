"""Nouns as JSON values, for commands that need nothing else to start."""

from typing import Any

import msgspec

from batonpass.model.problem import Problem
from batonpass.model.verdict import Verdict


def problem_values(problems: tuple[Problem, ...]) -> list[dict[str, Any]]:
    """Return problems as JSON values in which every key stands."""
    return [{name: getattr(problem, name) for name in Problem.__struct_fields__} for problem in problems]


def alert_value(alert: Verdict) -> dict[str, Any]:
    """Return a budget alert as a JSON value."""
    return {"level": alert.level, "answer": alert.answer, "reasons": alert.reasons}


def fields(noun: msgspec.Struct) -> dict[str, Any]:
    """Return a noun as a JSON value in which every key stands."""
    return msgspec.structs.asdict(noun)
