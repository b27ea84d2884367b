"""The spans behind a fact that many places of a report tell together."""

from collections.abc import Sequence

from batonpass.model.source import Source, Span, digest_of
from batonpass.tables.load import table


def covering(source: Source, spans: Sequence[Span]) -> tuple[Span, ...]:
    """Return the spans one by one, or the whole stretch they stand in where they are too many to look at."""
    ordered = sorted(dict.fromkeys(spans), key=lambda span: span.start)
    if len(ordered) <= table("evidence")["report"]["spans"]:
        return tuple(ordered)
    first, last = ordered[0], max(ordered, key=lambda span: span.end)
    whole = source.data[first.start : last.end]
    return (Span(source.digest, first.first, last.last, first.start, last.end, digest_of(whole)),)
