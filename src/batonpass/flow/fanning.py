"""What only all agents of a fan-in together tell: their sources, the report on them, who was lost, the conflicts."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from batonpass.brief.fan_in import CONFLICTS, FILE, KINDS, report
from batonpass.flow.outcome import Opened
from batonpass.flow.setup import Setup
from batonpass.flow.sources import Sources
from batonpass.model.fact import Attributes, Fact
from batonpass.model.fanning import Together
from batonpass.model.files import OWN
from batonpass.model.problem import Problem
from batonpass.model.proof import SourceEntry
from batonpass.model.source import Source
from batonpass.read.parse import parse_text
from batonpass.store.names import free_name
from batonpass.tables import load

LOST = "child-lost"


def sources_of(setup: Setup, children: Sequence[Opened]) -> tuple[Sources, dict[str, tuple[int, ...]]]:
    """Return every source of every child once, under names of its own, and by its digest whose it is."""
    taken = set(OWN)
    owned: dict[str, tuple[int, ...]] = {}
    entries: dict[str, SourceEntry] = {}
    sources: list[Source] = []
    for number, child in enumerate(children):
        for entry in child.proof.sources if child.proof else ():
            owned[entry.digest] = (*owned.get(entry.digest, ()), number)
            if entry.digest in entries:
                continue
            data = setup.store.read(child.handoff, entry.stored)
            entries[entry.digest] = replace(entry, stored=free_name(entry.stored, taken))
            sources.append(
                Source(entry.name, entry.format, data, entry.digest, entry.original, entry.path, entry.lines)
            )
    return Sources(tuple(sources), tuple(entries.values()), ()), owned


def reported(setup: Setup, sources: Sources, told: Together) -> Sources:
    """Add the report on all of them, where there is more than one."""
    if len(told.ended) <= 1:
        return sources
    source = parse_text(report(told), FILE, setup.redact)
    stored = free_name(FILE, {*OWN, *(entry.stored.casefold() for entry in sources.entries)})
    entry = SourceEntry(
        name=FILE,
        path="",
        stored=stored,
        format=source.format,
        digest=source.digest,
        original=source.original,
        lines=source.lines,
        tokens=setup.meter.count(source.text),
    )
    return Sources((source, *sources.sources), (entry, *sources.entries), sources.problems)


def own_facts(sources: Sources, told: Together) -> Iterator[Fact]:
    """Yield what only all of them together tell: the verdict, who was lost, the first conflicts of each sort."""
    most: int = load.table("exchange")["fan_in"]["questions"]
    seen: Counter[str] = Counter()
    for block in sources.sources[0].blocks if len(told.ended) > 1 else ():
        title = block.headings[-1] if block.headings else ""
        kind = KINDS.get(title)
        if kind and block.kind == "item" and seen[title] < most:
            seen[title] += 1
            about = Attributes(name="fan-in", passed=told.enough) if kind == "gate" else Attributes()
            yield Fact(kind, block.text, (block.span,), "derived", attributes=about, emphasis=1.0)


def problems(told: Together) -> Iterator[Problem]:
    """Yield who was lost and the conflicts; of many of one sort the first, and how many more there are."""
    table = load.table("exchange")["fan_in"]
    for one in told.lost[: table["problems"]]:
        todo = "run it again, or go on without its work"
        yield Problem(LOST, "warning", f"{one.name} was lost: {'; '.join(one.why)}", todo)
    rules = {rule: [c for c in told.conflicts if c.rule == rule] for rule in CONFLICTS}
    most = table["problems"] // max(sum(map(bool, rules.values())), 1)
    for rule, found in rules.items():
        yield from found[:most]
        if more := len(found) - most if len(found) > most else 0:
            yield Problem(
                rule, "warning", f"and {more} more of this sort", f"all of them stand in {FILE}", FILE
            )
