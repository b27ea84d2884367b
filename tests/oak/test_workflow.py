"""A workflow's budget added up, and what its dashboards are told."""

import json
from pathlib import Path
from typing import Any

import pytest

from batonpass import TelemetryLogger, WorkflowContextBudget
from tests.oak.seed import PLAN, RESEARCH, snippet


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def events(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "telemetry" / "workflow_events.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_a_workflow_is_tracked_to_its_three_lines(capsys: pytest.CaptureFixture[str]) -> None:
    ran = snippet("workflow_budget", research_document=RESEARCH, plan_document=PLAN)
    used = sum(m.context_budget["manifest_tokens"] for m in (ran.research_manifest, ran.plan_manifest))
    assert capsys.readouterr().out.splitlines() == [
        f"Total handoff tokens: {used}",
        f"Context utilization: {round(100 * used / 68_000, 1)}%",
        f"Remaining budget: {68_000 - used}",
    ]


def test_handoffs_are_added_up() -> None:
    budget = WorkflowContextBudget("wf-001")
    assert (budget.total_tokens_used, budget.utilization_percentage, budget.remaining_tokens) == (
        0,
        0.0,
        68_000,
    )
    for tokens in (450, 1370, 580):
        budget.log_agent_handoff("a", "b", tokens)
    assert (budget.total_tokens_used, budget.utilization_percentage, budget.remaining_tokens) == (
        2400,
        3.5,
        65_600,
    )


def test_an_overspent_budget_says_by_how_much() -> None:
    budget = WorkflowContextBudget(workflow_id="wf-001")
    budget.log_agent_handoff(from_agent="a", to_agent="b", tokens_used=70_000)
    assert budget.remaining_tokens == -2000


def test_telemetry_has_the_names_dashboards_read(tmp_path: Path) -> None:
    snippet("telemetry")
    start, handoff, complete = events(tmp_path)
    head = ["timestamp", "event", "workflow_id", "session_id"]
    assert list(start) == [*head, "project_name", "agent_plan", "estimated_duration"]
    assert list(handoff) == [*head, "from_agent", "to_agent", "artifacts", "context_budget"]
    assert list(complete) == [
        *head,
        "duration_seconds",
        "success",
        "agents_executed",
        "context_efficiency",
    ]
    assert [e["event"] for e in (start, handoff, complete)] == [
        "workflow_start",
        "agent_handoff",
        "workflow_complete",
    ]
    assert handoff["context_budget"] == {
        "manifest_tokens": 450,
        "required_tokens": 0,
        "total_tokens": 450,
        "utilization_pct": 4.5,
    }
    assert complete["context_efficiency"] == {
        "total_handoff_tokens": 1850,
        "avg_tokens_per_handoff": 617,
        "max_utilization_pct": 18.5,
        "compression_ratio": 65,
    }


def test_calls_from_before_there_were_budgets_still_work(tmp_path: Path) -> None:
    logger = TelemetryLogger("telemetry")
    logger.log_workflow_start("wf-1", "OAuth2", ["planner", "builder"], 7200)
    logger.log_agent_handoff("wf-1", "planner", "builder", ["artifacts/planner/plan.md"])
    logger.log_workflow_complete("wf-1", 60, False, ["planner"])  # noqa: FBT003 - the logger's own signature
    start, handoff, complete = events(tmp_path)
    assert start["estimated_duration"] == 7200
    assert "context_budget" not in handoff
    assert "context_efficiency" not in complete
    assert complete["success"] is False


def test_every_logger_is_a_session_unless_one_is_named(tmp_path: Path) -> None:
    for logger in (TelemetryLogger(), TelemetryLogger(), TelemetryLogger(session_id="s-1")):
        logger.log_workflow_start("wf-1", "OAuth2", [])
    first, second, named = (event["session_id"] for event in events(tmp_path))
    assert first != second
    assert named == "s-1"


def test_times_are_utc(tmp_path: Path) -> None:
    TelemetryLogger().log_workflow_start("wf-1", "OAuth2", [])
    assert events(tmp_path)[0]["timestamp"].endswith("Z")
