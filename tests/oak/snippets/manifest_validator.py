# Given from outside: MAX_MANIFEST_SIZE, MAX_REQUIRED_READING, read_file.
import json
import os

from batonpass import HandoffManifest, ValidationResult, count_tokens


class ManifestValidator:
    """Comprehensive manifest validation."""

    def validate_manifest(self, manifest: HandoffManifest) -> ValidationResult:
        """Run all validation checks."""
        errors = []
        warnings = []

        # 1. Schema validation
        if not self.validate_schema(manifest):
            errors.append("Manifest doesn't match JSON schema")

        # 2. Size validation
        size_result = self.validate_size(manifest)
        if size_result.errors:
            errors.extend(size_result.errors)
        if size_result.warnings:
            warnings.extend(size_result.warnings)

        # 3. Completeness validation
        completeness_result = self.validate_completeness(manifest)
        if completeness_result.errors:
            errors.extend(completeness_result.errors)

        # 4. Dependency validation
        dep_result = self.validate_dependencies(manifest)
        if dep_result.errors:
            errors.extend(dep_result.errors)

        # 5. File existence validation
        file_result = self.validate_files(manifest)
        if file_result.errors:
            errors.extend(file_result.errors)

        # 6. Compression ratio validation
        compression_result = self.validate_compression(manifest)
        if compression_result.warnings:
            warnings.extend(compression_result.warnings)

        return ValidationResult(
            valid=len(errors) == 0,
            errors=errors,
            warnings=warnings
        )

    def validate_size(self, manifest: HandoffManifest) -> ValidationResult:
        """Validate manifest size within budget."""
        errors = []
        warnings = []

        manifest_tokens = count_tokens(json.dumps(manifest.to_dict()))

        if manifest_tokens > MAX_MANIFEST_SIZE:
            errors.append(
                f"Manifest {manifest_tokens} tokens exceeds limit {MAX_MANIFEST_SIZE}"
            )
        elif manifest_tokens > MAX_MANIFEST_SIZE * 0.8:
            warnings.append(
                f"Manifest {manifest_tokens} tokens approaching limit {MAX_MANIFEST_SIZE}"
            )

        # Validate required reading
        if manifest.required_reading:
            required_tokens = sum(
                count_tokens(read_file(os.path.join(manifest.artifacts_directory, f["file"])))
                for f in manifest.required_reading
            )

            if required_tokens > MAX_REQUIRED_READING:
                errors.append(
                    f"Required reading {required_tokens} tokens exceeds {MAX_REQUIRED_READING}"
                )

        return ValidationResult(errors=errors, warnings=warnings)

    def validate_completeness(self, manifest: HandoffManifest) -> ValidationResult:
        """Validate manifest contains all required information."""
        errors = []

        # Summary required for all types
        if not manifest.summary:
            errors.append("Missing summary")

        # Type-specific requirements
        if manifest.artifact_type == "research":
            if "key_insights" not in manifest.summary:
                errors.append("Research must include key_insights")
            if "constraints" not in manifest.summary:
                errors.append("Research must include constraints")

        elif manifest.artifact_type == "plan":
            if not manifest.key_decisions:
                errors.append("Plan must include key_decisions")
            if "strategy" not in manifest.summary:
                errors.append("Plan must include strategy")

        elif manifest.artifact_type == "implementation":
            if not manifest.files_created:
                errors.append("Implementation must list files_created")
            if not manifest.dependencies_satisfied:
                errors.append("Implementation must reference dependencies_satisfied")

        return ValidationResult(errors=errors)

    def validate_dependencies(self, manifest: HandoffManifest) -> ValidationResult:
        """Validate dependency references are complete."""
        errors = []

        # Implementation must satisfy plan dependencies
        if manifest.artifact_type == "implementation":
            if not manifest.dependencies_satisfied:
                errors.append("Implementation must reference plan dependencies")

            # Check format: "agent-name: requirement satisfied"
            for dep in manifest.dependencies_satisfied:
                if ":" not in dep:
                    errors.append(f"Invalid dependency format: {dep}")

        # Plan must satisfy research constraints
        if manifest.artifact_type == "plan":
            if manifest.dependencies_satisfied:
                for dep in manifest.dependencies_satisfied:
                    if ":" not in dep:
                        errors.append(f"Invalid dependency format: {dep}")

        return ValidationResult(errors=errors)

    def validate_files(self, manifest: HandoffManifest) -> ValidationResult:
        """Validate referenced files exist."""
        errors = []

        # Check artifacts directory exists
        if not os.path.exists(manifest.artifacts_directory):
            errors.append(f"Artifacts directory not found: {manifest.artifacts_directory}")
            return ValidationResult(errors=errors)

        # Check required reading files
        for file_ref in manifest.required_reading:
            file_path = os.path.join(manifest.artifacts_directory, file_ref["file"])
            if not os.path.exists(file_path):
                errors.append(f"Required file not found: {file_ref['file']}")

        # Check detail files
        for detail_file in manifest.detail_files:
            file_path = os.path.join(manifest.artifacts_directory, detail_file)
            if not os.path.exists(file_path) and not self.is_glob_pattern(detail_file):
                errors.append(f"Detail file not found: {detail_file}")

        return ValidationResult(errors=errors)

    def validate_compression(self, manifest: HandoffManifest) -> ValidationResult:
        """Validate compression ratio is reasonable."""
        warnings = []

        # Calculate full artifact size
        full_artifact_tokens = 0
        for detail_file in manifest.detail_files:
            file_path = os.path.join(manifest.artifacts_directory, detail_file)
            if os.path.exists(file_path) and os.path.isfile(file_path):
                full_artifact_tokens += count_tokens(read_file(file_path))

        manifest_tokens = count_tokens(json.dumps(manifest.to_dict()))

        if full_artifact_tokens > 0:
            compression_ratio = full_artifact_tokens / manifest_tokens

            # Expected ratios by type
            expected = {
                "research": 50,
                "plan": 20,
                "implementation": 100
            }

            expected_ratio = expected.get(manifest.artifact_type, 10)

            if compression_ratio < expected_ratio * 0.5:
                warnings.append(
                    f"Low compression ratio: {compression_ratio:.1f}x "
                    f"(expected ~{expected_ratio}x for {manifest.artifact_type})"
                )

        return ValidationResult(warnings=warnings)
