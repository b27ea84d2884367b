"""A role's handoff file: which fields it has, what fills them, and where it lies."""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

from batonpass.model.proof import Item
from batonpass.model.source import Span

Is = Literal["string", "integer", "number", "boolean", "object"]
Fields = dict[str, Any]


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
    lead: str = ""  # of objects: which of theirs an item's first words are …
    rest: str = ""  # … and which what follows them is
    open: bool = False  # an object that may hold anything
    values: tuple[str, ...] = ()  # what a string may be
    least: float | None = None
    most: float | None = None
    pattern: str = ""
    token: bool = False  # one word, as the name of a branch
    facts: tuple[str, ...] = ()  # groups of facts that evidence or documents hold
    labels: tuple[str, ...] = ()  # what documents call it, where they say it themselves
    says: str = ""  # a pattern that tells it in any sentence; its group is the value
    begins: str = (
        ""  # how a title or a label begins one of the objects, wherever it stands; its groups are parts
    )
    percent: bool = False  # a share below 1 is told in percent
    chars: int = 0  # most characters of a text; 0 = the role's
    needed: bool = False  # a file without it is none
    optional: bool = False  # left away where nothing fills it
    held: bool = False  # never left away to save room

    @property
    def path(self) -> tuple[str, ...]:
        """Return its steps."""
        return tuple(self.at.split("."))


class Role(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of one role's handoff file."""

    name: str
    about: str
    limit: int  # tokens of the file
    fields: tuple[Field, ...]
    details: Literal["", "tests", "reviews", "investigations"] = ""  # where what it left in full stands too
    chars: int = 300  # most characters of one text, where its field says no other number


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


class Given(Struct, frozen=True):
    """A value for a field, and what stands behind it."""

    value: Any
    item: Item | None = None  # None: what the caller said, or what was counted


class Spoken(Struct, frozen=True):
    """What a document says a field of the role is, in its own words."""

    at: str
    value: Any  # a text, or an object of texts
    spans: tuple[Span, ...] = ()


class Filled(Struct, frozen=True):
    """A role's handoff file: its exact bytes, and what stands behind each place of it."""

    data: bytes
    fields: Fields
    items: dict[str, Item]  # JSON pointer → what stands behind it
    tokens: int


class Slot(Struct, frozen=True):
    """A place in the layout: `{session}/{group}/handoff_{agent}.json`."""

    session: str
    group: str  # "" = the session itself
    agent: str
    aliases: tuple[str, ...] = ()  # further names of the newest round


class Round(Struct, frozen=True):
    """One handoff file in the layout: which round it is, and where it lies."""

    number: int  # 0 = the plain name, where an agent wrote it itself and no round was made of it yet
    path: str  # POSIX, relative to the root; absolute where it is outside of it
