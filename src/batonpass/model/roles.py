"""A role's handoff file: which fields it has, and where it lies."""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

Is = Literal["string", "integer", "number", "boolean", "object"]


class Field(Struct, frozen=True, forbid_unknown_fields=True):
    """One field of a role's handoff, and what may fill it, the first that has something."""

    at: str  # "implementation.files_created"
    about: str
    type: Is = "string"
    list: bool = False
    nullable: bool = False
    of: dict[
        str, str
    ] = {}  # of objects: field → its type, "string[]" for a list, "a|b" for one of these words
    values: tuple[str, ...] = ()  # what a string may be
    least: float | None = None
    most: float | None = None
    pattern: str = ""
    facts: tuple[str, ...] = ()  # groups of facts that evidence or documents hold
    labels: tuple[str, ...] = ()  # what documents call it, where they say it themselves
    cap: int = 0  # most items, 0 = the file's limit decides


class Role(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of one role's handoff file."""

    name: str
    about: str
    limit: int  # tokens of the file
    fields: tuple[Field, ...]


class RoleFiles(Struct, frozen=True, forbid_unknown_fields=True):
    """Which agents leave a handoff file of their own, and how it is called."""

    roles: dict[str, str] = {}  # agent → its table: tables/roles/{name}.toml
    sessionwide: tuple[str, ...] = ()  # agents that speak to the session, not to a group of it
    aliases: dict[str, tuple[str, ...]] = {}  # a second name → who writes it

    def named(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Yield every agent of the team that is named here, with its place."""
        yield from ((("roles", agent), agent) for agent in self.roles)
        yield from ((("sessionwide", str(at)), agent) for at, agent in enumerate(self.sessionwide))
        for alias, agents in self.aliases.items():
            yield from ((("aliases", alias), agent) for agent in agents)


class Round(Struct, frozen=True):
    """One handoff file in the layout: which round it is, and where it lies."""

    number: int
    path: str  # POSIX, relative to the root; absolute where it is outside of it


class Slot(Struct, frozen=True):
    """A place in the layout: `{session}/{group}/handoff_{agent}.json`."""

    session: str
    group: str  # "" = the session itself
    agent: str
    aliases: tuple[str, ...] = ()  # further names of the newest round


Fields = dict[str, Any]
