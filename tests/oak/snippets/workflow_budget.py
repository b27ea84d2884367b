# Given from outside: research_document, plan_document.
from batonpass import WorkflowContextBudget, compact_agent_output


# Each agent logs token usage
workflow_budget = WorkflowContextBudget(workflow_id="wf-001")

# Agent 1: Research
research_manifest = compact_agent_output(
    agent_name="top-down-analyzer",
    artifact_type="research",
    full_output=research_document,  # 2000 lines
    scope="Authentication analysis"
)
workflow_budget.log_agent_handoff(
    from_agent="top-down-analyzer",
    to_agent="backend-architect",
    tokens_used=research_manifest.context_budget["manifest_tokens"]
)

# Agent 2: Plan
plan_manifest = compact_agent_output(
    agent_name="backend-architect",
    artifact_type="plan",
    full_output=plan_document,  # 1000 lines
    scope="OAuth2 implementation plan"
)
workflow_budget.log_agent_handoff(
    from_agent="backend-architect",
    to_agent="security-auditor",
    tokens_used=plan_manifest.context_budget["manifest_tokens"] +
                plan_manifest.context_budget["required_reading_tokens"]
)

# Workflow summary
print(f"Total handoff tokens: {workflow_budget.total_tokens_used}")
print(f"Context utilization: {workflow_budget.utilization_percentage}%")
print(f"Remaining budget: {workflow_budget.remaining_tokens}")
