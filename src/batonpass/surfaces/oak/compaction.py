"""An agent's full output, compacted: as a manifest, or as the parts of one."""

from typing import Any

from batonpass.flow import in_place
from batonpass.model.manifest import as_dict
from batonpass.model.terms import Terms
from batonpass.surfaces.oak.records import HandoffManifest
from batonpass.surfaces.oak.tokens import here

EXTRACTED = (
    "summary",
    "key_decisions",
    "files_created",
    "dependencies_satisfied",
    "required_reading",
    "optional_context",
    "detail_files",
)


def compact_agent_output(
    agent_name: str, artifact_type: str, full_output: str, scope: str
) -> HandoffManifest:
    """Compress agent output for handoff using progressive disclosure."""
    terms = Terms(agent=agent_name, type=artifact_type, scope=scope)
    return HandoffManifest.from_dict(as_dict(in_place.sketch(here(), terms, full_output).manifest))


def save_manifest(manifest: HandoffManifest, file_path: str) -> None:
    """Save a manifest, its folder with it."""
    manifest.save(file_path)


def extract_research_summary(research_output: str) -> dict[str, Any]:
    """Extract key findings from research output."""
    absent = {"system_overview": "", "key_insights": [], "constraints": [], "risks": []}
    return _extracted("research", research_output, absent)


def extract_plan_summary(plan_output: str) -> dict[str, Any]:
    """Extract key decisions from plan output; `files_created` are the planned ones as well."""
    made = _extracted("plan", plan_output, {"strategy": "", "approach": ""})
    planned = made["summary"].pop("files_to_create", [])
    return {**made, "files_created": [*made["files_created"], *planned]}


def extract_implementation_summary(impl_output: str) -> dict[str, Any]:
    """Extract key metrics from implementation output."""
    absent = {"files_created": 0, "total_lines": 0, "languages": [], "key_files": []}
    return _extracted("implementation", impl_output, absent)


def _extracted(artifact_type: str, text: str, absent: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a manifest that come from the text; what was not found is there, and empty."""
    made = as_dict(in_place.sketch(here(), Terms(agent="unnamed", type=artifact_type), text).manifest)
    return {name: made[name] for name in EXTRACTED} | {"summary": absent | made["summary"]}
