"""read → extract → compact: a manifest and its proof, before anything is stored."""

from contextlib import suppress

import msgspec

from batonpass.compact.build import Draft, build
from batonpass.compact.claims.ground import NO_GROUND, Ground, ground
from batonpass.compact.materials import Materials, Shares
from batonpass.extract import own_file
from batonpass.extract.facts import extract
from batonpass.flow.reading import Shelf
from batonpass.flow.setup import Setup
from batonpass.flow.sources import Sources
from batonpass.model.errors import BadContent
from batonpass.model.fact import Fact
from batonpass.model.files import MANIFEST, PROOF
from batonpass.model.proof import Difference
from batonpass.model.source import Source
from batonpass.model.terms import Stamp, Terms
from batonpass.read.role_file import fields_of
from batonpass.tables import load


def facts_of(sources: Sources, root: str = "") -> tuple[Fact, ...]:
    """Return the facts of all sources, in their order; what was done outside of the project stays with the source."""
    told = (fact for source in sources.sources for fact in facts_in(source, root))
    return tuple(fact for fact in told if not _is_elsewhere(fact))


def facts_in(source: Source, root: str) -> tuple[Fact, ...]:
    """Return what a source says; a handoff file that an agent wrote itself says it by the names of its fields."""
    if source.name.endswith(".json") and source.format == "json":
        with suppress(BadContent):  # any other JSON
            return own_file.facts(source, fields_of(source.data, source.name))
    return extract(source, root)


def _is_elsewhere(fact: Fact) -> bool:
    path = fact.attributes.path or ""
    return (
        fact.basis == "derived" and fact.kind == "file" and (path.startswith(("/", "..")) or path[1:2] == ":")
    )


def ground_of(sources: Sources) -> Ground:
    """Return what evidence is among the sources, and a way to ask whether a document names a path."""
    formats = load.table("evidence")["formats"]
    measured = {"git", "git-part", *formats["reports"], *formats["transcripts"]}
    told = [source.text for source in sources.sources if source.format not in measured]

    def mentions(path: str) -> bool:
        return any(path.rsplit("/", 1)[-1] in text for text in told)

    return ground(sources.entries, mentions)


def draft(
    setup: Setup,
    terms: Terms,
    sources: Sources,
    facts: tuple[Fact, ...],
    stamp: Stamp,
    shelf: Shelf,
    supersedes: str = "",
    *,
    ground: Ground = NO_GROUND,
    differences: tuple[Difference, ...] = (),
    shares: Shares | None = None,
) -> Draft:
    """Return the manifest that fits these facts best, with its proof."""
    return build(
        Materials(
            facts=facts,
            sources=sources.entries,
            profile=load.profile(terms.type),
            profile_digest=load.profile_digest(terms.type),
            terms=terms,
            stamp=stamp,
            budgets=setup.playbook.budgets,
            meter=setup.meter.name,
            size=setup.meter.count,
            find=shelf.find,
            supersedes=supersedes,
            ground=ground,
            differences=differences,
            shares=shares,
        )
    )


def content(made: Draft, sources: Sources, shelf: Shelf) -> dict[str, bytes]:
    """Return every file of a handoff: its own, the copies of its sources, and what must be read with it."""
    own = {MANIFEST: made.data, PROOF: msgspec.json.encode(made.proof)}
    return own | sources.copies | shelf.copies(made.readings)
