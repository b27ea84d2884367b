# Given from outside: your_full_document, timestamp. Filled in, as an agent does: {agent-name}, the type, {scope}.
from batonpass import compact_agent_output, save_manifest


# After completing work
manifest = compact_agent_output(
    agent_name="backend-architect",
    artifact_type="plan",
    full_output=your_full_document,
    scope="Brief description"
)

# Save manifest
save_manifest(manifest, f"artifacts/backend-architect/{timestamp}-brief-description/manifest.json")
