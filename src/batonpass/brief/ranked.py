"""Lines within a limit: the least needed ones are left out whole, and what stays keeps its order."""

from collections.abc import Callable, Iterable

Ranked = tuple[int, str]  # 0 is needed most


def fitted(lines: Iterable[Ranked], limit: int, size: Callable[[str], int], between: str = "\n") -> str:
    """Return as many lines as fit; the one that is needed most always stands."""
    ranked = [(rank, place, line) for place, (rank, line) in enumerate(lines) if line]
    kept: list[tuple[int, int, str]] = []
    for one in sorted(ranked):
        if not kept or size(_joined([*kept, one], between)) <= limit:
            kept.append(one)
    return _joined(kept, between)


def _joined(lines: list[tuple[int, int, str]], between: str) -> str:
    """Return lines in the order they are read, which is not the order of their ranks."""
    return between.join(line for _, _, line in sorted(lines, key=lambda ranked: ranked[1]))
