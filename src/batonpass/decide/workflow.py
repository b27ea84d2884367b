"""What the handoffs of one workflow cost together."""

from collections.abc import Sequence

from msgspec import Struct

from batonpass.model.playbook import Budgets


class Passed(Struct, frozen=True, kw_only=True):
    """One handoff as the budget sees it: who, to whom, and how many tokens."""

    from_agent: str = ""
    to_agent: str = ""
    manifest_tokens: int
    required_tokens: int = 0
    source_tokens: int = 0  # of the full work; 0 = unknown

    @property
    def tokens(self) -> int:
        """Return what the next agent pays: the manifest and what it must read with it."""
        return self.manifest_tokens + self.required_tokens

    @property
    def compression(self) -> float:
        """Return source tokens per manifest token, 0 where the source was not counted."""
        return self.source_tokens / self.manifest_tokens if self.manifest_tokens else 0.0


class WorkflowBudget(Struct, frozen=True, kw_only=True):
    """The handoffs of one workflow, added up."""

    handoffs: int
    total_tokens: int
    target: int  # what all of them together should stay below
    utilisation: float  # total / target, 0 to 1 and above
    remaining: int  # target - total; below 0 = overspent by so much
    max_single_utilisation: float  # the largest handoff / what one handoff may have
    average_tokens: float  # per handoff
    mean_compression: float  # over the handoffs whose source was counted; 0 = none was


def add_up(passed: Sequence[Passed], budgets: Budgets) -> WorkflowBudget:
    """Fold handoffs into the workflow's budget."""
    spent = [handoff.tokens for handoff in passed]
    ratios = [handoff.compression for handoff in passed if handoff.compression]
    total, target = sum(spent), budgets.window_target
    return WorkflowBudget(
        handoffs=len(spent),
        total_tokens=total,
        target=target,
        utilisation=total / target,
        remaining=target - total,
        max_single_utilisation=max(spent, default=0) / budgets.handoff,
        average_tokens=_mean(spent),
        mean_compression=_mean(ratios),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
