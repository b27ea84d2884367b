"""One line of a table of figures."""

from typing import NamedTuple


class Row(NamedTuple):
    """What was measured, and whether that is good enough."""

    name: str
    measured: str
    goal: str
    held: bool

    def __str__(self) -> str:
        """Return the line."""
        return f"{'✓' if self.held else '✗'} {self.name:<52} {self.measured:>20}   goal {self.goal}"


def share(name: str, held: int, of: int, goal: float) -> Row:
    """Return how many of all are right, in percent."""
    percent = 100.0 * held / max(of, 1)
    return Row(name, f"{percent:.2f} % of {of}", f">= {goal:g} %", percent >= goal)
