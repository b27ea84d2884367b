"""What a hand-over would make of documents, one by one: found, kept, left out and why, tokens and time."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from batonpass.compact.build import Draft
from batonpass.flow.identity import identify, stamped
from batonpass.flow.prepare import draft, facts_of, ground_of
from batonpass.flow.reading import Shelf
from batonpass.flow.scope import scope_of
from batonpass.flow.setup import Setup
from batonpass.flow.sources import Sources, read_sources
from batonpass.model.errors import BadContent
from batonpass.model.fact import KINDS, Kind
from batonpass.model.problem import Problem
from batonpass.model.proof import KindCount, LeftOut, Why
from batonpass.model.source import Source
from batonpass.model.terms import Terms
from batonpass.read.found import Found
from batonpass.read.gather import gather
from batonpass.read.parse import parse

AGENT = "baton-eval"  # a manifest names who hands over; here nobody does


class Times(Struct, frozen=True):
    """Milliseconds of each step, medians where it was done more than once."""

    read_ms: float
    extract_ms: float
    compact_ms: float

    @property
    def ms(self) -> float:
        """Return the time from bytes to manifest."""
        return self.read_ms + self.extract_ms + self.compact_ms


class Judged(Struct, frozen=True):
    """One document and what became of it."""

    path: str
    format: str
    lines: int
    tokens: int
    manifest_tokens: int
    kinds: dict[Kind, KindCount]
    left_out: tuple[LeftOut, ...]
    times: Times

    @property
    def found(self) -> int:
        """Return how many facts were found."""
        return sum(count.found for count in self.kinds.values())

    @property
    def kept(self) -> int:
        """Return how many of them the manifest shows."""
        return sum(count.kept for count in self.kinds.values())


class Evaluation(Struct, frozen=True):
    """All documents, what became of their facts together, and what could not be read."""

    documents: tuple[Judged, ...]
    problems: tuple[Problem, ...]

    @property
    def kinds(self) -> dict[Kind, KindCount]:
        """Return found, kept and recoverable per kind."""
        return {
            kind: _added(one.kinds[kind] for one in self.documents if kind in one.kinds) for kind in KINDS
        }

    @property
    def why(self) -> dict[Why, Counter[Kind]]:
        """Return how many facts of each kind were left out for which reason, the commonest reason first."""
        reasons: dict[Why, Counter[Kind]] = {}
        for left in (left for one in self.documents for left in one.left_out):
            reasons.setdefault(left.why, Counter())[left.kind] += 1
        return dict(sorted(reasons.items(), key=lambda item: (-item[1].total(), item[0])))


def evaluate(
    setup: Setup,
    paths: Sequence[str],
    *,
    type_: str = "handoff",
    budget: int = 0,
    rounds: int = 1,
    stdin: Callable[[], bytes] | None = None,
) -> Evaluation:
    """Hand every document over as if alone, and store nothing; with more rounds each step is timed more often."""
    setup.meter.count("what loads at the first count is no document's time")
    terms = Terms(agent=AGENT, type=type_, budget=budget)
    judged: list[Judged] = []
    problems: list[Problem] = []
    for found in gather(paths, root=setup.root, stdin=stdin):
        source = _parsed(setup, found)
        problems += source.problems
        if source.data.strip():
            judged.append(_judged(setup, terms, found, rounds))
    if not judged:
        raise _nothing(paths, problems)
    return Evaluation(tuple(judged), tuple(problems))


def _nothing(paths: Sequence[str], problems: Sequence[Problem]) -> BadContent:
    what = problems[0].message if problems else f"nothing to read in {', '.join(paths)}"
    todo = problems[0].todo if problems else "name a folder with documents in it"
    return BadContent(what, wanted="documents", todo=todo, place=problems[0].path if problems else "")


def _parsed(setup: Setup, found: Found) -> Source:
    return parse(found, redact=setup.redact, max_bytes=setup.max_source)


def _judged(setup: Setup, terms: Terms, found: Found, rounds: int) -> Judged:
    timed = [_timed(setup, terms, found) for _ in range(rounds)]
    sources, made, _ = timed[0]
    steps = zip(*((t.read_ms, t.extract_ms, t.compact_ms) for _, _, t in timed), strict=True)
    source, receipt = sources.sources[0], made.proof.receipt
    return Judged(
        path=source.path or source.name,
        format=source.format,
        lines=source.lines,
        tokens=receipt.source_tokens,
        manifest_tokens=receipt.manifest_tokens,
        kinds={kind: receipt.kinds[kind] for kind in KINDS if kind in receipt.kinds},
        left_out=made.proof.left_out,
        times=Times(*(round(median(step), 3) for step in steps)),
    )


def _timed(setup: Setup, terms: Terms, found: Found) -> tuple[Sources, Draft, Times]:
    began = time.perf_counter()
    sources = read_sources(setup, (), {}, more=(_parsed(setup, found),))
    read = time.perf_counter()
    facts = facts_of(sources, setup.root)
    extracted = time.perf_counter()
    terms = replace(terms, scope=scope_of(terms, sources.sources))
    stamp = stamped(setup, terms, identify(setup, terms, sources.entries))
    made = draft(setup, terms, sources, facts, stamp, Shelf(setup, sources), ground=ground_of(sources))
    done = time.perf_counter()
    steps = ((began, read), (read, extracted), (extracted, done))
    return sources, made, Times(*((end - start) * 1000 for start, end in steps))


def _added(counts: Iterable[KindCount]) -> KindCount:
    columns = list(zip(*((c.found, c.kept, c.recoverable) for c in counts), strict=True)) or [
        (0,),
        (0,),
        (0,),
    ]
    return KindCount(*map(sum, columns))


def value(told: Evaluation) -> dict[str, object]:
    """Return an evaluation as the JSON value `baton eval --json` prints."""
    return {
        "documents": [_document(one) for one in told.documents],
        "kinds": {kind: count for kind, count in told.kinds.items() if count.found},
        "why": {why: dict(kinds) for why, kinds in told.why.items()},
        "problems": told.problems,
    }


def _document(one: Judged) -> dict[str, object]:
    about = {name: getattr(one, name) for name in ("path", "format", "lines", "tokens", "manifest_tokens")}
    return about | {"ms": round(one.times.ms, 3), "kinds": one.kinds, "left_out": one.left_out}


def speeds(told: Evaluation) -> Iterator[dict[str, object]]:
    """Yield each document's times as the JSON value `baton bench --json` prints."""
    for one in told.documents:
        times = {name: getattr(one.times, name) for name in ("read_ms", "extract_ms", "compact_ms")}
        yield {
            "path": one.path,
            "lines": one.lines,
            "tokens": one.tokens,
            **times,
            "ms": round(one.times.ms, 3),
        }
