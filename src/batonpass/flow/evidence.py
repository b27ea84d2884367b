"""What git and the reports of tools show, as sources beside the documents: given, or looked for."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from batonpass.flow.asked import Evidence, Shown, own_folders
from batonpass.flow.documents import documents
from batonpass.flow.outdated import without_outdated
from batonpass.flow.setup import Setup
from batonpass.flow.transcripts import newest_if, read_transcripts
from batonpass.model.problem import Problem
from batonpass.model.source import Source, digest_of
from batonpass.model.terms import Terms
from batonpass.read.gather import gather
from batonpass.read.git.since import moment
from batonpass.read.git.trail import committed_at, trail
from batonpass.read.parse import parse_report
from batonpass.read.reports.files import written_since


def shown(
    setup: Setup, terms: Terms, transcripts: Sequence[str], own: Sequence[Source], asked: Evidence
) -> Shown:
    """Return what transcripts, git and reports show of an agent's work."""
    named = transcripts or newest_if(setup, look=asked.find)
    own = tuple(own) or read_transcripts(setup, named, force=terms.force)
    paths = tuple(documents(setup, own, own_folders(setup, terms))) if asked.documents else ()
    return Shown(own, (*own, *read_evidence(setup, asked, terms, own)), paths)


def read_evidence(
    setup: Setup, asked: Evidence, terms: Terms, transcripts: Sequence[Source] = ()
) -> tuple[Source, ...]:
    """Return the git trail and the reports that are asked for; what cannot be had says why and is empty."""
    skip = own_folders(setup, terms)
    since = asked.since
    if since is None and asked.find:
        since = began(setup, terms, transcripts)
    git: tuple[Source, ...] = ()
    if since is not None:
        shown = trail(setup.root, since, redact=setup.redact, skip=skip)
        git = (shown if asked.since is not None else _noted(shown),)
    given = _reports(setup, asked.reports)
    known = {source.path for source in given}
    lying = tuple(_found(setup, since or "", skip)) if asked.find else ()
    found = without_outdated(lying, transcripts, setup.root, skip)
    return (*git, *given, *(source for source in found if source.path not in known))


def _noted(source: Source) -> Source:
    """Return a source that nobody asked for: that it cannot be had is no more than a note."""
    if source.data:
        return source
    return replace(source, problems=tuple(replace(p, severity="note") for p in source.problems))


def began(setup: Setup, terms: Terms, transcripts: Sequence[Source] = ()) -> str:
    """Return when the work began: the agent's first action, else its workflow's start; "" where nothing tells."""
    times = (block.act.time for source in transcripts for block in source.blocks if block.act)
    first = next((time for time in times if moment(time) is not None), "")
    started = (w.started for w in setup.store.workflows() if w.id == terms.workflow and w.started)
    return first or next(started, "")


def _reports(setup: Setup, paths: Sequence[str]) -> tuple[Source, ...]:
    found = gather(paths, root=setup.root) if paths else ()
    return tuple(parse_report(one, redact=setup.redact) for one in found)


def _found(setup: Setup, since: str, skip: Sequence[str]) -> Iterator[Source]:
    """Yield the reports written since the work began: without a time, since the last commit."""
    instant = moment(since) if since else None
    instant = instant if instant is not None else committed_at(setup.root, since)
    if instant is None:
        message = "reports were not looked for: nothing says when the work began"
        todo = "name it with --since, or the reports with --report"
        empty = digest_of(b"")
        yield Source(
            "reports", "log", b"", empty, empty, problems=(Problem("evidence-start", "note", message, todo),)
        )
        return
    yield from _reports(setup, written_since(setup.root, instant, skip))
