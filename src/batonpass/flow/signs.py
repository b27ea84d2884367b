"""Has a session's context begun to rot? Its transcript is read as a whole, and what it shows is recorded."""

from batonpass.compact.reconcile import reconcile
from batonpass.decide.rot import signs
from batonpass.decide.seen import seen
from batonpass.extract.evidence.deeds import done
from batonpass.extract.facts import extract
from batonpass.flow.context import find
from batonpass.flow.prepare import ground_of
from batonpass.flow.setup import Setup
from batonpass.flow.sources import read_sources
from batonpass.flow.transcripts import read_transcripts
from batonpass.measure.spending import own_agent
from batonpass.model.event import Event
from batonpass.model.proof import Difference
from batonpass.model.sign import Sign
from batonpass.model.source import Source
from batonpass.read.statusline import session_of


def signs_of(setup: Setup, transcript: str = "") -> tuple[str, tuple[Sign, ...]]:
    """Return the transcript, by default that of the newest session, and the signs it shows."""
    path = transcript or find(setup)
    source = read_transcripts(setup, [path])[0]
    found = shown_by(setup, source)
    if found:
        told: dict[str, object] = {one.name: len(one.shown) for one in found}
        at = f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
        session = session_of(path)
        name = f"signs:{session}:{source.digest[:12]}"
        setup.store.record(Event("signs.seen", at, {"session": session, "signs": told}, name))
    return path, found


def shown_by(setup: Setup, source: Source) -> tuple[Sign, ...]:
    """Return the signs that a transcript shows."""
    deeds, own = tuple(done(source.blocks)), own_agent(source.blocks)
    return signs(seen(source.blocks, deeds, own, contradicted(setup, source)))


def contradicted(setup: Setup, source: Source) -> tuple[Difference, ...]:
    """Return what the agent claimed at its end and its own deeds contradict."""
    ground = ground_of(read_sources(setup, (), {}, more=(source,)))
    found = reconcile(extract(source, setup.root), ground).differences
    return tuple(one for one in found if one.finding == "contradicted")
