"""Manifests judged: the six validations, and the gate a workflow passes or not."""

from dataclasses import dataclass, field

from batonpass.flow import gate, in_place
from batonpass.surfaces.oak.records import HandoffManifest
from batonpass.surfaces.oak.tokens import here

SIX_VALIDATIONS = ("schema", "size", "completeness", "dependencies", "files", "compression")


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


class ManifestQualityGate:
    """Validate handoff manifest quality."""

    def validate(self, manifest: HandoffManifest) -> list[str]:
        """Return list of validation errors, empty if valid."""
        return _result(manifest, *SIX_VALIDATIONS).errors


def quality_gate_with_manifest_validation(agent_output_dir: str) -> bool:
    """Validate an agent's manifest before the workflow goes on; print the report."""
    report = gate.gate(here(), agent_output_dir)
    print(report.text, end="")
    return report.passed


def _result(manifest: HandoffManifest, *rules: str) -> ValidationResult:
    found = in_place.check_fields(here(), manifest.present(), manifest.written(), rules)
    errors = [problem.message for problem in found if problem.severity == "error"]
    warnings = [problem.message for problem in found if problem.severity == "warning"]
    return ValidationResult(errors, warnings)
