"""Appendix B: manifests built, changed, saved and loaded by hand, by its classes and by ours."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batonpass import (
    ContextBudget,
    FileReference,
    HandoffManifest,
    KeyDecision,
    ManifestValidator,
    Terms,
    hand_over,
    open_project,
)
from batonpass.model.manifest import ALWAYS
from tests.oak.seed import PLAN, snippet
from tests.validate.fixture import NAMES, SEED, examples

original = snippet("manifest_classes")

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
lists = st.lists(texts, max_size=3)
files = st.lists(st.fixed_dictionaries({"file": texts, "description": texts}), max_size=3)
manifests = st.fixed_dictionaries(
    {
        **dict.fromkeys(("from_agent", "artifact_type", "timestamp", "scope", "artifacts_directory"), texts),
        "summary": st.dictionaries(texts, texts | lists, max_size=3),
    },
    optional={
        **dict.fromkeys(("to_agents", "files_created", "dependencies_satisfied", "detail_files"), lists),
        "key_decisions": st.lists(st.fixed_dictionaries({"decision": texts, "rationale": texts}), max_size=3),
        "required_reading": files,
        "optional_context": files,
        "context_budget": st.fixed_dictionaries(
            {"manifest_tokens": st.integers(0), "required_reading_tokens": st.integers(0)},
            optional={"total_available_tokens": st.integers(0)},
        ),
    },
)


def small() -> HandoffManifest:
    return HandoffManifest("planner", "plan", "2026-03-01T10:00:00Z", "Login", {"strategy": "PKCE"}, "out/")


@pytest.mark.parametrize("name", NAMES)
def test_the_full_examples_survive_a_round_trip(name: str) -> None:
    example = examples()[name]
    assert HandoffManifest.from_dict(example).to_dict() == example
    assert original.HandoffManifest.from_dict(example).to_dict() == example


@pytest.mark.parametrize("name", NAMES)
def test_the_json_is_the_same_to_the_byte(name: str) -> None:
    example = examples()[name]
    assert (
        HandoffManifest.from_dict(example).to_json() == original.HandoffManifest.from_dict(example).to_json()
    )


@given(manifests)
def test_any_manifest_reads_the_same_in_both(data: dict[str, Any]) -> None:
    ours, theirs = HandoffManifest.from_dict(data), original.HandoffManifest.from_dict(data)
    assert ours.to_dict() == theirs.to_dict()
    assert list(ours.to_dict()) == list(theirs.to_dict())


def test_positional_arguments_mean_the_same() -> None:
    said = ("planner", "plan", "2026-03-01T10:00:00Z", "Login", {"strategy": "PKCE"}, "out/")
    rest: tuple[list[str], ...] = (["builder"], [], ["a.md"], ["planner: b"], [], [], ["a.md"])
    assert HandoffManifest(*said, *rest).to_dict() == original.HandoffManifest(*said, *rest).to_dict()
    assert KeyDecision("PKCE", "no secret") == {"decision": "PKCE", "rationale": "no secret"}
    assert FileReference("a.md", "all of it") == {"file": "a.md", "description": "all of it"}
    assert vars(original.ContextBudget(450, 0)) == ContextBudget(450, 0)


def test_a_budget_that_is_not_set_is_none_in_python_and_absent_in_the_file(tmp_path: Path) -> None:
    manifest, path = small(), tmp_path / "manifest.json"
    manifest.save(str(path))
    assert manifest.to_dict()["context_budget"] is None
    assert "context_budget" not in json.loads(path.read_bytes()), "null would not fit the schema"
    assert ManifestValidator().validate_schema(manifest)
    assert HandoffManifest.from_file(str(path)) == manifest


def test_either_class_loads_what_the_other_saved(tmp_path: Path) -> None:
    ours, theirs = HandoffManifest.from_file(str(SEED / "plan.json")), str(tmp_path / "theirs.json")
    original.HandoffManifest.from_file(str(SEED / "plan.json")).save(theirs)
    assert HandoffManifest.from_file(theirs) == ours
    ours.save(str(tmp_path / "deep" / "ours.json"))
    assert (
        original.HandoffManifest.from_file(str(tmp_path / "deep" / "ours.json")).to_dict() == ours.to_dict()
    )


def test_the_original_classes_load_a_published_handoff(tmp_path: Path) -> None:
    setup = open_project(str(tmp_path))
    told = hand_over(setup, Terms(agent="planner", type="plan", workflow="wf-1"), texts={"plan.md": PLAN})
    loaded = original.HandoffManifest.from_file(str(tmp_path / told.opened.handoff.manifest))
    assert loaded.to_dict() == {name: told.opened.manifest[name] for name in ALWAYS}
    assert loaded.key_decisions[0].decision == "Keep refresh tokens in httpOnly cookies."


def test_fields_are_attributes_and_keys() -> None:
    manifest = HandoffManifest.from_dict(examples()["plan"])
    assert [f["file"] for f in manifest.required_reading] == [f.file for f in manifest.required_reading]
    assert manifest.context_budget["manifest_tokens"] == manifest.context_budget.manifest_tokens == 520
    assert manifest["scope"] == manifest.scope
    assert KeyDecision(**manifest.key_decisions[0]) == manifest.key_decisions[0]


def test_what_is_changed_one_way_is_seen_the_other_way() -> None:
    manifest = small()
    manifest.scope = "Login and logout"
    manifest["to_agents"] = ["builder"]
    manifest.key_decisions.append(KeyDecision("PKCE"))
    manifest.key_decisions[0]["rationale"] = "no secret"
    assert manifest["scope"] == "Login and logout"
    assert manifest.to_agents == ["builder"]
    assert manifest.to_dict()["key_decisions"] == [{"decision": "PKCE", "rationale": "no secret"}]


def test_plain_objects_become_records_where_they_are_put() -> None:
    manifest = small()
    manifest.context_budget = {"manifest_tokens": 450, "required_reading_tokens": 0}
    manifest.key_decisions = [{"decision": "PKCE", "rationale": ""}]
    manifest["optional_context"] = [{"file": "full-plan.md", "description": "all of it"}]
    assert manifest.context_budget.total_available_tokens == 68_000
    assert manifest.key_decisions[0].decision == "PKCE"
    assert manifest.optional_context[0].file == "full-plan.md"


def test_files_may_be_named_as_strings() -> None:
    manifest = small()
    manifest.required_reading = ["api-spec.yaml - REST API specification", "data-models.ts"]
    manifest.optional_context.append("full-plan.md - Complete planning document")
    assert manifest.required_reading[0]["description"] == "REST API specification"
    assert manifest.to_dict()["required_reading"][1] == {"file": "data-models.ts", "description": ""}
    assert manifest.to_dict()["optional_context"][0]["file"] == "full-plan.md"


def test_a_manifest_is_json_itself() -> None:
    manifest = HandoffManifest.from_dict(examples()["plan"])
    assert json.loads(json.dumps(manifest)) == examples()["plan"]


def test_a_copy_is_its_own() -> None:
    manifest = HandoffManifest.from_dict(examples()["plan"])
    other = copy.deepcopy(manifest)
    other.key_decisions[0].decision = "something else"
    assert manifest.to_dict() == examples()["plan"]
    manifest.to_dict()["summary"]["strategy"] = "something else"
    assert manifest.to_dict() == examples()["plan"]


def test_fields_of_a_newer_writer_are_kept() -> None:
    newer = examples()["plan"] | {"status": "READY", "questions": ["Who rotates the key?"]}
    manifest = HandoffManifest.from_dict(newer)
    assert manifest["status"] == "READY"
    assert manifest.to_dict() == newer
    assert original.HandoffManifest.from_dict(newer).to_dict() == examples()["plan"]


def test_what_cannot_be_left_out_is_named() -> None:
    for classes in (HandoffManifest, original.HandoffManifest):
        with pytest.raises(KeyError, match="from_agent"):
            classes.from_dict({})


def test_a_file_that_is_not_there_is_the_systems_error(tmp_path: Path) -> None:
    for classes in (HandoffManifest, original.HandoffManifest):
        with pytest.raises(FileNotFoundError):
            classes.from_file(str(tmp_path / "manifest.json"))
