"""The manifest and its parts, to be built, changed, saved and loaded by hand."""

import json
import logging
import os
from dataclasses import dataclass, field
from typing import Any, Self

from msgspec.structs import replace

from batonpass.flow import budget, in_place
from batonpass.model.manifest import ALWAYS, spelled
from batonpass.model.playbook import Playbook
from batonpass.surfaces.oak.record import Record, plain
from batonpass.surfaces.oak.tokens import count_tokens, read_file_tokens
from batonpass.tables import load

PLAYBOOK = load.playbook("oak")

logger = logging.getLogger("batonpass")


@dataclass(eq=False)
class FileReference(Record):
    """Reference to a file with description."""

    file: str
    description: str = ""


@dataclass(eq=False)
class KeyDecision(Record):
    """A critical decision made during agent work."""

    decision: str
    rationale: str = ""


@dataclass(eq=False)
class ContextBudget(Record):
    """Token budget tracking, and its enforcement: the text uses one name for both."""

    manifest_tokens: int = 0
    required_reading_tokens: int = 0
    total_available_tokens: int = PLAYBOOK.budgets.window_target

    MAX_MANIFEST_SIZE = PLAYBOOK.budgets.manifest
    MAX_REQUIRED_READING = PLAYBOOK.budgets.required_reading
    MAX_HANDOFF_TOTAL = PLAYBOOK.budgets.handoff
    MAX_AGENT_WORKING = PLAYBOOK.budgets.working

    def validate_manifest(self, manifest: "HandoffManifest") -> bool:
        """Raise the budget error that applies, else note the numbers in the manifest."""
        size = count_tokens(manifest.written().decode())
        paths = (os.path.join(manifest.artifacts_directory, f["file"]) for f in manifest.required_reading)
        reading = sum(read_file_tokens(path) for path in paths)
        budget.require(size, reading, self.playbook().budgets)
        manifest.context_budget = ContextBudget(size, reading, self.MAX_HANDOFF_TOTAL)
        return True

    def track_agent_usage(self, agent_name: str, tokens_used: int) -> None:
        """Warn when an agent's own work is above its working memory."""
        verdict = budget.working_memory(agent_name, tokens_used, self.playbook())
        if verdict.answer != "go":
            logger.warning(verdict.reasons[0])

    def playbook(self) -> Playbook:
        """Return the playbook under these limits: a subclass may be stricter."""
        own = {
            "manifest": self.MAX_MANIFEST_SIZE,
            "required_reading": self.MAX_REQUIRED_READING,
            "handoff": self.MAX_HANDOFF_TOTAL,
            "working": self.MAX_AGENT_WORKING,
        }
        return replace(PLAYBOOK, budgets=replace(PLAYBOOK.budgets, **own))


@dataclass(eq=False)
class HandoffManifest(Record):
    """Structured handoff manifest for agent-to-agent communication."""

    from_agent: str
    artifact_type: str
    timestamp: str
    scope: str
    summary: dict[str, Any]
    artifacts_directory: str
    to_agents: list[str] = field(default_factory=list)
    key_decisions: list[Any] = field(default_factory=list)
    files_created: list[str] = field(default_factory=list)
    dependencies_satisfied: list[str] = field(default_factory=list)
    required_reading: list[Any] = field(default_factory=list)
    optional_context: list[Any] = field(default_factory=list)
    detail_files: list[str] = field(default_factory=list)
    context_budget: Any = None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, _as_records(name, value))

    def to_dict(self) -> dict[str, Any]:
        """Convert to dictionary for JSON serialization."""
        ordered = dict.fromkeys((*ALWAYS, *self))
        return {name: plain(_as_records(name, self.get(name))) for name in ordered}

    def to_json(self, indent: int = 2) -> str:
        """Convert to JSON string."""
        return json.dumps(self.present(), indent=indent)

    def present(self) -> dict[str, Any]:
        """Return what a file may hold: the schema knows no null, so what is not set is left out."""
        return {name: value for name, value in self.to_dict().items() if value is not None}

    def written(self) -> bytes:
        """Return the exact bytes that `save` writes and that every size is counted on."""
        return spelled(self.present())

    def save(self, file_path: str) -> None:
        """Save manifest to file, its folder with it."""
        in_place.save(file_path, self.written())

    @classmethod
    def from_file(cls, file_path: str) -> Self:
        """Load manifest from file."""
        return cls.from_dict(in_place.load_manifest(file_path))


_ENTRIES: dict[str, type[FileReference | KeyDecision]] = {
    "key_decisions": KeyDecision,
    "required_reading": FileReference,
    "optional_context": FileReference,
}


def _as_records(name: str, value: Any) -> Any:
    """Return what stands in a field as the records that field holds."""
    if name == "context_budget" and type(value) is dict:
        return ContextBudget.from_dict(value)
    return [_entry(_ENTRIES[name], entry) for entry in value or ()] if name in _ENTRIES else value


def _entry(record: type[FileReference | KeyDecision], value: Any) -> Any:
    """Return an entry as a record, also one spelled `file - description`."""
    if isinstance(value, str):
        first, _, rest = value.partition(" - ")
        return record(first, rest)
    return record.from_dict(value) if type(value) is dict else value
