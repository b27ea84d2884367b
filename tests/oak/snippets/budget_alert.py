from batonpass import ContextBudget


class BudgetAlert:
    """Alert when approaching budget limits."""

    WARNING_THRESHOLD = 0.7  # 70% utilization
    CRITICAL_THRESHOLD = 0.9  # 90% utilization

    def check_budget(self, budget: ContextBudget, tokens_used: int) -> str:
        """Return alert level based on usage."""
        utilization = tokens_used / budget.MAX_HANDOFF_TOTAL

        if utilization >= self.CRITICAL_THRESHOLD:
            return f"CRITICAL: {utilization:.0%} budget used, reduce manifest size"
        elif utilization >= self.WARNING_THRESHOLD:
            return f"WARNING: {utilization:.0%} budget used, approaching limit"
        else:
            return f"OK: {utilization:.0%} budget used"
