"""An agent ends: read → extract → compact → stage → validate → publish → decide → record."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from batonpass.brief.block import block
from batonpass.compact.build import Draft
from batonpass.decide.alerts import alert
from batonpass.flow.documents import documents
from batonpass.flow.evidence import NO_EVIDENCE, Evidence, newest_if, own_folders, read_evidence
from batonpass.flow.identity import identify, stamped, superseded
from batonpass.flow.outcome import Opened, Outcome, opened
from batonpass.flow.own_words import written
from batonpass.flow.prepare import content, draft, facts_of, ground_of
from batonpass.flow.reading import Shelf
from batonpass.flow.role_files import lay_out, part_of, proven
from batonpass.flow.scope import scope_of
from batonpass.flow.senses import senses
from batonpass.flow.setup import Setup
from batonpass.flow.sources import Sources, read_sources
from batonpass.flow.telemetry import tell_handoff
from batonpass.flow.transcripts import learn_from, read_transcripts
from batonpass.model.files import MANIFEST
from batonpass.model.manifest import as_dict
from batonpass.model.problem import Problem
from batonpass.model.proof import Proof
from batonpass.model.roles import Fields, Filled
from batonpass.model.source import Source
from batonpass.model.terms import Terms
from batonpass.store.contract import Staged
from batonpass.tables import load
from batonpass.validate.check import check
from batonpass.validate.subject import Subject

NO_TEXTS: Mapping[str, str] = MappingProxyType({})
NO_DATA: Mapping[str, bytes] = MappingProxyType({})


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
    own = own or read_transcripts(
        setup, transcripts or newest_if(setup, look=evidence.find), force=terms.force
    )
    if evidence.documents:
        paths = (*paths, *documents(setup, own, own_folders(setup, terms)))
    more = (*own, *read_evidence(setup, evidence, terms, own))
    given, typed = terms, cache(stdin) if stdin else None
    for beside in written(setup, terms):
        sources = read_sources(setup, paths, texts, force=terms.force, stdin=typed, more=(*more, *beside))
        terms = replace(given, scope=scope_of(given, sources.sources))
        shelf = Shelf(setup, sources.read_through)
        handoff_id = identify(setup, terms, sources.entries, shelf.digests(terms.require))
        if standing := setup.store.by_key(handoff_id):
            lay_out(setup, standing)  # whoever published it may have died before
            return outcome(setup, opened(setup, standing), new=False)
    told = _new(setup, terms, sources, shelf, handoff_id)
    learn_from(setup, own)
    return told


def _new(setup: Setup, terms: Terms, sources: Sources, shelf: Shelf, handoff_id: str) -> Outcome:
    stamp = stamped(setup, terms, handoff_id)
    facts, part = facts_of(sources, setup.root), part_of(setup, terms, sources)
    terms = replace(terms, status=terms.status or part.status)
    sources = sources.read_through
    made = draft(
        setup, terms, sources, facts, stamp, shelf, superseded(setup, terms), ground=ground_of(sources)
    )
    filled = part.filled(setup, made, terms, stamp)
    staged = setup.store.stage(stamp, terms.agent, content(made, sources, shelf) | part.content(filled))
    return finish(setup, staged, made, sources.problems, filled, just_read=sources.by_path)


def finish(
    setup: Setup,
    staged: Staged,
    made: Draft,
    found: Sequence[Problem],
    filled: Filled | None = None,
    *,
    just_read: Mapping[str, bytes] = NO_DATA,
) -> Outcome:
    """Validate, publish, decide, record: the tail of every hand-over and fan-in."""
    try:
        manifest = as_dict(made.manifest)
        subject = Subject(
            manifest=manifest,
            data=made.data,
            path=staged.directory + MANIFEST,
            proof=made.proof,
            profile=load.profile(made.manifest.artifact_type),
            budgets=setup.playbook.budgets,
        )
        problems = (*found, *check(subject, senses(setup, manifest, staged.folder, made.proof, just_read)))
        judged = with_problems(setup, proven(made.proof, filled), problems)
        costs = {reading.stored: reading.tokens for reading in made.readings}
        proof, text = with_brief(setup, manifest, judged, costs, filled.fields if filled else None)
        published = setup.store.publish(staged, msgspec.json.encode(proof), text)
    except BaseException:
        setup.store.discard(staged)
        raise
    lay_out(setup, published.handoff)
    told = outcome(setup, opened(setup, published.handoff), new=published.new)
    if published.new:
        tell_handoff(setup, told.opened)
    return told


def with_problems(setup: Setup, proof: Proof, problems: Sequence[Problem]) -> Proof:
    """Return the proof with its problems; an error of a rule in `enforce` rejects the handoff."""
    refused = setup.modes.stopping(problems)
    return replace(proof, problems=tuple(problems), standing="rejected" if refused else "published")


def with_brief(
    setup: Setup,
    manifest: Mapping[str, object],
    proof: Proof,
    file_tokens: Mapping[str, int],
    role: Fields | None = None,
) -> tuple[Proof, bytes]:
    """Return the proof with the size of the prompt block, and the block itself; of a role it shows the fields."""
    text = block(manifest, proof, setup.meter.count, file_tokens, role=role)
    receipt = replace(proof.receipt, brief_tokens=setup.meter.count(text))
    return replace(proof, receipt=receipt), text.encode()


def outcome(setup: Setup, handoff: Opened, *, new: bool) -> Outcome:
    """Return what a caller is told, with the budget's alert."""
    cost = handoff.handoff.manifest_tokens + handoff.handoff.required_reading_tokens
    verdict = alert(cost, setup.playbook.budgets, setup.playbook.alerts)
    return Outcome(handoff, handoff.proof.problems if handoff.proof else (), verdict, new)
