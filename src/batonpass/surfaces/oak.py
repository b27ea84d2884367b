"""The Python names of seed 000, as mutable and subscriptable as its text uses them.

A façade: every function calls one flow, every number comes from the playbook `oak`. The nouns of
`model/` stay frozen; what a caller may change here is a copy.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from batonpass.flow import budget, gate, in_place, telemetry
from batonpass.flow.setup import Setup, open_project
from batonpass.model.manifest import as_dict
from batonpass.model.problem import Problem
from batonpass.model.terms import Terms
from batonpass.tables import load

PLAYBOOK = load.playbook("oak")
MAX_MANIFEST_SIZE = PLAYBOOK.budgets.manifest
MAX_REQUIRED_READING = PLAYBOOK.budgets.required_reading
MAX_HANDOFF_TOTAL = PLAYBOOK.budgets.handoff
MAX_AGENT_WORKING = PLAYBOOK.budgets.working


@cache
def _project(root: str) -> Setup:
    return open_project(root)


def _here() -> Setup:
    return _project(os.getcwd())


class Record:
    """A value that is read and written by attribute and by key alike."""

    def __getitem__(self, name: str) -> Any:
        if name not in self.keys():
            raise KeyError(name)
        return getattr(self, name)

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self, name, value)

    def keys(self) -> list[str]:
        """Return the names of the fields, so that `dict(value)` works."""
        return list(vars(self))

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def get(self, name: str, default: Any = None) -> Any:
        """Return a field, or the default where there is none."""
        return getattr(self, name, default)


@dataclass
class FileReference(Record):
    """Reference to a file with description."""

    file: str
    description: str = ""


@dataclass
class KeyDecision(Record):
    """A critical decision made during agent work."""

    decision: str
    rationale: str = ""


@dataclass
class ContextBudget(Record):
    """Token budget tracking, and its enforcement: the text uses one name for both."""

    manifest_tokens: int = 0
    required_reading_tokens: int = 0
    total_available_tokens: int = PLAYBOOK.budgets.window_target

    MAX_MANIFEST_SIZE = MAX_MANIFEST_SIZE
    MAX_REQUIRED_READING = MAX_REQUIRED_READING
    MAX_HANDOFF_TOTAL = MAX_HANDOFF_TOTAL
    MAX_AGENT_WORKING = MAX_AGENT_WORKING

    def validate_manifest(self, manifest: "HandoffManifest") -> bool:
        """Raise the budget error that applies, else note the numbers in the manifest."""
        size = count_tokens(json.dumps(manifest.to_dict()))
        folder = manifest.artifacts_directory
        reading = sum(read_file_tokens(os.path.join(folder, f["file"])) for f in manifest.required_reading)
        budget.require(size, reading, PLAYBOOK.budgets)
        manifest.context_budget = ContextBudget(size, reading, MAX_HANDOFF_TOTAL)
        return True

    def track_agent_usage(self, agent_name: str, tokens_used: int) -> None:
        """Warn when an agent's own work is above its working memory."""
        verdict = budget.working_memory(agent_name, tokens_used, PLAYBOOK)
        if verdict.answer != "go":
            _warn(verdict.reasons[0])


def _warn(message: str) -> None:
    import logging  # noqa: PLC0415 - only a warning pays for it

    logging.getLogger("batonpass").warning(message)


@dataclass
class HandoffManifest(Record):
    """Structured handoff manifest for agent-to-agent communication."""

    from_agent: str
    artifact_type: str
    timestamp: str
    scope: str
    summary: dict[str, Any]
    artifacts_directory: str
    to_agents: list[str] = field(default_factory=list)
    key_decisions: list[Any] = field(default_factory=list)
    files_created: list[str] = field(default_factory=list)
    dependencies_satisfied: list[str] = field(default_factory=list)
    required_reading: list[Any] = field(default_factory=list)
    optional_context: list[Any] = field(default_factory=list)
    detail_files: list[str] = field(default_factory=list)
    context_budget: Any = None

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, _as_records(name, value))

    def to_dict(self) -> dict[str, Any]:
        """Convert to dictionary for JSON serialization; what is not set is left out."""
        values = {name: _plain(value) for name, value in vars(self).items()}
        return {name: value for name, value in values.items() if value is not None}

    def to_json(self, indent: int = 2) -> str:
        """Convert to JSON string."""
        return json.dumps(self.to_dict(), indent=indent)

    def save(self, file_path: str) -> None:
        """Save manifest to file."""
        in_place.save(file_path, self.to_json().encode())

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "HandoffManifest":
        """Load from dictionary; fields of a newer manifest become attributes too."""
        known = cls.__dataclass_fields__
        manifest = cls(**{name: value for name, value in data.items() if name in known})
        for name in data.keys() - known.keys():
            setattr(manifest, name, data[name])
        return manifest

    @classmethod
    def from_file(cls, file_path: str) -> "HandoffManifest":
        """Load manifest from file."""
        return cls.from_dict(in_place.load_manifest(file_path))


_ENTRIES = {
    "key_decisions": KeyDecision,
    "required_reading": FileReference,
    "optional_context": FileReference,
}


def _as_records(name: str, value: Any) -> Any:
    """Return what is assigned to a field as the records that field holds; text may be `file - description`."""
    if name == "context_budget" and isinstance(value, Mapping):
        return ContextBudget(**value)
    if name in _ENTRIES:
        return [_entry(_ENTRIES[name], entry) for entry in value]
    return value


def _entry(record: Any, value: Any) -> Any:
    if isinstance(value, str):
        first, _, rest = value.partition(" - ")
        return record(first, rest)
    return record(**value) if isinstance(value, Mapping) else value


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return {name: _plain(value[name]) for name in value.keys()}  # noqa: SIM118 - iterating is not enough
    return [_plain(inner) for inner in value] if isinstance(value, list) else value


def compact_agent_output(
    agent_name: str, artifact_type: str, full_output: str, scope: str
) -> HandoffManifest:
    """Compress agent output for handoff using progressive disclosure."""
    terms = Terms(agent=agent_name, type=artifact_type, scope=scope)
    return HandoffManifest.from_dict(as_dict(in_place.sketch(_here(), terms, full_output).manifest))


def save_manifest(manifest: HandoffManifest, file_path: str) -> None:
    """Save a manifest, its folder with it."""
    manifest.save(file_path)


def extract_research_summary(research_output: str) -> dict[str, Any]:
    """Extract key findings from research output."""
    return _summary("research", research_output)


def extract_plan_summary(plan_output: str) -> dict[str, Any]:
    """Extract key decisions from plan output; `files_created` are the planned ones."""
    summary = _summary("plan", plan_output)
    planned = summary["summary"].pop("files_to_create", [])
    return {**summary, "files_created": [*summary["files_created"], *planned]}


def extract_implementation_summary(impl_output: str) -> dict[str, Any]:
    """Extract key metrics from implementation output."""
    return _summary("implementation", impl_output)


_SUMMARY = (
    "summary",
    "key_decisions",
    "files_created",
    "dependencies_satisfied",
    "required_reading",
    "optional_context",
    "detail_files",
)


def _summary(artifact_type: str, text: str) -> dict[str, Any]:
    made = as_dict(in_place.sketch(_here(), Terms(agent="unnamed", type=artifact_type), text).manifest)
    return {name: made[name] for name in _SUMMARY}


class WorkflowContextBudget:
    """What the handoffs of one workflow cost together."""

    def __init__(self, workflow_id: str) -> None:
        """Start with nothing used."""
        self.workflow_id = workflow_id
        self.handoffs: list[budget.Passed] = []

    def log_agent_handoff(self, from_agent: str, to_agent: str, tokens_used: int) -> None:
        """Add one handoff."""
        self.handoffs.append(
            budget.Passed(from_agent=from_agent, to_agent=to_agent, manifest_tokens=tokens_used)
        )

    @property
    def total_tokens_used(self) -> int:
        """Return the tokens of all handoffs."""
        return budget.add_up(self.handoffs, PLAYBOOK).total_tokens

    @property
    def utilization_percentage(self) -> float:
        """Return the used part of the workflow's target, in percent."""
        return round(100 * budget.add_up(self.handoffs, PLAYBOOK).utilisation, 1)

    @property
    def remaining_tokens(self) -> int:
        """Return what is left of the workflow's target."""
        return budget.add_up(self.handoffs, PLAYBOOK).remaining


class BudgetAlert:
    """Alert when approaching budget limits."""

    WARNING_THRESHOLD = PLAYBOOK.alerts.warning
    CRITICAL_THRESHOLD = PLAYBOOK.alerts.critical

    def check_budget(self, budget_: ContextBudget, tokens_used: int) -> str:  # noqa: ARG002 - the text passes it
        """Return alert level based on usage."""
        verdict = budget.alert(tokens_used, PLAYBOOK)
        return f"{verdict.level}: {verdict.reasons[0]}"


@dataclass
class ValidationResult:
    """What a validation found."""

    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    valid: bool = True

    def __post_init__(self) -> None:
        """Make it invalid where there is an error, whatever was passed."""
        self.valid = self.valid and not self.errors


class ManifestValidator:
    """Comprehensive manifest validation: one method per rule."""

    def validate_manifest(self, manifest: HandoffManifest) -> ValidationResult:
        """Run all validation checks."""
        return _result(manifest, *SIX_VALIDATIONS)

    def validate_schema(self, manifest: HandoffManifest) -> bool:
        """Say whether the manifest matches the JSON schema."""
        return _result(manifest, "schema").valid

    def validate_size(self, manifest: HandoffManifest) -> ValidationResult:
        """Validate manifest size within budget."""
        return _result(manifest, "size")

    def validate_completeness(self, manifest: HandoffManifest) -> ValidationResult:
        """Validate manifest contains all required information."""
        return _result(manifest, "completeness")

    def validate_dependencies(self, manifest: HandoffManifest) -> ValidationResult:
        """Validate dependency references are complete."""
        return _result(manifest, "dependencies")

    def validate_files(self, manifest: HandoffManifest) -> ValidationResult:
        """Validate referenced files exist."""
        return _result(manifest, "files")

    def validate_compression(self, manifest: HandoffManifest) -> ValidationResult:
        """Validate compression ratio is reasonable."""
        return _result(manifest, "compression")


SIX_VALIDATIONS = ("schema", "size", "completeness", "dependencies", "files", "compression")


class ManifestQualityGate:
    """Validate handoff manifest quality."""

    def validate(self, manifest: HandoffManifest) -> list[str]:
        """Return list of validation errors, empty if valid."""
        return _result(manifest, *SIX_VALIDATIONS).errors


def _result(manifest: HandoffManifest, *rules: str) -> ValidationResult:
    fields = manifest.to_dict()
    found = in_place.check_fields(_here(), fields, json.dumps(fields).encode(), rules)
    return ValidationResult(_said("error", found), _said("warning", found))


def _said(severity: str, problems: Sequence[Problem]) -> list[str]:
    return [problem.message for problem in problems if problem.severity == severity]


def quality_gate_with_manifest_validation(agent_output_dir: str) -> bool:
    """Validate an agent's manifest before the workflow goes on; print the report."""
    report = gate.gate(_here(), agent_output_dir)
    print(report.text, end="")
    return report.passed


def count_tokens(text: str, model: str = "claude-sonnet-4-5") -> int:  # noqa: ARG001 - one vocabulary for all models
    """Count tokens in text with the one named vocabulary."""
    return _here().meter.count(text)


def read_file_tokens(file_path: str) -> int:
    """Count tokens in file."""
    return count_tokens(in_place.text_at(file_path))


def estimate_compression_ratio(full_text: str, summary: str) -> float:
    """Calculate compression ratio."""
    tokens = count_tokens(summary)
    return count_tokens(full_text) / tokens if tokens else 0


class TelemetryLogger:
    """Writes workflow events, with context budget and context efficiency."""

    def __init__(self, telemetry_dir: str = "telemetry", session_id: str = "") -> None:
        """Write into a directory of your own."""
        writer = telemetry.writer(_here(), telemetry_dir, session_id)
        self.log_workflow_start = writer.log_workflow_start
        self.log_agent_handoff = writer.log_agent_handoff
        self.log_workflow_complete = writer.log_workflow_complete
