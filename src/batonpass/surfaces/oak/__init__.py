"""The Python names of seed 000, as mutable and subscriptable as its text uses them.

A façade: every function calls one flow, every number comes from the playbook `oak`. The nouns of
`model/` stay frozen; what a caller may change here is a copy.
"""

from batonpass.surfaces.oak.checks import (
    ManifestQualityGate,
    ManifestValidator,
    ValidationResult,
    quality_gate_with_manifest_validation,
)
from batonpass.surfaces.oak.compaction import (
    compact_agent_output,
    extract_implementation_summary,
    extract_plan_summary,
    extract_research_summary,
    save_manifest,
)
from batonpass.surfaces.oak.records import ContextBudget, FileReference, HandoffManifest, KeyDecision
from batonpass.surfaces.oak.tokens import count_tokens, estimate_compression_ratio, read_file_tokens
from batonpass.surfaces.oak.workflow import BudgetAlert, TelemetryLogger, WorkflowContextBudget

__all__ = [
    "BudgetAlert",
    "ContextBudget",
    "FileReference",
    "HandoffManifest",
    "KeyDecision",
    "ManifestQualityGate",
    "ManifestValidator",
    "TelemetryLogger",
    "ValidationResult",
    "WorkflowContextBudget",
    "compact_agent_output",
    "count_tokens",
    "estimate_compression_ratio",
    "extract_implementation_summary",
    "extract_plan_summary",
    "extract_research_summary",
    "quality_gate_with_manifest_validation",
    "read_file_tokens",
    "save_manifest",
]
