from batonpass import TelemetryLogger

logger = TelemetryLogger("telemetry")


# Existing workflow tracking
logger.log_workflow_start(
    workflow_id="wf-001",
    project_name="OAuth2 Implementation",
    agent_plan=["top-down-analyzer", "backend-architect", "security-auditor"]
)

# NEW: Log handoff with context budget tracking
logger.log_agent_handoff(
    workflow_id="wf-001",
    from_agent="top-down-analyzer",
    to_agent="backend-architect",
    artifacts=["artifacts/top-down-analyzer/2025-10-21-auth/manifest.json"],
    context_budget={
        "manifest_tokens": 450,
        "required_tokens": 0,
        "total_tokens": 450,
        "utilization_pct": 4.5  # 450 / 10000
    }
)

# Workflow complete includes context efficiency metrics
logger.log_workflow_complete(
    workflow_id="wf-001",
    duration_seconds=7200,
    success=True,
    agents_executed=["top-down-analyzer", "backend-architect", "security-auditor"],
    context_efficiency={
        "total_handoff_tokens": 1850,
        "avg_tokens_per_handoff": 617,
        "max_utilization_pct": 18.5,  # Highest single handoff
        "compression_ratio": 65  # Avg compression across workflow
    }
)
