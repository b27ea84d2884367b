"""Which handoff this is: the same work under the same terms is the same handoff, however often it is told."""

from hashlib import sha256

import msgspec

from batonpass._version import __version__
from batonpass.flow.setup import Setup
from batonpass.model.proof import SourceEntry
from batonpass.model.terms import Stamp, Terms
from batonpass.tables import load

ID_DIGITS = 12  # 48 bits: among a million handoffs two are the same once in five hundred projects


def identify(setup: Setup, terms: Terms, entries: tuple[SourceEntry, ...]) -> str:
    """Return the id of (terms, mode, source digests, profile, our version)."""
    sources = [(e.stored, e.digest) for e in entries]
    told = (terms, setup.mode == "enforce", sources, load.profile_digest(terms.type), __version__)
    return sha256(msgspec.json.encode(told)).hexdigest()[:ID_DIGITS]


def stamped(setup: Setup, terms: Terms, handoff_id: str) -> Stamp:
    """Return what is stamped on a new handoff: id, time and directory."""
    timestamp = f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
    return Stamp(handoff_id, timestamp, setup.store.place(terms.agent, terms.scope, handoff_id, timestamp))
