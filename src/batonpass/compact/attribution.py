"""Whose change it is: one working tree, several agents, and only an agent's own calls speak for it."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from batonpass.compact.claims.ground import is_change
from batonpass.compact.claims.paths import GLOB
from batonpass.model.fact import Attributes, Fact
from batonpass.model.pattern import matched


def attribute(changes: Iterable[Fact], actions: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return what git shows, each marked whether these actions of one agent explain it.

    `actions` are files its tools and shell commands touched. They explain a path they name, the old name of a
    renamed file, and below a folder what a command copied, moved or took away.
    """
    touched = _Touched(actions)
    return tuple(
        replace(fact, attributes=replace(fact.attributes, attributed=touched.explains(fact.attributes)))
        for fact in changes
    )


def acts(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return what an agent's own calls did to files."""
    return tuple(f for f in facts if is_change(f) and f.attributes.by in ("tool", "shell"))


class _Touched:
    """The paths an agent touched, and the folders it touched as a whole."""

    def __init__(self, actions: Sequence[Fact]) -> None:
        named = [(fact, path) for fact in actions for path in _names(fact.attributes)]
        self.paths = frozenset(path for _, path in named)
        by_shell = dict.fromkeys(path for fact, path in named if fact.attributes.by == "shell")
        self.folders = tuple(path + "/" for path in by_shell)
        self.patterns = tuple(path for path in by_shell if not GLOB.isdisjoint(path))

    def explains(self, change: Attributes) -> bool:
        names = _names(change)
        return any(
            name in self.paths
            or name.startswith(self.folders)
            or any(matched(pattern, name) for pattern in self.patterns)
            for name in names
        )


def _names(about: Attributes) -> list[str]:
    return [path.rstrip("/") for path in (about.path, about.from_path) if path]
