from typing import Any

import pytest

from batonpass.brief.artifact import artifact
from tests.brief.sample import PROOF, TYPES, handoff, loads, seed


def read(manifest: dict[str, Any], *, proven: bool = False) -> dict[str, Any]:
    value: dict[str, Any] = loads(artifact(manifest, PROOF if proven else None))
    return value


def test_research_has_the_structure_of_its_type() -> None:
    manifest = seed("research")
    made = read(manifest)
    assert list(made)[:4] == ["type", "agent", "timestamp", "scope"]
    assert made["findings"] == manifest["summary"]
    assert made["artifacts_directory"] == manifest["artifacts_directory"]
    assert made["detail_files"] == manifest["detail_files"]


def test_a_plan_has_approach_changes_and_dependencies() -> None:
    manifest = seed("plan")
    manifest["summary"]["files_to_create"] = ["src/api/auth.ts"]
    made = read(manifest)
    assert made["approach"]["strategy"] == manifest["summary"]["strategy"]
    assert made["approach"]["key_decisions"] == manifest["key_decisions"]
    assert made["changes"] == {
        "files_to_create": ["src/api/auth.ts"],
        "files_to_modify": [],
        "files_to_delete": [],
    }
    assert made["dependencies"]["requires_from_research"] == manifest["dependencies_satisfied"]
    assert made["dependencies"]["provides_to_implementation"][0].startswith("api-spec.yaml (")


def test_an_implementation_has_its_summary_and_the_gates_it_passed() -> None:
    made = read(handoff(), proven=True)
    assert made["implementation_summary"] == {
        "files_created": 2,
        "total_lines": 310,
        "languages": ["TypeScript"],
        "key_files": [
            "src/oauth/token.ts (token endpoint)",
            "src/oauth/pkce.ts (verifier check)",
            "src/oauth/refresh.ts (refresh endpoint)",
        ],
    }
    assert made["quality_gates_passed"] == ["47 passed, 0 failed, by jest", "tsc: no errors"]
    assert made["quality_gates_failed"] == ["eslint: 3 errors"]


def test_how_many_files_were_created_is_not_said_where_nobody_knows() -> None:
    manifest = seed("implementation")
    manifest["files_created"] = []
    del manifest["summary"]["files_created"]
    assert "files_created" not in read(manifest)["implementation_summary"]


def test_what_was_left_out_is_there_and_what_was_shortened_is_whole() -> None:
    made = read(handoff(), proven=True)
    assert made["risks"] == [
        "Refresh tokens are not rotated yet, as planned",
        "Clock skew above 30 seconds breaks the verifier",
    ]
    assert made["insights"] == ["The old middleware copies the session twice"]
    assert made["instructions"] == ["Never log `tokens`,\nnot even in debug builds."]
    assert made["files_created"][-1] == "src/oauth/refresh.ts"
    assert made["decisions"] == [
        {
            "decision": "Keep code challenges in Redis for 10 minutes",
            "rationale": "They clean up themselves",
            "alternatives": ["Postgres"],
        }
    ]
    assert made["detail_files"][0] == "implementation-notes.md (2400 lines, 26000 tokens)"


def test_what_no_longer_holds_does_not_look_as_if_it_did() -> None:
    made = read(handoff(), proven=True)
    assert made["not_current"] == {
        "rejected": {
            "decisions": [{"decision": "Store challenges in Postgres", "rationale": "needs a cleanup job"}]
        },
        "done": {"next_steps": ["Delete the JWT route"]},
    }


def test_a_general_handoff_has_one_key_for_each_kind() -> None:
    manifest = handoff() | {"artifact_type": "handoff"}
    made = read(manifest)
    assert made["questions"] == manifest["questions"]
    assert made["overview"] == [manifest["summary"]["overview"]]
    assert "implementation_summary" not in made


@pytest.mark.parametrize("name", TYPES)
def test_timestamps_and_texts_read_back_as_texts(name: str) -> None:
    manifest = seed(name)
    made = read(manifest)
    assert (made["timestamp"], made["scope"]) == (manifest["timestamp"], manifest["scope"])


def test_a_foreign_field_that_clashes_is_kept_apart() -> None:
    manifest = seed("research")
    manifest["summary"]["scope"] = ["out of scope: billing"]
    assert read(manifest)["further"] == {"scope": ["out of scope: billing"]}
