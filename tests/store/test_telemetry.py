import json
from pathlib import Path

from batonpass.store.telemetry import Telemetry, context_budget, context_efficiency


def events(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "workflow_events.jsonl").read_text().splitlines()]


def test_events_carry_the_names_dashboards_read(tmp_path: Path) -> None:
    log = Telemetry(str(tmp_path / "telemetry"), "session-1", lambda: "2026-03-01T10:00:00.000000Z")
    log.log_workflow_start("wf-1", "shop", ("planner", "coder"), estimated_duration=30)
    log.log_agent_handoff(
        "wf-1", "planner", "coder", ["a/manifest.json"], context_budget=context_budget(450, 1050, 10_000)
    )
    log.log_workflow_complete(
        "wf-1",
        120,
        True,  # noqa: FBT003 - the logger's own signature
        ["planner", "coder"],
        context_efficiency=context_efficiency([1500, 2500], 40_000, 1000, 10_000),
    )
    common = {"timestamp": "2026-03-01T10:00:00.000000Z", "workflow_id": "wf-1", "session_id": "session-1"}
    assert events(tmp_path / "telemetry") == [
        common
        | {
            "event": "workflow_start",
            "project_name": "shop",
            "agent_plan": ["planner", "coder"],
            "estimated_duration": 30,
        },
        common
        | {
            "event": "agent_handoff",
            "from_agent": "planner",
            "to_agent": "coder",
            "artifacts": ["a/manifest.json"],
            "context_budget": {
                "manifest_tokens": 450,
                "required_tokens": 1050,
                "total_tokens": 1500,
                "utilization_pct": 15.0,
            },
        },
        common
        | {
            "event": "workflow_complete",
            "duration_seconds": 120,
            "success": True,
            "agents_executed": ["planner", "coder"],
            "context_efficiency": {
                "total_handoff_tokens": 4000,
                "avg_tokens_per_handoff": 2000.0,
                "max_utilization_pct": 25.0,
                "compression_ratio": 40.0,
            },
        },
    ]


def test_what_is_not_given_is_not_written(tmp_path: Path) -> None:
    log = Telemetry(str(tmp_path), "s", lambda: "now")
    log.log_agent_handoff("w", "a", "b", [])
    log.log_workflow_complete("w", 1, False, [])  # noqa: FBT003 - the logger's own signature
    assert not {"context_budget", "context_efficiency"} & {key for event in events(tmp_path) for key in event}


def test_nothing_handed_over_is_no_division_by_zero() -> None:
    assert set(context_efficiency([], 0, 0, 0).values()) == {0}
    assert context_budget(1, 1, 0)["utilization_pct"] == 0.0
