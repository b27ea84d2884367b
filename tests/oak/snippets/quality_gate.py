# Given from outside: read_file.
import os

from batonpass import HandoffManifest, ManifestValidator, count_tokens


def quality_gate_with_manifest_validation(agent_output_dir: str) -> bool:
    """
    Quality gate validates manifests before allowing workflow continuation.
    """
    # Find manifest
    manifest_path = os.path.join(agent_output_dir, "manifest.json")
    if not os.path.exists(manifest_path):
        print("❌ QUALITY GATE FAILED: No manifest.json found")
        print(f"   Expected: {manifest_path}")
        return False

    # Load manifest
    try:
        manifest = HandoffManifest.from_file(manifest_path)
    except Exception as e:
        print(f"❌ QUALITY GATE FAILED: Invalid manifest JSON: {e}")
        return False

    # Validate manifest
    validator = ManifestValidator()
    result = validator.validate_manifest(manifest)

    # Print errors
    if result.errors:
        print("❌ QUALITY GATE FAILED: Manifest validation errors:")
        for error in result.errors:
            print(f"   - {error}")
        return False

    # Print warnings (don't block)
    if result.warnings:
        print("⚠️  Manifest validation warnings:")
        for warning in result.warnings:
            print(f"   - {warning}")

    # Print success metrics
    print("✅ QUALITY GATE PASSED: Manifest validation successful")
    print(f"   Manifest size: {manifest.context_budget['manifest_tokens']} tokens")
    print(f"   Required reading: {manifest.context_budget['required_reading_tokens']} tokens")
    print(f"   Total handoff: {manifest.context_budget['manifest_tokens'] + manifest.context_budget['required_reading_tokens']} tokens")

    # Calculate compression ratio
    full_artifact_tokens = sum(
        count_tokens(read_file(os.path.join(manifest.artifacts_directory, f)))
        for f in manifest.detail_files
        if os.path.isfile(os.path.join(manifest.artifacts_directory, f))
    )
    compression_ratio = full_artifact_tokens / manifest.context_budget['manifest_tokens']
    print(f"   Compression ratio: {compression_ratio:.1f}x")

    return True
