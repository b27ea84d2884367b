"""Parallel agents ended: their manifests become one, with every conflict named."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from batonpass.brief.fan_in import CONFLICTS, FILE, KINDS, report
from batonpass.compact.conflicts import named
from batonpass.compact.materials import Shares
from batonpass.compact.merge import Child, Merged, merge
from batonpass.flow.children import children, digests, ended
from batonpass.flow.hand_over import finish, outcome
from batonpass.flow.identity import identify, stamped
from batonpass.flow.outcome import Opened, Outcome, opened, proof_of
from batonpass.flow.prepare import content, draft
from batonpass.flow.reading import Shelf
from batonpass.flow.scope import scope_of
from batonpass.flow.setup import Setup
from batonpass.flow.sources import Sources, free_name
from batonpass.model.event import Event
from batonpass.model.exchange import Rule
from batonpass.model.fact import Attributes, Fact
from batonpass.model.fanning import Together
from batonpass.model.files import OWN
from batonpass.model.handoff import Handoff
from batonpass.model.problem import Problem
from batonpass.model.proof import SourceEntry
from batonpass.model.source import Source
from batonpass.model.terms import Terms
from batonpass.read.parse import parse_text
from batonpass.tables import load

LOST = "child-lost"


def fan_in(
    setup: Setup,
    names: Sequence[str],
    terms: Terms,
    *,
    policy: Rule | None = None,
    missing: Sequence[str] = (),
) -> Outcome:
    """Merge several handoffs into one; the full sources of each stand beside the merged manifest.

    Without names all open handoffs of the workflow, session or group are merged. Who is `missing`, and what cannot be
    read, counts as an agent that did not pass, and is named.
    """
    found = children(setup, names, terms, missing)
    merged = merge([_child(name, one) for name, one in found.there])
    all_ended = (*(ended(setup, name, one) for name, one in found.there), *found.lost)
    told = Together(
        ended=all_ended,
        conflicts=merged.conflicts,
        policy=policy,
        share=(terms.budget or load.profile(terms.type).limit) // len(all_ended),
    )
    sources, owned = _sources(setup, [one for _, one in found.there])
    terms = _placed(terms, found.handoffs)
    status = terms.status or ("" if policy is None else "PROCEED" if told.enough else "STOP")
    terms = replace(terms, status=status, scope=terms.scope or f"Merged work of {_names(told)}")
    terms = replace(terms, scope=scope_of(terms, sources.sources))
    handoff_id = identify(setup, terms, sources.entries, digests(found, policy or ""))
    if standing := setup.store.by_key(handoff_id):
        return replace(outcome(setup, opened(setup, standing), new=False), together=told)
    _record_lost(setup, terms, told)
    return _finished(
        setup, terms, handoff_id, told, merged, _reported(setup, sources, told), owned, found.handoffs
    )


def _finished(
    setup: Setup,
    terms: Terms,
    handoff_id: str,
    told: Together,
    merged: Merged,
    sources: Sources,
    owned: dict[str, tuple[int, ...]],
    children: Sequence[Handoff],
) -> Outcome:
    shelf, stamp = Shelf(setup, sources), stamped(setup, terms, handoff_id)
    facts = (*merged.facts, *_own_facts(sources, told))
    shares = Shares(owned, len(told.ended)) if len(told.ended) > 1 else None
    made = draft(setup, terms, sources, facts, stamp, shelf, differences=merged.differences, shares=shares)
    staged = setup.store.stage(stamp, terms.agent, content(made, sources, shelf))
    done = replace(finish(setup, staged, made, tuple(_problems(told))), together=told)
    if not done.rejected:
        _record_merged(setup, done.opened.handoff, children)
    return done


def _problems(told: Together) -> Iterator[Problem]:
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


def _reported(setup: Setup, sources: Sources, told: Together) -> Sources:
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


def _own_facts(sources: Sources, told: Together) -> Iterator[Fact]:
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


def _record_merged(setup: Setup, merged: Handoff, children: Sequence[Handoff]) -> None:
    """Say what it was merged from: so many that their names would not go into one line stay beside it."""
    data: dict[str, object] = {"handoff": merged.id, "merged": [child.id for child in children]}
    if len(children) <= load.table("exchange")["fan_in"]["named_in_journal"]:
        setup.store.record(Event("handoff.merged", merged.at, data, f"merged:{merged.id}"))


def _record_lost(setup: Setup, terms: Terms, told: Together) -> None:
    at = f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
    for one in told.lost:
        data: dict[str, object] = {"agent": one.name, "for": terms.agent, "why": "; ".join(one.why)}
        setup.store.record(Event("gap.found", at, {**data, "workflow": terms.workflow}))


def _placed(terms: Terms, children: Sequence[Handoff]) -> Terms:
    """Return the terms with the workflow, session and group that all children share, where none was named."""
    told = {name: {getattr(child, name) for child in children} for name in ("workflow", "session", "group")}
    shared = {name: values.pop() for name, values in told.items() if len(values) == 1}
    return replace(terms, **{name: getattr(terms, name) or value for name, value in shared.items()})


def _names(told: Together) -> str:
    return named(list(dict.fromkeys(one.name for one in told.ended if not one.lost)))


def _child(name: str, one: Opened) -> Child:
    wanted = "manifests with their proofs, so that the merged lines can be proven too"
    proof = proof_of(one, wanted=wanted, todo="compact its documents first")
    return Child(one.handoff.agent, one.handoff.manifest, one.manifest, proof, name)


def _sources(setup: Setup, children: Sequence[Opened]) -> tuple[Sources, dict[str, tuple[int, ...]]]:
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
