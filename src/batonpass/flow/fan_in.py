"""Parallel agents ended: their manifests become one, with every conflict named."""

from collections.abc import Sequence

from msgspec.structs import replace

from batonpass.compact.merge import Child, merge
from batonpass.flow.hand_over import finish, outcome
from batonpass.flow.identity import identify, stamped
from batonpass.flow.outcome import Opened, Outcome, open_handoff, opened, proof_of
from batonpass.flow.prepare import content, draft
from batonpass.flow.reading import Shelf
from batonpass.flow.scope import scope_of
from batonpass.flow.setup import Setup
from batonpass.flow.sources import Sources, free_name
from batonpass.model.files import OWN
from batonpass.model.handoff import Handoff
from batonpass.model.proof import SourceEntry
from batonpass.model.source import Source
from batonpass.model.terms import Terms


def fan_in(setup: Setup, names: Sequence[str], terms: Terms) -> Outcome:
    """Merge several handoffs into one; the full sources of each stand beside the merged manifest."""
    opened_all = [open_handoff(setup, name) for name in names]
    children = [_child(one) for one in opened_all]
    sources = _sources(setup, opened_all)
    merged = merge(children)
    terms = _placed(terms, [one.handoff for one in opened_all])
    named = replace(terms, scope=terms.scope or _scope(children))
    terms = replace(named, scope=scope_of(named, sources.sources))
    digests = [one.handoff.digest for one in opened_all]  # a person may have corrected one since
    handoff_id = identify(setup, terms, sources.entries, digests)
    if standing := setup.store.by_key(handoff_id):
        return outcome(setup, opened(setup, standing), new=False)
    shelf = Shelf(setup, sources)
    stamp = stamped(setup, terms, handoff_id)
    made = draft(setup, terms, sources, merged.facts, stamp, shelf, differences=merged.differences)
    staged = setup.store.stage(stamp, terms.agent, content(made, sources, shelf))
    return finish(setup, staged, made, merged.conflicts)


def _placed(terms: Terms, children: Sequence[Handoff]) -> Terms:
    """Return the terms with the workflow, session and group that all children share, where none was named."""
    told = {name: {getattr(child, name) for child in children} for name in ("workflow", "session", "group")}
    shared = {name: values.pop() for name, values in told.items() if len(values) == 1}
    return replace(terms, **{name: getattr(terms, name) or value for name, value in shared.items()})


def _scope(children: Sequence[Child]) -> str:
    return f"Merged work of {', '.join(dict.fromkeys(child.agent for child in children))}"


def _child(one: Opened) -> Child:
    wanted = "manifests with their proofs, so that the merged lines can be proven too"
    proof = proof_of(one, wanted=wanted, todo="compact its documents first")
    return Child(one.handoff.agent, one.handoff.manifest, one.manifest, proof)


def _sources(setup: Setup, children: Sequence[Opened]) -> Sources:
    """Return every source of every child once, under names of its own."""
    taken = set(OWN)
    entries: dict[str, SourceEntry] = {}
    sources: list[Source] = []
    for child in children:
        for entry in child.proof.sources if child.proof else ():
            if entry.digest in entries:
                continue
            data = setup.store.read(child.handoff, entry.stored)
            entries[entry.digest] = replace(entry, stored=free_name(entry.stored, taken))
            sources.append(
                Source(entry.name, entry.format, data, entry.digest, entry.original, entry.path, entry.lines)
            )
    return Sources(tuple(sources), tuple(entries.values()), ())
