# Given from outside: now, timestamp, MAX_MANIFEST_SIZE.
import json

from batonpass import (
    HandoffManifest,
    ManifestTooLargeError,
    extract_implementation_summary,
    extract_plan_summary,
    extract_research_summary,
)


def compact_agent_output(
    agent_name: str,
    artifact_type: str,  # research | plan | implementation
    full_output: str,
    scope: str
) -> HandoffManifest:
    """
    Compress agent output for handoff using progressive disclosure.

    Target compression ratios:
    - Research: 50:1 (2000 lines → 40 lines)
    - Plan: 20:1 (1000 lines → 50 lines)
    - Implementation: 100:1 (5000 lines → 50 lines)
    """

    # Extract critical information based on artifact type
    if artifact_type == "research":
        compact = extract_research_summary(full_output)
    elif artifact_type == "plan":
        compact = extract_plan_summary(full_output)
    elif artifact_type == "implementation":
        compact = extract_implementation_summary(full_output)

    # Build handoff manifest
    manifest = HandoffManifest(
        from_agent=agent_name,
        artifact_type=artifact_type,
        timestamp=now(),
        scope=scope,
        summary=compact["summary"],
        key_decisions=compact["key_decisions"],
        files_created=compact["files_created"],
        dependencies_satisfied=compact["dependencies_satisfied"],
        required_reading=compact["required_reading"],
        optional_context=compact["optional_context"],
        artifacts_directory=f"artifacts/{agent_name}/{timestamp}-{scope}/",
        detail_files=compact["detail_files"]
    )

    # Validate size constraints
    manifest_size = len(json.dumps(manifest.to_dict()))
    if manifest_size > MAX_MANIFEST_SIZE:
        raise ManifestTooLargeError(
            f"Manifest {manifest_size} bytes exceeds limit {MAX_MANIFEST_SIZE}"
        )

    return manifest
