"""An agent ends: read → extract → compact → stage → validate → publish → decide → record."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from msgspec.structs import replace

from batonpass.flow.asked import NO_EVIDENCE, NOTHING, Evidence, Shown
from batonpass.flow.finish import finish, outcome
from batonpass.flow.homes import is_here
from batonpass.flow.identity import identify, stamped, superseded, untold
from batonpass.flow.outcome import Outcome, opened
from batonpass.flow.own_words import written
from batonpass.flow.prepare import content, draft, facts_of, ground_of
from batonpass.flow.reading import Shelf
from batonpass.flow.role_files import lay_out, part_of
from batonpass.flow.scope import scope_of
from batonpass.flow.setup import Setup
from batonpass.flow.sources import Sources, read_sources
from batonpass.model.files import HANDOFF
from batonpass.model.source import Source
from batonpass.model.terms import Terms
from batonpass.tables import load

NO_TEXTS: Mapping[str, str] = MappingProxyType({})


def hand_over(
    setup: Setup,
    terms: Terms,
    paths: Sequence[str] = (),
    *,
    texts: Mapping[str, str] = NO_TEXTS,
    stdin: Callable[[], bytes] | None = None,
    transcripts: Sequence[str] = (),
    own: Sequence[Source] = (),
    evidence: Evidence = NO_EVIDENCE,
) -> Outcome:
    """Turn what an agent left into a published handoff; the same call again gives the same handoff.

    `transcripts` are the agent's own: evidence of what was done, whatever the documents say. "newest" is the one of
    this project that was written last; `own` are some that were read already. `evidence` says where else to look: git, and the reports of tools.
    """
    load.profile(terms.type)
    shown = _shown(setup, terms, transcripts, own, evidence)
    paths = (*paths, *shown.documents)
    given, typed = terms, cache(stdin) if stdin else None
    for beside in written(setup, terms):
        sources = read_sources(
            setup, paths, texts, force=terms.force, stdin=typed, more=(*shown.sources, *beside)
        )
        terms = replace(given, scope=scope_of(given, sources.sources))
        shelf = Shelf(setup, sources.read_through)
        beside_them = (*shelf.digests(terms.require), *untold(sources.problems))
        handoff_id = identify(setup, terms, sources.entries, beside_them)
        standing = setup.store.by_key(handoff_id)
        if standing and is_here(setup, standing):
            lay_out(setup, standing)  # whoever published it may have died before
            return outcome(setup, opened(setup, standing), new=False)
    replaces = superseded(setup, terms, sources.entries, told=bool(given.scope))
    told = _new(setup, terms, sources, shelf, handoff_id, replaces)
    if shown.own:
        _learn_from(setup, shown.own)
    return told


def _shown(
    setup: Setup, terms: Terms, transcripts: Sequence[str], own: Sequence[Source], asked: Evidence
) -> Shown:
    """Return what transcripts, git and reports show; nobody looks where none of them was asked for."""
    if not (transcripts or own) and asked == NO_EVIDENCE:
        return NOTHING
    from batonpass.flow.evidence import shown  # noqa: PLC0415 - the slow branch

    return shown(setup, terms, transcripts, own, asked)


def _learn_from(setup: Setup, own: Sequence[Source]) -> None:
    from batonpass.flow.transcripts import learn_from  # noqa: PLC0415 - as above

    learn_from(setup, own)


def _new(
    setup: Setup, terms: Terms, sources: Sources, shelf: Shelf, handoff_id: str, replaces: str
) -> Outcome:
    stamp = stamped(setup, terms, handoff_id)
    facts, part = facts_of(sources, setup.root), part_of(setup, terms, sources)
    terms = replace(terms, status=terms.status or (part.status if part else ""))
    sources = sources.read_through
    older = replaces if replaces != handoff_id else ""  # the same one, standing elsewhere
    made = draft(setup, terms, sources, facts, stamp, shelf, older, ground=ground_of(sources))
    filled = part.filled(setup, made, terms, stamp) if part else None
    own = {HANDOFF: filled.data} if filled else {}
    staged = setup.store.stage(stamp, terms.agent, content(made, sources, shelf) | own)
    return finish(setup, staged, made, sources.problems, filled, just_read=sources.by_path)
