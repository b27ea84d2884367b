"""Keeping house: retention, the ledger made again, words looked up, one screen of what stands."""

from msgspec import Struct

from batonpass.flow.check import lost, unreadable
from batonpass.flow.course import open_course
from batonpass.flow.move import said
from batonpass.flow.outcome import opened
from batonpass.flow.phase_block import skips
from batonpass.flow.pins import pinned
from batonpass.flow.setup import Setup
from batonpass.model.config import Mode
from batonpass.model.errors import BadContent
from batonpass.model.handoff import Cleaned, Handoff, Hit, Rebuilt, Selection, Workflow
from batonpass.model.problem import Problem


class Phases(Struct, frozen=True):
    """How the workflow that moved last stands."""

    workflow: str
    line: str  # its phase, and the next gate
    path: str  # of its progress file
    skips: tuple[str, ...]


class Status(Struct, frozen=True):
    """One screen: what is open, what ran, what is wrong."""

    mode: Mode
    playbook: str
    open: tuple[Handoff, ...]
    workflows: tuple[Workflow, ...]
    problems: tuple[Problem, ...]
    rejected: tuple[Handoff, ...] = ()  # that nothing took the place of
    phases: Phases | None = None  # None: no workflow here has phases


def clean(setup: Setup, *, days: int | None = None, dry_run: bool = False) -> Cleaned:
    """Remove what is past its time, as the playbook says."""
    return setup.store.clean(
        now=f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}",
        days=setup.playbook.retention_days if days is None else days,
        keep_newest=setup.playbook.keep_newest,
        pinned=pinned(setup),
        dry_run=dry_run,
    )


def rebuild(setup: Setup) -> Rebuilt:
    """Make the ledger and the search index again from the journal and the published files."""
    return setup.store.rebuild()


def search(setup: Setup, words: str, limit: int = 0) -> tuple[Hit, ...]:
    """Return the best places in manifests and full artifacts."""
    return setup.store.search(words, limit)


def status(setup: Setup) -> Status:
    """Return what stands in this project."""
    standing = setup.store.open_handoffs(Selection())
    told = [problem for handoff in standing for problem in _problems(setup, handoff)]
    problems = tuple(p for p in (*told, *lost(setup)) if p.severity != "note")
    return Status(
        setup.mode,
        setup.playbook.name,
        standing,
        setup.store.workflows(),
        problems,
        _rejected(setup),
        _phases(setup),
    )


def _rejected(setup: Setup) -> tuple[Handoff, ...]:
    """Return the rejected handoffs that stand, of whom nothing newer of the kind came: somebody waits for them."""
    newest = {(h.agent, h.type, h.workflow, h.session, h.group): h for h in setup.store.handoffs(Selection())}
    return tuple(h for h in newest.values() if h.standing == "rejected" and setup.store.names(h))


def _phases(setup: Setup) -> Phases | None:
    if not setup.playbook.phases.of:
        return None
    course = open_course(setup)
    return Phases(course.workflow, said(course), course.path, skips(course)) if course.path else None


def _problems(setup: Setup, handoff: Handoff) -> tuple[Problem, ...]:
    """Return what its proof says; one that cannot be read any more is a problem itself."""
    try:
        proof = opened(setup, handoff).proof
    except BadContent as error:
        return (unreadable(error, handoff.manifest),)
    return proof.problems if proof else ()
