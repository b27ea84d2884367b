"""Where one may look for what an agent really did; who looks is loaded only where it is asked for."""

import posixpath

from msgspec import Struct

from batonpass.flow.setup import Setup
from batonpass.model.source import Source
from batonpass.model.terms import Terms


class Evidence(Struct, frozen=True, kw_only=True):
    """Where to look for what an agent really did; nothing is looked for that is not asked for."""

    since: str | None = None  # a revision, a range or a time; None: git is not asked
    reports: tuple[str, ...] = ()  # files, folders and globs
    find: bool = (
        False  # the newest transcript, the working tree since the work began, reports written since then
    )
    documents: bool = False  # those that the transcripts show their agent wrote are handed over too


NO_EVIDENCE = Evidence()
NEWEST = "newest"  # instead of a path: the transcript of this project that was written last


class Shown(Struct, frozen=True):
    """What was found there."""

    own: tuple[Source, ...] = ()  # the agent's transcripts
    sources: tuple[Source, ...] = ()  # they and all else
    documents: tuple[str, ...] = ()  # paths that the transcripts show their agent wrote


NOTHING = Shown()


def own_folders(setup: Setup, terms: Terms) -> tuple[str, ...]:
    """Return the folders that hold handoffs and what is known of them: no work of an agent."""
    there = setup.store.place(terms.agent, "any", "0" * 12, "1970-01-01T00:00:00Z").rstrip("/")
    artifacts = posixpath.dirname(posixpath.dirname(there))
    return tuple(folder for folder in (".baton", artifacts) if folder and not posixpath.isabs(folder))
