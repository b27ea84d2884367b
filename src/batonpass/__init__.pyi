from batonpass.flow.asked import Evidence as Evidence
from batonpass.flow.checkpoint import Checkpoint as Checkpoint
from batonpass.flow.checkpoint import checkpoint as checkpoint
from batonpass.flow.context import Context as Context
from batonpass.flow.context import context as context
from batonpass.flow.fan_in import fan_in as fan_in
from batonpass.flow.follow import Following as Following
from batonpass.flow.hand_over import hand_over as hand_over
from batonpass.flow.inspect import Inspected as Inspected
from batonpass.flow.inspect import Inspection as Inspection
from batonpass.flow.inspect import inspect as inspect
from batonpass.flow.outcome import Opened as Opened
from batonpass.flow.outcome import Outcome as Outcome
from batonpass.flow.outcome import open_handoff as open_handoff
from batonpass.flow.policy import Policy as Policy
from batonpass.flow.policy import policy as policy
from batonpass.flow.setup import Setup as Setup
from batonpass.flow.setup import open_project as open_project
from batonpass.flow.take_over import take_over as take_over
from batonpass.model.errors import BadContent as BadContent
from batonpass.model.errors import BatonError as BatonError
from batonpass.model.errors import HandoffTooLargeError as HandoffTooLargeError
from batonpass.model.errors import ManifestTooLargeError as ManifestTooLargeError
from batonpass.model.errors import NotFound as NotFound
from batonpass.model.errors import OverBudget as OverBudget
from batonpass.model.errors import Refused as Refused
from batonpass.model.errors import RequiredReadingTooLargeError as RequiredReadingTooLargeError
from batonpass.model.errors import StorageFailed as StorageFailed
from batonpass.model.errors import WrongUse as WrongUse
from batonpass.model.fact import Attributes as Attributes
from batonpass.model.fact import Fact as Fact
from batonpass.model.handoff import Handoff as Handoff
from batonpass.model.handoff import Selection as Selection
from batonpass.model.manifest import Manifest as Manifest
from batonpass.model.problem import Problem as Problem
from batonpass.model.profile import Profile as Profile
from batonpass.model.profile import Slot as Slot
from batonpass.model.proof import Proof as Proof
from batonpass.model.proof import Receipt as Receipt
from batonpass.model.source import Block as Block
from batonpass.model.source import Source as Source
from batonpass.model.source import Span as Span
from batonpass.model.terms import Terms as Terms
from batonpass.model.verdict import Verdict as Verdict
from batonpass.surfaces.oak import BudgetAlert as BudgetAlert
from batonpass.surfaces.oak import ContextBudget as ContextBudget
from batonpass.surfaces.oak import FileReference as FileReference
from batonpass.surfaces.oak import HandoffManifest as HandoffManifest
from batonpass.surfaces.oak import KeyDecision as KeyDecision
from batonpass.surfaces.oak import ManifestQualityGate as ManifestQualityGate
from batonpass.surfaces.oak import ManifestValidator as ManifestValidator
from batonpass.surfaces.oak import TelemetryLogger as TelemetryLogger
from batonpass.surfaces.oak import ValidationResult as ValidationResult
from batonpass.surfaces.oak import WorkflowContextBudget as WorkflowContextBudget
from batonpass.surfaces.oak import compact_agent_output as compact_agent_output
from batonpass.surfaces.oak import count_tokens as count_tokens
from batonpass.surfaces.oak import estimate_compression_ratio as estimate_compression_ratio
from batonpass.surfaces.oak import extract_implementation_summary as extract_implementation_summary
from batonpass.surfaces.oak import extract_plan_summary as extract_plan_summary
from batonpass.surfaces.oak import extract_research_summary as extract_research_summary
from batonpass.surfaces.oak import (
    quality_gate_with_manifest_validation as quality_gate_with_manifest_validation,
)
from batonpass.surfaces.oak import read_file_tokens as read_file_tokens
from batonpass.surfaces.oak import save_manifest as save_manifest

__all__ = [
    "Attributes",
    "BadContent",
    "BatonError",
    "Block",
    "BudgetAlert",
    "Checkpoint",
    "Context",
    "ContextBudget",
    "Evidence",
    "Fact",
    "FileReference",
    "Following",
    "Handoff",
    "HandoffManifest",
    "HandoffTooLargeError",
    "Inspected",
    "Inspection",
    "KeyDecision",
    "Manifest",
    "ManifestQualityGate",
    "ManifestTooLargeError",
    "ManifestValidator",
    "NotFound",
    "Opened",
    "Outcome",
    "OverBudget",
    "Policy",
    "Problem",
    "Profile",
    "Proof",
    "Receipt",
    "Refused",
    "RequiredReadingTooLargeError",
    "Selection",
    "Setup",
    "Slot",
    "Source",
    "Span",
    "StorageFailed",
    "TelemetryLogger",
    "Terms",
    "ValidationResult",
    "Verdict",
    "WorkflowContextBudget",
    "WrongUse",
    "__version__",
    "checkpoint",
    "compact_agent_output",
    "context",
    "count_tokens",
    "estimate_compression_ratio",
    "extract_implementation_summary",
    "extract_plan_summary",
    "extract_research_summary",
    "fan_in",
    "hand_over",
    "inspect",
    "open_handoff",
    "open_project",
    "policy",
    "quality_gate_with_manifest_validation",
    "read_file_tokens",
    "save_manifest",
    "take_over",
]

__version__: str
