from dataclasses import dataclass, field
from typing import List, Dict, Optional
from datetime import datetime
import json

@dataclass
class FileReference:
    """Reference to a file with description."""
    file: str
    description: str

@dataclass
class KeyDecision:
    """A critical decision made during agent work."""
    decision: str
    rationale: str

@dataclass
class ContextBudget:
    """Token budget tracking."""
    manifest_tokens: int
    required_reading_tokens: int
    total_available_tokens: int = 68000

@dataclass
class HandoffManifest:
    """
    Structured handoff manifest for agent-to-agent communication.
    """
    from_agent: str
    artifact_type: str  # research | plan | implementation
    timestamp: str
    scope: str
    summary: Dict
    artifacts_directory: str

    to_agents: List[str] = field(default_factory=list)
    key_decisions: List[KeyDecision] = field(default_factory=list)
    files_created: List[str] = field(default_factory=list)
    dependencies_satisfied: List[str] = field(default_factory=list)
    required_reading: List[FileReference] = field(default_factory=list)
    optional_context: List[FileReference] = field(default_factory=list)
    detail_files: List[str] = field(default_factory=list)
    context_budget: Optional[ContextBudget] = None

    def to_dict(self) -> dict:
        """Convert to dictionary for JSON serialization."""
        return {
            "from_agent": self.from_agent,
            "to_agents": self.to_agents,
            "artifact_type": self.artifact_type,
            "timestamp": self.timestamp,
            "scope": self.scope,
            "summary": self.summary,
            "key_decisions": [
                {"decision": d.decision, "rationale": d.rationale}
                for d in self.key_decisions
            ],
            "files_created": self.files_created,
            "dependencies_satisfied": self.dependencies_satisfied,
            "required_reading": [
                {"file": f.file, "description": f.description}
                for f in self.required_reading
            ],
            "optional_context": [
                {"file": f.file, "description": f.description}
                for f in self.optional_context
            ],
            "artifacts_directory": self.artifacts_directory,
            "detail_files": self.detail_files,
            "context_budget": {
                "manifest_tokens": self.context_budget.manifest_tokens,
                "required_reading_tokens": self.context_budget.required_reading_tokens,
                "total_available_tokens": self.context_budget.total_available_tokens
            } if self.context_budget else None
        }

    def to_json(self, indent: int = 2) -> str:
        """Convert to JSON string."""
        return json.dumps(self.to_dict(), indent=indent)

    def save(self, file_path: str) -> None:
        """Save manifest to file."""
        with open(file_path, 'w') as f:
            f.write(self.to_json())

    @classmethod
    def from_dict(cls, data: dict) -> 'HandoffManifest':
        """Load from dictionary."""
        # Convert nested dicts back to dataclasses
        key_decisions = [
            KeyDecision(**d) for d in data.get("key_decisions", [])
        ]
        required_reading = [
            FileReference(**f) for f in data.get("required_reading", [])
        ]
        optional_context = [
            FileReference(**f) for f in data.get("optional_context", [])
        ]
        context_budget = (
            ContextBudget(**data["context_budget"])
            if data.get("context_budget")
            else None
        )

        return cls(
            from_agent=data["from_agent"],
            to_agents=data.get("to_agents", []),
            artifact_type=data["artifact_type"],
            timestamp=data["timestamp"],
            scope=data["scope"],
            summary=data["summary"],
            key_decisions=key_decisions,
            files_created=data.get("files_created", []),
            dependencies_satisfied=data.get("dependencies_satisfied", []),
            required_reading=required_reading,
            optional_context=optional_context,
            artifacts_directory=data["artifacts_directory"],
            detail_files=data.get("detail_files", []),
            context_budget=context_budget
        )

    @classmethod
    def from_file(cls, file_path: str) -> 'HandoffManifest':
        """Load manifest from file."""
        with open(file_path, 'r') as f:
            data = json.load(f)
        return cls.from_dict(data)
