"""Agents by name, compared with the registry."""

from difflib import get_close_matches
from functools import lru_cache


def is_known(name: str, known: frozenset[str]) -> bool:
    """Say whether an agent is registered; case does not matter, and an empty registry knows all."""
    return not known or name in known or name.casefold() in _folded(known)


@lru_cache(maxsize=8)  # registries: a process knows one, tests a few
def _folded(known: frozenset[str]) -> frozenset[str]:
    return frozenset(agent.casefold() for agent in known)


def nearest(name: str, known: frozenset[str]) -> str:
    """Return what a person should do about an unknown name, the likeliest names first."""
    close = get_close_matches(name.casefold(), sorted(known))
    todo = "mend the name, or add it to `agents` in .baton/config.toml"
    return f"did you mean {' or '.join(close)}?" if close else todo
