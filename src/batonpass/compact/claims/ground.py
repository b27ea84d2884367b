"""What evidence there is: without any, nothing can be held against a claim."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from batonpass.model.fact import Change, Fact
from batonpass.model.proof import SourceEntry
from batonpass.model.source import Span
from batonpass.tables import load

DONE: frozenset[Change | None] = frozenset({"created", "modified", "deleted", "renamed"})


def _nobody(path: str) -> bool:  # noqa: ARG001 - the shape of `mentions`
    return False


class Ground(Struct, frozen=True):
    """The sources of one handoff, as far as they are evidence."""

    git: bool = False  # a trail that lists every change
    actions: bool = False  # a transcript
    reports: frozenset[str] = frozenset()  # digests of reports
    consoles: frozenset[str] = (
        frozenset()
    )  # digests of what runners printed: logs, and transcripts with their output
    own: frozenset[str] = frozenset()  # paths of the sources: handed over, so nobody needs to mention them
    tools: frozenset[str] = frozenset()  # those of them that tools wrote: no work of an agent
    mentions: Callable[[str], bool] = _nobody  # whether a document names a path


NO_GROUND = Ground()


def ground(sources: Sequence[SourceEntry], mentions: Callable[[str], bool] = _nobody) -> Ground:
    """Return what evidence the sources are."""
    formats = load.table("evidence")["formats"]
    told = [entry for entry in sources if entry.format in formats["reports"]]
    written = [*told, *(entry for entry in sources if entry.format in formats["transcripts"])]
    return Ground(
        git=any(entry.format == "git" for entry in sources),
        actions=any(entry.format in formats["transcripts"] for entry in sources),
        reports=frozenset(entry.digest for entry in told),
        consoles=frozenset(e.digest for e in written if e.format == "log" or e not in told),
        own=frozenset(entry.path for entry in sources if entry.path),
        tools=frozenset(entry.path for entry in written if entry.path),
        mentions=mentions,
    )


def is_claim(fact: Fact) -> bool:
    """Tell what an agent says is so now."""
    least: float = load.table("evidence")["claims"]["least"]
    return fact.basis == "asserted" and fact.standing == "current" and fact.confidence >= least


def is_evidence(fact: Fact) -> bool:
    """Tell what was measured and holds now."""
    return fact.basis == "derived" and fact.standing == "current"


def is_change(fact: Fact) -> bool:
    """Tell a file that something was done to."""
    return fact.kind == "file" and bool(fact.attributes.path) and fact.attributes.change in DONE


def checks(facts: Sequence[Fact], name: str) -> list[Fact]:
    """Return how a check came out the last time, by every command and report that tells."""
    sure: float = load.table("evidence")["claims"]["gates"]
    told = (f for f in facts if f.kind == "gate" and f.attributes.name == name and is_evidence(f))
    return [fact for fact in told if fact.confidence >= sure]


def together(facts: Sequence[Fact]) -> tuple[Span, ...]:
    """Return the spans of several facts, each once."""
    return tuple(dict.fromkeys(span for fact in facts for span in fact.spans))
