# Given from outside: logger, read_file.
import json
import os

from batonpass import (
    HandoffManifest,
    HandoffTooLargeError,
    ManifestTooLargeError,
    RequiredReadingTooLargeError,
    count_tokens,
)


class ContextBudget:
    """Enforce token budgets across agent workflow."""

    MAX_MANIFEST_SIZE = 1000  # tokens
    MAX_REQUIRED_READING = 2000  # tokens
    MAX_HANDOFF_TOTAL = 10000  # tokens (manifest + required reading)
    MAX_AGENT_WORKING = 40000  # tokens

    def validate_manifest(self, manifest: HandoffManifest) -> bool:
        """Validate manifest fits within budget."""
        manifest_tokens = count_tokens(json.dumps(manifest.to_dict()))

        if manifest_tokens > self.MAX_MANIFEST_SIZE:
            raise ManifestTooLargeError(
                f"Manifest {manifest_tokens} tokens exceeds {self.MAX_MANIFEST_SIZE}"
            )

        # Calculate required reading budget
        required_tokens = 0
        for file_ref in manifest.required_reading:
            file_path = os.path.join(manifest.artifacts_directory, file_ref["file"])
            required_tokens += count_tokens(read_file(file_path))

        if required_tokens > self.MAX_REQUIRED_READING:
            raise RequiredReadingTooLargeError(
                f"Required reading {required_tokens} tokens exceeds {self.MAX_REQUIRED_READING}"
            )

        total_handoff = manifest_tokens + required_tokens
        if total_handoff > self.MAX_HANDOFF_TOTAL:
            raise HandoffTooLargeError(
                f"Total handoff {total_handoff} tokens exceeds {self.MAX_HANDOFF_TOTAL}"
            )

        # Store in manifest for tracking
        manifest.context_budget = {
            "manifest_tokens": manifest_tokens,
            "required_reading_tokens": required_tokens,
            "total_available_tokens": self.MAX_HANDOFF_TOTAL
        }

        return True

    def track_agent_usage(self, agent_name: str, tokens_used: int) -> None:
        """Track cumulative token usage per agent."""
        if tokens_used > self.MAX_AGENT_WORKING:
            logger.warning(
                f"{agent_name} used {tokens_used} tokens, "
                f"exceeds budget {self.MAX_AGENT_WORKING}"
            )
