"""Measured values that are said to be others."""

from collections.abc import Iterator, Sequence

from batonpass.compact.claims.ground import is_claim, is_evidence
from batonpass.model.fact import Fact
from batonpass.model.proof import Difference
from batonpass.tables import load


def differences(facts: Sequence[Fact]) -> Iterator[Difference]:
    """Yield every value that is claimed and that no report shows, of those that reports show at all."""
    shown = [f for f in facts if f.kind == "metric" and is_evidence(f)]
    rounding: float = load.table("evidence")["claims"]["rounding"]
    for claim in facts:
        if claim.kind != "metric" or not is_claim(claim):
            continue
        same = [f for f in shown if _matter(f) == _matter(claim)]
        if same and not any(_is_near(f, claim, rounding) for f in same):
            yield Difference(
                "unconfirmed",
                "metric",
                claimed=claim.text,
                shown="; ".join(f.text for f in same),
                spans=claim.spans,
                evidence=same[0].spans,
            )


def _matter(fact: Fact) -> tuple[str, str | None]:
    return (fact.attributes.name or "").casefold(), fact.attributes.unit


def _is_near(one: Fact, other: Fact, rounding: float) -> bool:
    a, b = one.attributes.value, other.attributes.value
    if isinstance(a, str) or isinstance(b, str) or a is None or b is None:
        return a == b
    return abs(a - b) <= rounding
