"""The planted facts and distractors, each in the words of one author: one TOML file an author.

Authors did not see each other's words. Rules and weights may be tuned on the misses of some of them;
of the others nothing but the scores is ever looked at.
"""

import tomllib
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from batonpass.model.fact import Change, Kind, Standing

AUTHORS = Path(__file__).with_name("authors")
TUNED = frozenset({"a", "b", "d", "e"})  # whose misses may be read


class Structured(Struct, frozen=True):
    """A wording with the heading it stands under."""

    heading: str
    text: str


class Scattered(Struct, frozen=True):
    """The same where no heading helps: as a paragraph, an item of a mixed list, a row of a table."""

    paragraph: str
    item: str
    row: str
    header: str  # of the row's table

    def form(self, number: int) -> str:
        """Return the wording in one of the three forms, in turn."""
        return (self.paragraph, self.item, self.row)[number % 3]


class Planted(Struct, frozen=True):
    """One fact with the strings that prove it is there."""

    kind: Kind
    value: tuple[str, ...]
    structured: Structured
    scattered: Scattered
    change: Change | None = None  # of a file


class Distractor(Struct, frozen=True):
    """Something that looks like a current fact and is none."""

    standing: Standing | str
    value: tuple[str, ...]
    structured: Structured
    scattered: str


class Author(Struct, frozen=True):
    """All words of one author, about one invented project."""

    author: str
    project: str
    fact: tuple[Planted, ...]
    distractor: tuple[Distractor, ...]

    @property
    def tuned(self) -> bool:
        """Say whether the misses of this author may be read."""
        return self.author in TUNED


@cache
def authors() -> tuple[Author, ...]:
    """Return every author's words."""
    return tuple(
        msgspec.convert(tomllib.loads(path.read_text("utf-8")), Author)
        for path in sorted(AUTHORS.glob("*.toml"))
    )
