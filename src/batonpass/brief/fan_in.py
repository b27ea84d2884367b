"""What became of several agents together, as a document: the merged handoff proves by it what none of them said."""

from collections.abc import Iterator, Sequence

from batonpass.model.fact import Kind
from batonpass.model.fanning import Ended, Together
from batonpass.model.problem import Problem

FILE = "fan-in.md"
VERDICT, LOST, FAILED, ALL = "Verdict", "Nothing came from", "Did not pass", "All of them"
# The title a conflict stands under, and what it is for the next agent.
CONFLICTS: dict[str, tuple[str, Kind]] = {
    "conflict-file": ("Files changed by several", "risk"),
    "conflict-decision": ("Decisions that contradict each other", "question"),
    "conflict-duplicate": ("Work done twice", "risk"),
}
KINDS: dict[str, Kind] = {VERDICT: "gate", LOST: "blocker", **dict(CONFLICTS.values())}


def report(told: Together) -> str:
    """Return the document: every agent, every conflict, however many there are."""
    parts = [f"# {len(told.ended)} agents side by side", *filter(None, _sections(told))]
    return "\n\n".join(parts) + "\n"


def _sections(told: Together) -> Iterator[str]:
    if told.policy:
        yield _section(VERDICT, [verdict(told)])
    yield _section(LOST, [_why(one) for one in told.lost])
    yield _section(FAILED, [_why(one) for one in told.ended if not one.passed and not one.lost])
    for rule, (title, _) in CONFLICTS.items():
        yield _section(title, [_line(c) for c in told.conflicts if c.rule == rule])
    yield _section(ALL, [_about(one) for one in told.ended])


def verdict(told: Together) -> str:
    """Return what the policy says: `majority_pass: 2 of 3 passed`."""
    return f"{told.policy}: {told.passed} of {len(told.ended)} passed"


def _section(title: str, lines: Sequence[str]) -> str:
    return "\n".join([f"## {title}", "", *(f"- {line}" for line in lines)]) if lines else ""


def _why(one: Ended) -> str:
    return _one(f"{one.name}: {'; '.join(one.why)}")


def _line(conflict: Problem) -> str:
    return _one(conflict.message)


def _about(one: Ended) -> str:
    how = "lost" if one.lost else "passed" if one.passed else "did not pass"
    return _one(", ".join(filter(None, (f"{one.name} {how}", f"`{one.place}`" if one.place else ""))))


def _one(text: str) -> str:
    return " ".join(text.split())
