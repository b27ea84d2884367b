"""Parallel agents ended: their manifests become one, with every conflict named."""

from collections.abc import Sequence

from msgspec.structs import replace

from batonpass.compact.conflicts import named
from batonpass.compact.materials import Shares
from batonpass.compact.merge import Child, Merged, merge
from batonpass.flow.children import children, digests, ended
from batonpass.flow.fanning import own_facts, problems, reported, sources_of
from batonpass.flow.finish import finish, outcome
from batonpass.flow.homes import is_here
from batonpass.flow.identity import identify, stamped
from batonpass.flow.outcome import Opened, Outcome, opened, proof_of
from batonpass.flow.prepare import content, draft
from batonpass.flow.reading import Shelf
from batonpass.flow.scope import scope_of
from batonpass.flow.setup import Setup
from batonpass.flow.sources import Sources
from batonpass.model.event import Event
from batonpass.model.exchange import Rule
from batonpass.model.fanning import Together
from batonpass.model.handoff import Handoff
from batonpass.model.terms import Terms
from batonpass.tables import load


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
    sources, owned = sources_of(setup, [one for _, one in found.there])
    terms = _placed(terms, found.handoffs)
    status = terms.status or ("" if policy is None else "PROCEED" if told.enough else "STOP")
    terms = replace(terms, status=status, scope=terms.scope or f"Merged work of {_names(told)}")
    terms = replace(terms, scope=scope_of(terms, sources.sources))
    handoff_id = identify(setup, terms, sources.entries, digests(found, policy or ""))
    standing = setup.store.by_key(handoff_id)
    if standing and is_here(setup, standing):
        return replace(outcome(setup, opened(setup, standing), new=False), together=told)
    _record_lost(setup, terms, told)
    return _finished(
        setup, terms, handoff_id, told, merged, reported(setup, sources, told), owned, found.handoffs
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
    facts = (*merged.facts, *own_facts(sources, told))
    shares = Shares(owned, len(told.ended)) if len(told.ended) > 1 else None
    made = draft(setup, terms, sources, facts, stamp, shelf, differences=merged.differences, shares=shares)
    staged = setup.store.stage(stamp, terms.agent, content(made, sources, shelf))
    done = replace(finish(setup, staged, made, tuple(problems(told))), together=told)
    if not done.rejected:
        _record_merged(setup, done.opened.handoff, children)
    return done


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
