"""The one sentence for a place that had to be filled and is not."""

from batonpass.model.problem import Problem
from batonpass.model.profile import Slot
from batonpass.tables import load
from batonpass.validate.fields import pointer_to


def missing(rule: str, type_name: str, slot: Slot) -> Problem:
    """Say which field is empty and what to put there; two rules that ask for it say the same."""
    return Problem(
        rule,
        "error",
        f"{slot.at} is empty, and a handoff of type {type_name} needs it",
        f"add {load.words('missing')[slot.kind]}",
        pointer=pointer_to(slot.at),
    )
