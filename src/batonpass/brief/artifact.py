"""The YAML structure of each artifact type: all that was found, without any limit."""

from collections.abc import Mapping
from typing import Any

from batonpass.brief.found import Groups, found
from batonpass.brief.sections import at, listed, references, said, unlisted
from batonpass.brief.yaml import dump
from batonpass.model.proof import Proof

# Key → group of facts, or the keys inside; `=` marks a single text.
LAYOUTS: dict[str, dict[str, Any]] = {
    "research": {
        "findings": {
            "system_overview": "=overview",
            "key_insights": "insights",
            "constraints": "constraints",
            "risks": "risks",
        },
    },
    "plan": {
        "approach": {"strategy": "=strategy", "description": "=approaches", "key_decisions": "decisions"},
        "changes": {
            "files_to_create": "files_to_create",
            "files_to_modify": "files_to_modify",
            "files_to_delete": "files_to_delete",
        },
        "dependencies": {
            "requires_from_research": "dependencies",
            "provides_to_implementation": "required_reading",
        },
    },
    "implementation": {
        "implementation_summary": {"key_files": "key_files"},
        "quality_gates_passed": "quality_gates_passed",
    },
}
COUNTS = ("files_created", "total_lines", "languages")
FRAME = ("to_agents", "status", "phase", "workflow_id", "session_id", "group_id", "supersedes", "id")


def artifact(manifest: Mapping[str, Any], proof: Proof | None = None) -> str:
    """Return the artifact as YAML. Without a proof it holds what the manifest shows."""
    kind = said(manifest.get("artifact_type")) or "handoff"
    current, past = found(manifest, proof)
    body: dict[str, Any] = {
        "type": kind,
        "agent": said(manifest.get("from_agent")),
        "timestamp": said(manifest.get("timestamp")),
        "scope": said(manifest.get("scope")),
    }
    body |= {key: manifest[key] for key in FRAME if manifest.get(key)}
    body |= _laid_out(LAYOUTS.get(kind, {}), current)
    if kind == "implementation":
        body["implementation_summary"] = _counts(manifest, current) | body["implementation_summary"]
    further = {group: values for group, values in current.items() if values and group in body}
    body |= {group: values for group, values in current.items() if values and group not in body}
    body |= {"further": further} if further else {}
    body |= {"not_current": past} if past else {}
    body["artifacts_directory"] = said(manifest.get("artifacts_directory"))
    body["detail_files"] = _details(manifest, proof)
    return dump(body)


def _laid_out(layout: Mapping[str, Any], groups: Groups) -> dict[str, Any]:
    """Fill a layout; what stands in it is taken out of the groups, the rest of a single text stays."""
    filled: dict[str, Any] = {}
    for key, group in layout.items():
        if isinstance(group, Mapping):
            filled[key] = _laid_out(group, groups)
        elif group.startswith("="):
            first, *rest = groups.pop(group[1:], []) or [""]
            filled[key] = first
            if rest:
                groups[group[1:]] = rest
        else:
            filled[key] = groups.pop(group, [])
    return filled


def _counts(manifest: Mapping[str, Any], groups: Groups) -> dict[str, Any]:
    computed = {key: at(manifest, f"/summary/{key}") for key in COUNTS}
    if not isinstance(computed["files_created"], int):
        computed["files_created"] = len(groups.get("files_created", [])) or None  # unknown is not none
    return {key: value for key, value in computed.items() if value is not None}


def _details(manifest: Mapping[str, Any], proof: Proof | None) -> list[str]:
    stored = (
        {s.stored: f"{s.stored} ({s.lines} lines, {s.tokens} tokens)" for s in proof.sources} if proof else {}
    )
    named = dict.fromkeys(listed(manifest, "detail_files"))
    named |= dict.fromkeys(entry.text for entry in references(manifest, "optional_context"))
    return [*stored.values(), *unlisted(named, stored)]
