"""May a project go on to a stricter mode? By what its handoffs came to."""

from collections.abc import Iterator, Mapping, Sequence

from batonpass.decide.workflow import Passed, add_up
from batonpass.model.playbook import Budgets
from batonpass.model.readiness import Criterion

Terms = Mapping[str, float]  # tables/limits.toml [readiness]


def criteria(
    passed: Sequence[Passed], valid: int, standing: int, budgets: Budgets, terms: Terms
) -> Iterator[Criterion]:
    """Yield the conditions for going on; `valid` of the `standing` manifests have no errors."""
    budget = add_up(passed, budgets)
    yield Criterion(
        "handoffs", len(passed) >= terms["handoffs"], f"{len(passed)}", f"at least {terms['handoffs']:g}"
    )
    ratio = _compression(passed)
    yield Criterion(
        "compression",
        ratio >= terms["compression"],
        f"{_down(ratio)}×",
        f"at least {terms['compression']:g}×",
    )
    share = budget.max_single_utilisation
    yield Criterion(
        "utilisation",
        bool(passed) and share < terms["utilisation"],
        f"{share:.1%} of a handoff's budget at most",
        f"below {terms['utilisation']:.0%}",
    )
    yield Criterion(
        "validity",
        standing > 0 and valid == standing,
        f"{valid} of {standing} manifests without errors",
        "all",
    )


def _compression(passed: Sequence[Passed]) -> float:
    """Return source tokens per manifest token, of the handoffs whose source was counted."""
    counted = [one for one in passed if one.source_tokens]
    manifests = sum(one.manifest_tokens for one in counted)
    return sum(one.source_tokens for one in counted) / manifests if manifests else 0.0


def _down(ratio: float) -> str:
    """Return a ratio never rounded up to one that is wanted."""
    return f"{int(ratio * 10) / 10:g}"
