# Given from outside: MAX_MANIFEST_SIZE.
import json
import os
from typing import List

from batonpass import HandoffManifest


class ManifestQualityGate:
    """Validate handoff manifest quality."""

    def validate(self, manifest: HandoffManifest) -> List[str]:
        """Return list of validation errors, empty if valid."""
        errors = []

        # Size validation
        manifest_size = len(json.dumps(manifest.to_dict()))
        if manifest_size > MAX_MANIFEST_SIZE:
            errors.append(f"Manifest too large: {manifest_size} tokens")

        # Required fields
        if not manifest.summary:
            errors.append("Missing summary")
        if not manifest.artifacts_directory:
            errors.append("Missing artifacts directory")

        # Key decisions validation
        if manifest.artifact_type == "plan" and len(manifest.key_decisions) == 0:
            errors.append("Plan must include key decisions")

        # Dependency validation
        if manifest.artifact_type == "implementation":
            if len(manifest.dependencies_satisfied) == 0:
                errors.append("Implementation must reference plan dependencies")

        # File existence validation
        for file in manifest.required_reading:
            file_path = os.path.join(manifest.artifacts_directory, file["file"])
            if not os.path.exists(file_path):
                errors.append(f"Required file missing: {file['file']}")

        return errors
