"""The published schemas are the ones the code uses, and what the code writes fits them."""

import json
import os
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from batonpass.model.manifest import ContextBudget, FileReference, KeyDecision, Manifest, as_dict
from batonpass.model.proof import Proof
from batonpass.tables import load

ROOT = Path(__file__).resolve().parents[2]
TABLES = ROOT / "src" / "batonpass" / "tables" / "schemas"
DOCS = ROOT / "docs" / "reference" / "schemas"


def kept_in_step(path: Path, expected: str) -> None:
    """Compare a generated file, or write it where BATON_ACCEPT=1."""
    if os.environ.get("BATON_ACCEPT") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(expected, "utf-8", newline="\n")
    assert path.read_text("utf-8") == expected, "run `make accept` and read the diff"


def proof_schema() -> str:
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(Proof)}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def test_the_proofs_schema_is_made_from_the_proof() -> None:
    kept_in_step(TABLES / "proof.json", proof_schema())


@pytest.mark.parametrize("name", ["manifest", "proof"])
def test_the_documentation_shows_the_same_schema(name: str) -> None:
    kept_in_step(DOCS / f"{name}.json", (TABLES / f"{name}.json").read_text("utf-8"))


@pytest.mark.parametrize("name", ["manifest", "proof"])
def test_it_is_a_schema(name: str) -> None:
    jsonschema_rs.meta.validate(load.schema(name))


def test_an_empty_proof_fits_its_schema(made_proof: dict[str, Any]) -> None:
    assert jsonschema_rs.is_valid(load.schema("proof"), made_proof)
    assert not jsonschema_rs.is_valid(load.schema("proof"), made_proof | {"items": []})


def test_any_agent_may_hand_over_but_nobody_may_not() -> None:
    agent = load.schema("manifest")["properties"]["from_agent"]
    assert jsonschema_rs.is_valid(agent, "a-team-of-our-own")
    assert not jsonschema_rs.is_valid(agent, "")


def test_every_field_of_our_manifests_is_described() -> None:
    described = load.schema("manifest")["properties"]
    assert set(described) == set(Manifest.__struct_fields__)
    assert all(field["description"] for field in described.values())


def test_a_full_manifest_of_ours_fits() -> None:
    assert jsonschema_rs.is_valid(load.schema("manifest"), as_dict(full()))


def test_its_caps_are_those_the_compaction_keeps() -> None:
    fields, caps = load.schema("manifest")["properties"], load.limits()["schema"]
    decision = fields["key_decisions"]["items"]["properties"]
    assert fields["key_decisions"]["maxItems"] == caps["decisions"]
    assert fields["required_reading"]["maxItems"] == caps["readings"]
    assert fields["scope"]["maxLength"] == caps["scope_chars"]
    assert decision["decision"]["maxLength"] == caps["decision_chars"]
    assert decision["rationale"]["maxLength"] == caps["rationale_chars"]
    for name in ("required_reading", "optional_context"):
        described = fields[name]["items"]["properties"]["description"]
        assert described["maxLength"] == caps["description_chars"]


def full() -> Manifest:
    lists = ("files_created", "files_modified", "files_deleted", "blockers", "questions", "next_steps")
    words = ("status", "phase", "workflow_id", "session_id", "group_id", "supersedes", "id", "schema_version")
    plain: dict[str, Any] = dict.fromkeys((*lists, "instructions"), ("one", "two")) | dict.fromkeys(
        words, "x"
    )
    return Manifest(
        from_agent="backend-architect",
        to_agents=("security-auditor",),
        artifact_type="handoff",
        timestamp="2025-10-21T10:30:00Z",
        scope="OAuth2",
        summary={"overview": "Tokens", "decisions": ["Use PKCE"]},
        key_decisions=(KeyDecision("Use PKCE"),),
        required_reading=(FileReference("spec.yaml"),),
        artifacts_directory="artifacts/",
        context_budget=ContextBudget(400, 0, 10_000),
        tests={"runner": "pytest", "passed": 47, "failed": 0, "duration_s": 1.5, "basis": "asserted"},
        **plain,
    )


@pytest.fixture(name="made_proof")
def _made_proof() -> dict[str, Any]:
    receipt = dict.fromkeys(("profile", "profile_digest", "meter"), "x")
    numbers = dict.fromkeys(("source_tokens", "manifest_tokens", "required_reading_tokens"), 1)
    limits = {"ratio": 1.0, "target": 450, "limit": 1000, "kinds": {}}
    return {
        "manifest_digest": "0",
        "id": "1",
        "sources": [],
        "items": {},
        "receipt": receipt | numbers | limits,
    }
