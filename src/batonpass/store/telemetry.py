"""Workflow events as JSON lines, with the field names dashboards of the telemetry logger already read."""

import os
from collections.abc import Callable, Mapping, Sequence

from batonpass.store.journal import append_line, encode

FILE = "workflow_events.jsonl"


class Telemetry:
    """Writes to one telemetry directory; clock and session are given."""

    def __init__(self, directory: str, session_id: str, clock: Callable[[], str]) -> None:
        """Take where to write, who writes, and what time it is."""
        self.path = os.path.join(directory, FILE)
        self.session_id, self.clock = session_id, clock

    def log_workflow_start(
        self,
        workflow_id: str,
        project_name: str,
        agent_plan: Sequence[str],
        estimated_duration: int | None = None,
    ) -> None:
        """Say that a team begins, and who it plans to run."""
        self._log(
            "workflow_start",
            workflow_id,
            {
                "project_name": project_name,
                "agent_plan": list(agent_plan),
                "estimated_duration": estimated_duration,
            },
        )

    def log_agent_handoff(
        self,
        workflow_id: str,
        from_agent: str,
        to_agent: str,
        artifacts: Sequence[str],
        context_budget: Mapping[str, object] | None = None,
    ) -> None:
        """Say who handed what to whom; `context_budget` is made by the function of that name."""
        self._log(
            "agent_handoff",
            workflow_id,
            {"from_agent": from_agent, "to_agent": to_agent, "artifacts": list(artifacts)}
            | _given("context_budget", context_budget),
        )

    def log_workflow_complete(
        self,
        workflow_id: str,
        duration_seconds: float,
        success: bool,  # noqa: FBT001 - the logger's own signature
        agents_executed: Sequence[str],
        context_efficiency: Mapping[str, object] | None = None,
    ) -> None:
        """Say how a workflow ended; `context_efficiency` is made by the function of that name."""
        self._log(
            "workflow_complete",
            workflow_id,
            {
                "duration_seconds": duration_seconds,
                "success": success,
                "agents_executed": list(agents_executed),
            }
            | _given("context_efficiency", context_efficiency),
        )

    def _log(self, event: str, workflow_id: str, fields: Mapping[str, object]) -> None:
        said = {"timestamp": self.clock(), "event": event, "workflow_id": workflow_id}
        append_line(self.path, encode({**said, "session_id": self.session_id, **fields}))


def context_budget(manifest_tokens: int, required_tokens: int, available: int) -> dict[str, object]:
    """Return what one handoff cost of what it may cost."""
    total = manifest_tokens + required_tokens
    return {
        "manifest_tokens": manifest_tokens,
        "required_tokens": required_tokens,
        "total_tokens": total,
        "utilization_pct": _percent(total, available),
    }


def context_efficiency(
    handoffs: Sequence[int], sources: int, manifests: int, available: int
) -> dict[str, object]:
    """Return how lean a workflow was: tokens of each handoff, and of sources and manifests together."""
    total = sum(handoffs)
    return {
        "total_handoff_tokens": total,
        "avg_tokens_per_handoff": round(total / len(handoffs), 1) if handoffs else 0.0,
        "max_utilization_pct": _percent(max(handoffs, default=0), available),
        "compression_ratio": round(sources / manifests, 1) if manifests else 0.0,
    }


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0


def _given(name: str, value: Mapping[str, object] | None) -> dict[str, object]:
    return {} if value is None else {name: dict(value)}
