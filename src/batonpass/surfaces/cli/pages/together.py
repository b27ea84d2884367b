"""How agents that ran side by side came out, for a person."""

from collections.abc import Iterator

from batonpass.model.fanning import Ended, Together
from batonpass.surfaces.cli.page import Line, Part, counted, line
from batonpass.surfaces.cli.pages.problems import problems
from batonpass.tables import load


def ended(told: Together | None) -> Iterator[Line]:
    """Yield the verdict, and everyone who did not pass; those who did are counted."""
    if told is None or (told.policy is None and told.passed == len(told.ended)):
        return
    rule = f"{told.policy}: " if told.policy else ""
    sign: Part = ("✓", "good") if told.enough else ("✗", "bad")
    yield line(f"{rule}{told.passed} of {counted(len(told.ended), 'agent')} passed", lead=sign)
    bad = [one for one in told.ended if not one.passed]
    most: int = load.table("exchange")["fan_in"]["problems"]
    for one in bad[:most]:
        yield _agent(one)
    if len(bad) > most:
        yield line((f"and {len(bad) - most} more", "quiet"), indent=2)


def _agent(one: Ended) -> Line:
    sign: Part = ("?", "warning") if one.lost else ("✗", "bad")
    lost = "lost: " if one.lost else ""
    return line((one.name, "name"), f" {lost}{'; '.join(one.why)}", lead=sign, indent=2)


def conflicts(told: Together) -> Iterator[Line]:
    """Yield where they are in each other's way."""
    most: int = load.table("exchange")["fan_in"]["problems"]
    yield from problems(told.conflicts[:most])
    if len(told.conflicts) > most:
        yield line((f"and {len(told.conflicts) - most} more conflicts", "quiet"), indent=2)
