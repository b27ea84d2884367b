"""Budget alerts: how near a handoff is to its limits, and what is above one."""

from batonpass.model.errors import (
    HandoffTooLargeError,
    ManifestTooLargeError,
    RequiredReadingTooLargeError,
)
from batonpass.model.playbook import Alerts, Budgets
from batonpass.model.verdict import Verdict


def alert(tokens: int, budgets: Budgets, alerts: Alerts) -> Verdict:
    """Say how much of the handoff's total is used: OK, WARNING or CRITICAL, `>=` at every edge."""
    share = tokens / budgets.handoff
    used = f"{share:.0%} budget used"
    if share >= alerts.critical:
        return Verdict("compact", (f"{used}, reduce manifest size",), "CRITICAL")
    if share >= alerts.warning:
        return Verdict("advise", (f"{used}, approaching limit",), "WARNING")
    return Verdict("go", (used,), "OK")


def phase_alert(tokens: int, total: int, alerts: Alerts) -> Verdict:
    """Say how much of a phase's tokens request and response use together, `>=` at every edge."""
    share = tokens / total
    used = f"{tokens} of {total} tokens of the phase ({share:.0%})"
    if share >= alerts.critical:
        return Verdict("compact", (f"{used}: pass on the context_summary alone",), "CRITICAL")
    if share >= alerts.warning:
        return Verdict("advise", (f"{used}: approaching its total",), "WARNING")
    return Verdict("go", (used,), "OK")


def working_memory(agent: str, tokens: int, budgets: Budgets) -> Verdict:
    """Warn when one agent's own work is above what the allocation table gives it."""
    if tokens > budgets.working:
        found = f"{agent} used {tokens} tokens, exceeds budget {budgets.working}"
        return Verdict("advise", (found,), "WARNING")
    return Verdict("go", (f"{agent} used {tokens} of {budgets.working} tokens",), "OK")


def within_budget(manifest_tokens: int, required_tokens: int, budgets: Budgets) -> None:
    """Raise the budget error that applies: the manifest's, the required reading's, or that of both together."""
    total = manifest_tokens + required_tokens
    if manifest_tokens > budgets.manifest:
        raise ManifestTooLargeError(
            f"Manifest {manifest_tokens} tokens exceeds {budgets.manifest}",
            todo=f"take out {manifest_tokens - budgets.manifest} tokens",
        )
    if required_tokens > budgets.required_reading:
        raise RequiredReadingTooLargeError(
            f"Required reading {required_tokens} tokens exceeds {budgets.required_reading}",
            todo="name the part that is needed as a file of its own",
        )
    if total > budgets.handoff:
        raise HandoffTooLargeError(
            f"Total handoff {total} tokens exceeds {budgets.handoff}",
            todo=f"take out {total - budgets.handoff} tokens",
        )
