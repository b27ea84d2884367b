"""What kind of fact running text sounds like, where no section tells it."""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from batonpass.extract import standing as standings
from batonpass.extract.phrases import Lexicon, tokens_of
from batonpass.extract.titles import is_wide
from batonpass.extract.traits import traits
from batonpass.extract.units import Unit
from batonpass.extract.weights import chances, weights
from batonpass.model.fact import Kind, Standing
from batonpass.model.source import Block
from batonpass.tables.load import table
from batonpass.tables.load import words as listed

NO_KIND = "other"
# What has a form of its own to be read by; only knowing it from the rest is asked for here.
FORMED = frozenset({"file", "tests"})
# Classes that are no kind: what was decided against, and what no longer holds.
FALLEN: dict[str, tuple[Kind, Standing]] = {
    "rejected": ("decision", "rejected"),
    "superseded": ("decision", "superseded"),
    "quoted": ("decision", "quoted"),
}


OBLIGES = re.compile(r"\b(?:MUST|SHALL|DEVE|DEBE|DOIT)\b")  # as specifications spell it


class Heard(NamedTuple):
    """The kind a text sounds like most, how likely it is that one, and the standing its words give it."""

    kind: Kind | None
    chance: float
    standing: Standing
    worded: Standing = "current"  # as far as a phrase says it


NOTHING = Heard(None, 0.0, "current")


class Hearing:
    """Listens to the texts of one document; items of one list speak for each other."""

    def __init__(self, units: Sequence[Unit]) -> None:
        """Begin with nothing heard."""
        self.units = units
        self.lists: dict[int, tuple[int, int]] = {}  # unit → where its list begins and ends
        self.company: dict[int, list[float]] = {}  # first unit of a list → what its items lean to together
        self.known: dict[tuple[int, str], list[float]] = {}  # unit and text → what it comes to
        self.numbers: dict[str, float] = table("extract")["prose"]

    def of(self, unit: Unit, text: str, label: str = "") -> Heard:
        """Return what a text of a unit sounds like; a label before it may say whose words they are."""
        tokens = tokens_of(text)
        if len(tokens) < self.numbers["shortest_sentence"] and not is_wide(text):
            return NOTHING
        sums = self.sums(unit, text)
        told = chances(sums)
        best = max(kinds(), key=told.__getitem__)
        standing = standings.of_words(text, tokens)
        if label:
            standing = standings.strongest((standing, standings.of_words(label, tokens_of(label))))
        name = weights().classes[best]
        if standing == "current" and (formed := by_form(text, tokens, unit.block)):
            return Heard(
                formed, max(told[weights().classes.index(formed)], self.numbers["by_form"]), standing
            )
        if name in FORMED:
            return NOTHING
        kind, fallen = FALLEN.get(name, (name, "current"))
        return Heard(kind, told[best], standings.strongest((standing, fallen)), standing)  # type: ignore[arg-type] # the other classes are kinds

    def sums(self, unit: Unit, text: str) -> list[float]:
        """Return what a text comes to for every class, the other items of its list heard with it."""
        sums = self.alone(unit, text)
        if unit.block.kind == "item":
            share = self.numbers["company"]
            sums = [s + share * more for s, more in zip(sums, self.together(unit), strict=True)]
        return sums

    def together(self, unit: Unit) -> list[float]:
        """Return what the items of a unit's list lean to, on average; what says nothing takes nothing away."""
        first, end = self.list_of(unit)
        if first not in self.company:
            listed = self.units[first:end]
            self.company[first] = (
                average([self.alone(u, u.text) for u in listed]) if len(listed) > 1 else none()
            )
        return self.company[first]

    def alone(self, unit: Unit, text: str) -> list[float]:
        """Return what a text comes to for every class, heard by itself."""
        key = unit.at, text
        if key not in self.known:
            self.known[key] = own(text, unit.block)
        return self.known[key]

    def list_of(self, unit: Unit) -> tuple[int, int]:
        """Return where a unit's list begins and ends."""
        if unit.at not in self.lists:
            first = last = unit.at
            while first > 0 and is_beside(self.units[first - 1], unit):
                first -= 1
            while last + 1 < len(self.units) and is_beside(self.units[last + 1], unit):
                last += 1
            self.lists |= dict.fromkeys(range(first, last + 1), (first, last + 1))
        return self.lists[unit.at]


def is_beside(one: Unit, other: Unit) -> bool:
    """Tell whether two units next to each other are items of one list."""
    return (
        one.block.kind == "item"
        and one.block.parent == other.block.parent
        and one.block.headings is other.block.headings
    )


def own(text: str, block: Block) -> list[float]:
    """Return what a text comes to for every class."""
    return weights().sums(traits(text, block))


@cache
def forbidding() -> Lexicon[bool]:
    """Return how a sentence begins that forbids."""
    return Lexicon((notation, True, True) for notation in listed("clauses")["forbids"]["opens"])


def by_form(text: str, tokens: tuple[str, ...], block: Block) -> Kind | None:
    """Return the kind a text has whatever it speaks of: an order is a constraint, an item that asks a question."""
    if OBLIGES.search(text) or any(forbidding().found(text, tokens)):
        return "constraint"
    asks = block.kind == "item" and text.rstrip(" *_`)\"'").endswith(("?", "？"))
    return "question" if asks else None


@cache
def no_kind() -> int:
    """Return the place of the class of texts that are no fact."""
    return weights().classes.index(NO_KIND)


@cache
def kinds() -> tuple[int, ...]:
    """Return the places of the classes that are some kind."""
    return tuple(at for at, name in enumerate(weights().classes) if name != NO_KIND)


def average(sums: Sequence[Sequence[float]]) -> list[float]:
    """Return by how much, on average, every class is likelier than none."""
    rest = no_kind()
    count = len(sums)
    return [max(0.0, sum(one[at] - one[rest] for one in sums) / count) for at in range(len(sums[0]))]


def none() -> list[float]:
    """Return that nothing leans anywhere."""
    return [0.0] * len(weights().classes)
