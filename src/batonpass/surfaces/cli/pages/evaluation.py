"""What would be kept of documents: totals, kinds, what was left out and why, document by document."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from batonpass.flow.evaluate import Evaluation, Judged
from batonpass.model.fact import Kind
from batonpass.model.proof import LeftOut, Why
from batonpass.surfaces.cli.page import EMPTY, Block, Line, Part, Table, joined, line, number, times, title
from batonpass.surfaces.cli.pages.kinds import named
from batonpass.tables import load

REASONS: dict[Why, str] = {
    "budget": "did not fit, or not worth the tokens",
    "cap": "the profile shows no more of the kind",
    "standing": "not so now: planned, rejected, superseded or quoted",
    "duplicate": "said already",
    "no slot": "no place for the kind in this profile",
    "unattributed": "not this agent's work",
}
FACTS = ("facts", "found", "kept", "recoverable")
DOCUMENTS = ("document", "lines", "tokens", "manifest", "found", "kept", "ms")


def evaluation(told: Evaluation, *, whole: bool = False) -> Iterator[Block]:
    """Yield the page; `whole`: every document and everything that was left out."""
    yield from _head(told.documents)
    yield EMPTY
    yield Table(FACTS, tuple(_kinds(told)), frozenset(FACTS[1:]))
    for why, kinds in told.why.items():
        yield EMPTY
        yield title(f"{number(kinds.total())} left out: {why}", (f"  {REASONS[why]}", "quiet"))
        yield line((_listed(kinds), "quiet"), indent=2)
        yield from _left_out(told.documents, why, whole=whole)
    yield EMPTY
    yield from _documents(told.documents, whole=whole)


def _head(documents: Sequence[Judged]) -> Iterator[Line]:
    before, after = sum(d.tokens for d in documents), sum(d.manifest_tokens for d in documents)
    count = f"{number(len(documents))} document{'s' if len(documents) > 1 else ''}"
    ratio = times(before, after)
    smaller = f", {ratio} times smaller" if ratio else ", not smaller"
    yield line(
        *joined(
            [
                (count, "title"),
                f"{number(before)} → {number(after)} tokens{smaller}",
                f"{sum(d.kept for d in documents):,} of {sum(d.found for d in documents):,} facts kept",
                f"{median(d.times.ms for d in documents):.1f} ms a document",
            ]
        )
    )


def _kinds(told: Evaluation) -> Iterator[tuple[Part, ...]]:
    for kind, count in told.kinds.items():
        if count.found:
            yield (
                (named(kind), "name"),
                number(count.found),
                number(count.kept),
                (number(count.recoverable), "quiet"),
            )


def _listed(kinds: Mapping[Kind, int]) -> str:
    ordered = sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{number(count)} {named(kind, count)}" for kind, count in ordered)


def _left_out(documents: Sequence[Judged], why: Why, *, whole: bool) -> Iterator[Line]:
    """Yield what was left out for one reason: all of it, or the first of the first few documents."""
    most = load.limits()["terminal"]["examples"]
    groups = [(d, [left for left in d.left_out if left.why == why]) for d in documents]
    told = [(d, left) for d, group in groups for left in (group if whole else group[:1])]
    for document, left in told if whole else told[:most]:
        yield line(
            left.text,
            (f"  {_place(document, left)}", "quiet"),
            (f"  {left.standing}" if left.standing != "current" else "", "warning"),
            lead=("•", "quiet"),
            indent=2,
        )


def _place(document: Judged, left: LeftOut) -> str:
    return f"{document.path}:{left.spans[0].first}" if left.spans else document.path


def _documents(documents: Sequence[Judged], *, whole: bool) -> Iterator[Block]:
    """Yield the documents of which most is left out first."""
    ordered = sorted(documents, key=lambda d: (d.kept - d.found, d.path))
    shown = ordered if whole else ordered[: load.limits()["terminal"]["documents"]]
    yield Table(DOCUMENTS, tuple(map(_row, shown)), frozenset(DOCUMENTS[1:]), indent=0)
    if more := len(ordered) - len(shown):
        yield line((f"and {number(more)} more: `--all` shows every one", "quiet"), indent=2)


def _row(one: Judged) -> tuple[Part, ...]:
    return (
        (one.path, "name"),
        number(one.lines),
        number(one.tokens),
        number(one.manifest_tokens),
        number(one.found),
        number(one.kept) if one.found else ("none", "warning"),
        f"{one.times.ms:.1f}",
    )
