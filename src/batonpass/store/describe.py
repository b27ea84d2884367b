"""A manifest and its proof, as the ledger knows them. Reads foreign manifests too, so it expects nothing."""

from typing import Any

from batonpass.model.files import MANIFEST
from batonpass.model.foreign_json import fields
from batonpass.model.handoff import Handoff
from batonpass.model.source import digest_of

LARGEST = 2**63 - 1  # SQLite's integers end here


def describe(manifest: bytes, proof: bytes | None, directory: str, file: str = MANIFEST) -> Handoff:
    """Return what can be said about a handoff; a field that is absent or strange stays empty."""
    said, proven = fields(manifest), fields(proof or b"{}")
    receipt, budget = _mapping(proven.get("receipt")), _mapping(said.get("context_budget"))
    return Handoff(
        id=_text(said.get("id")) or _text(proven.get("id")),
        agent=_text(said.get("from_agent")),
        directory=directory,
        at=_text(said.get("timestamp")),
        file=file,
        to=_texts(said.get("to_agents")),
        scope=_text(said.get("scope")),
        status=_text(said.get("status")),
        phase=_text(said.get("phase")),
        supersedes=_text(said.get("supersedes")),
        type=_text(said.get("artifact_type")),
        workflow=_text(said.get("workflow_id")),
        session=_text(said.get("session_id")),
        group=_text(said.get("group_id")),
        standing="rejected" if proven.get("standing") == "rejected" else "published",
        digest=digest_of(manifest),
        manifest_tokens=_number(receipt.get("manifest_tokens", budget.get("manifest_tokens"))),
        required_reading_tokens=_number(
            receipt.get("required_reading_tokens", budget.get("required_reading_tokens"))
        ),
        source_tokens=_number(receipt.get("source_tokens")),
        brief_tokens=_number(receipt.get("brief_tokens")),
    )


def _mapping(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: object) -> tuple[str, ...]:
    return tuple(v for v in value if isinstance(v, str)) if isinstance(value, list) else ()


def _number(value: Any) -> int:
    """Return a count; what no index could keep is none."""
    is_count = isinstance(value, int) and not isinstance(value, bool)
    return value if is_count and 0 <= value <= LARGEST else 0
