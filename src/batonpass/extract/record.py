"""A decision record whose sections do not tell: where it turns from the problem to what was decided."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import chain

from batonpass.extract.hearing import own
from batonpass.extract.leanings import in_words
from batonpass.extract.nothing import says_nothing
from batonpass.extract.phrases import Lexicon, entries_of, tokens_of
from batonpass.extract.sentences import sentences
from batonpass.extract.titles import words
from batonpass.extract.units import FRONT_MATTER, Unit
from batonpass.extract.weights import weights
from batonpass.model.source import Source
from batonpass.tables.load import table
from batonpass.tables.load import words as listed

SEGMENTS = re.compile(r"[/\\_.\s]+")
UNTOLD = frozenset({"", "plain", "work", "approach", "strategy", "overview", "goals", "tasks", "remark"})
BEGINNING = 2  # passages in which a record still says what it is about
STATUS_LINES = 12  # blocks at its head among which a record says its status


def with_turn(units: tuple[Unit, ...], source: Source) -> tuple[Unit, ...]:
    """Return the units of a source; in a record that names its decision nowhere, the likeliest passage is it."""
    if any(map(is_filed, units)) or not is_record(units, source):
        return units
    passages = [u for u in units if may_decide(u)]
    if not passages:
        return units
    sure = table("extract")["confidence"]["turn"]
    chosen = {
        at: units[at]._replace(family="decision", via="lead", confidence=sure) for at in turns(passages)
    }
    return tuple(chosen.get(u.at, u) for u in units)


def is_filed(unit: Unit) -> bool:
    """Tell whether a heading says that a unit states the decision; labels may also tell what was settled on the way."""
    return unit.family == "decision" and unit.via == "section" and unit.block.kind not in ("heading", "code")


def is_record(units: Sequence[Unit], source: Source) -> bool:
    """Tell whether a source records one decision: by its name, its folder, its title or its status."""
    telling = listed("standing")["record"]
    names = SEGMENTS.split((source.path or source.name).casefold())
    if not frozenset(chain.from_iterable(name.split("-") for name in names)).isdisjoint(telling["names"]):
        return True
    head = units[:STATUS_LINES]
    title = next((u.block.text for u in head if u.block.kind == "heading"), "")
    return in_words(title, telling["titles"]) or any(is_verdict(u, telling["status"]) for u in head)


def is_verdict(unit: Unit, statuses: list[str]) -> bool:
    """Tell whether a unit is the status that only a decision has: a label's value, or a line of its own."""
    if unit.block.kind not in ("paragraph", "item", "field"):
        return False
    said = words(unit.text)
    alone = unit.family == "status" or len(said) == 1
    return alone and bool(said) and said[0] in statuses


def may_decide(unit: Unit) -> bool:
    """Tell whether a unit is a passage of its own that nothing tells the kind of."""
    block = unit.block
    return (
        block.kind in ("paragraph", "item")
        and block.parent < 0
        and unit.family in UNTOLD
        and unit.standing == "current"
        and FRONT_MATTER not in block.tags
        and not (unit.label.family or says_nothing(unit.text))
    )


def turns(passages: Sequence[Unit]) -> list[int]:
    """Return the places of the passages at which a record turns to its decision: the likeliest, and one as likely."""
    numbers: dict[str, float] = table("extract")["turn"]
    scores = {unit.at: score(passages, at, numbers) for at, unit in enumerate(passages)}
    best = max(scores.values())
    likely = [
        at for at in sorted(scores, key=lambda at: -scores[at]) if scores[at] >= best - numbers["margin"]
    ]
    return likely[: int(numbers["most"])]


def score(passages: Sequence[Unit], at: int, numbers: dict[str, float]) -> float:
    """Return how likely a passage states the decision."""
    unit = passages[at]
    first = next(iter(sentences(unit.text)), "")
    tokens = tokens_of(first)
    sums = own(first, unit.block)
    found = numbers["wording"] * (
        sums[weights().classes.index("decision")] - sums[weights().classes.index("other")]
    )
    found += sum(numbers[tag] for tag in {tag for tag, _ in commitments().found(first, tokens)})
    if unit.block.kind == "item":
        begins = at == 0 or passages[at - 1].block.kind != "item"
        found += numbers["item"] + (numbers["first_item"] if begins else 0.0)
    if at < BEGINNING:
        found += numbers["beginning"]
    elif in_words(passages[at - 1].text, listed("standing")["record"]["problem"]):
        found += numbers["problem_before"]
    return found + numbers["lateness"] * at / len(passages)


@cache
def commitments() -> Lexicon[str]:
    """Return the phrases that decide: at the beginning of a sentence, or anywhere."""
    cues = listed("cues")["decision"]
    return Lexicon(
        entry
        for tag, names in (("opens", ("opens", "opens_strongly")), ("strong", ("strong",)))
        for entry in entries_of({name: cues[name] for name in names}, tag)
    )
