"""Required reading: the few files the next agent must read, fitted into their own budget."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from batonpass.compact.slots import about_file
from batonpass.compact.text import plain, shorten
from batonpass.model.errors import NotFound
from batonpass.model.fact import Fact
from batonpass.model.manifest import FileReference
from batonpass.model.proof import Item
from batonpass.tables import load


class RequiredFile(Struct, frozen=True):
    """A file that can be given to the next agent."""

    named: str  # as the person or the document names it
    stored: str  # its copy in the artifacts directory
    tokens: int


Find = Callable[[str], RequiredFile | None]


class Chosen(Struct, frozen=True):
    """What the next agent must read, and which facts said so."""

    references: tuple[FileReference, ...] = ()
    items: tuple[Item, ...] = ()
    readings: tuple[RequiredFile, ...] = ()
    facts: frozenset[int] = frozenset()

    @property
    def tokens(self) -> int:
        """Return what reading all of it costs."""
        return sum(reading.tokens for reading in self.readings)


def choose(facts: Sequence[Fact], require: Sequence[str], find: Find, budget: int) -> Chosen:
    """Take what a person requires, else what the sources tell others to read, best first, while it fits."""
    chosen = Chosen()
    for named in require:
        reading = find(named)
        if reading is None:
            raise NotFound(
                f"no file {named} in the project",
                wanted="a file for required reading below the root, no folder",
                todo="mend --require",
            )
        if _is_new(chosen, reading):
            chosen = _with(chosen, reading, _described_by(facts, named), None)
    if require:
        return chosen
    for index, fact in sorted(_told(facts), key=lambda pair: (-pair[1].confidence, pair[0])):
        reading = find(fact.attributes.path or fact.text)
        if reading and _fits(chosen, reading, budget):
            chosen = _with(chosen, reading, fact, index)
    return chosen


def _told(facts: Sequence[Fact]) -> list[tuple[int, Fact]]:
    return [
        (i, f)
        for i, f in enumerate(facts)
        if f.kind == "file" and f.attributes.change == "read" and f.standing == "planned"
    ]


def _described_by(facts: Sequence[Fact], named: str) -> Fact | None:
    name = named.rsplit("/", 1)[-1]
    told = [f for _, f in _told(facts)]
    return next((f for f in told if (f.attributes.path or "").rsplit("/", 1)[-1] == name), None)


def _fits(chosen: Chosen, reading: RequiredFile, budget: int) -> bool:
    caps = load.limits()["schema"]
    room = len(chosen.readings) < caps["readings"] and chosen.tokens + reading.tokens <= budget
    return room and _is_new(chosen, reading)


def _is_new(chosen: Chosen, reading: RequiredFile) -> bool:
    return reading.stored not in {known.stored for known in chosen.readings}


def _with(chosen: Chosen, reading: RequiredFile, fact: Fact | None, index: int | None) -> Chosen:
    chars = load.limits()["schema"]["description_chars"]
    description = plain(shorten(about_file(fact), chars)) if fact else ""
    item = (
        Item(spans=fact.spans, kind="file", basis=fact.basis)
        if fact
        else Item(spans=(), basis="user", kind="file", note="named by --require")
    )
    return Chosen(
        (*chosen.references, FileReference(reading.stored, description)),
        (*chosen.items, item),
        (*chosen.readings, reading),
        chosen.facts if index is None else chosen.facts | {index},
    )
