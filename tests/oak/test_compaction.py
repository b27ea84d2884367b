"""Full outputs compacted: by one call, by the text's own function over ours, and into the parts of a manifest."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

import batonpass
from batonpass import (
    HandoffManifest,
    ManifestTooLargeError,
    ManifestValidator,
    compact_agent_output,
    count_tokens,
    save_manifest,
)
from tests.oak.seed import AS_CHARACTERS, DOCUMENTS, IMPLEMENTATION, PLAN, RESEARCH, SNIPPETS, snippet

SHAPES = {
    function.name: function
    for function in ast.parse((SNIPPETS / "extractions.py").read_text("utf-8")).body
    if isinstance(function, ast.FunctionDef)
}
TIME = "2026-03-01T10:00:00Z"
STORY = Path(__file__).parents[2] / "examples" / "oauth2"


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def keys(shown: ast.expr) -> dict[str, ast.expr]:
    """Return the keys a dict display writes."""
    assert isinstance(shown, ast.Dict)
    pairs = zip(shown.keys, shown.values, strict=True)
    return {str(key.value): value for key, value in pairs if isinstance(key, ast.Constant)}


def returned(name: str) -> dict[str, ast.expr]:
    """Return what one of the text's functions returns, by key."""
    end = SHAPES[name].body[-1]
    assert isinstance(end, ast.Return)
    assert end.value
    return keys(end.value)


@pytest.mark.parametrize("kind", DOCUMENTS)
@pytest.mark.parametrize("empty", [False, True], ids=["found", "nothing found"])
def test_extractions_have_the_shape_the_text_gives_them(kind: str, *, empty: bool) -> None:
    name = f"extract_{kind}_summary"
    text = "Nothing of note happened." if empty else DOCUMENTS[kind]
    made: dict[str, Any] = getattr(batonpass, name)(text)
    wanted = returned(name)
    assert set(made) == set(wanted)
    assert set(keys(wanted["summary"])) <= set(made["summary"])
    assert all(isinstance(made[field], list) for field in set(wanted) - {"summary"})


def test_research_is_extracted() -> None:
    made = batonpass.extract_research_summary(RESEARCH)
    assert set(made["summary"]["key_insights"]) == {
        "Access tokens expire after 1 hour, and nothing refreshes them.",
        "Sessions are written to Redis without a TTL, so memory only grows.",
    }
    assert made["summary"]["constraints"] == ["Mobile apps read sub out of the JWT, so that claim must stay."]
    assert made["summary"]["risks"] == ["Passwords are hashed with bcrypt at cost 8."]
    assert made["key_decisions"] == []


def test_a_plan_is_extracted_with_the_files_it_will_create() -> None:
    made = batonpass.extract_plan_summary(PLAN)
    assert made["summary"]["strategy"].startswith("Add OAuth2 with PKCE beside the existing login")
    assert made["key_decisions"][0]["rationale"] == "No script can read them."
    assert made["files_created"] == ["src/oauth/token.ts"]
    assert made["dependencies_satisfied"] == ["top-down-analyzer: the JWT claim sub stays"]


def test_an_implementation_is_extracted() -> None:
    made = batonpass.extract_implementation_summary(IMPLEMENTATION)
    assert made["summary"]["files_created"] == 2
    assert made["summary"]["languages"] == ["TypeScript"]
    assert made["summary"]["key_files"][0] == "src/oauth/token.ts: the token endpoint (120 lines)"
    assert made["files_created"] == ["src/oauth/token.ts", "tests/oauth/token.test.ts"]


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_one_call_compacts(kind: str) -> None:
    made = compact_agent_output("backend-architect", kind, DOCUMENTS[kind], "OAuth2 login")
    assert (made.from_agent, made.artifact_type, made.scope) == ("backend-architect", kind, "OAuth2 login")
    assert made.artifacts_directory.startswith("artifacts/backend-architect/")
    assert "-oauth2-login-" in made.artifacts_directory
    assert made.context_budget["manifest_tokens"] == count_tokens(made.written().decode())
    assert ManifestValidator().validate_schema(made)
    assert ManifestValidator().validate_completeness(made).errors == []
    assert not Path("artifacts").exists(), "what is handed over is for the caller to save"


def test_a_long_document_fits_into_its_limit() -> None:
    text = (STORY / "research" / "full-analysis.md").read_text("utf-8")
    made = compact_agent_output("top-down-analyzer", "research", text, "Login today")
    assert made.context_budget.manifest_tokens <= 1000
    assert batonpass.estimate_compression_ratio(text, made.written().decode()) > 25
    assert len(made.summary["key_insights"]) == 5


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_the_texts_own_function_works_over_our_extractions(kind: str) -> None:
    original = snippet(
        "compact_agent_output", now=lambda: TIME, timestamp="2026-03-01", MAX_MANIFEST_SIZE=AS_CHARACTERS
    )
    theirs = original.compact_agent_output("backend-architect", kind, DOCUMENTS[kind], "login")
    ours = compact_agent_output("backend-architect", kind, DOCUMENTS[kind], "login")
    assert theirs.key_decisions == ours.key_decisions
    assert theirs.dependencies_satisfied == ours.dependencies_satisfied
    assert theirs.artifacts_directory == "artifacts/backend-architect/2026-03-01-login/"
    assert ManifestValidator().validate_schema(theirs)
    assert {k: v for k, v in theirs.summary.items() if v} == {
        k: v for k, v in ours.summary.items() if v and not k.startswith("files_to_create")
    }


def test_the_texts_own_function_raises_our_error() -> None:
    original = snippet("compact_agent_output", now=lambda: TIME, timestamp="2026-03-01", MAX_MANIFEST_SIZE=10)
    with pytest.raises(ManifestTooLargeError, match="bytes exceeds limit 10"):
        original.compact_agent_output("planner", "plan", PLAN, "login")


def test_the_agent_templates_example_saves_a_manifest() -> None:
    ran = snippet("agent_template", your_full_document=PLAN, timestamp="2026-03-01")
    saved = Path("artifacts/backend-architect/2026-03-01-brief-description/manifest.json")
    assert json.loads(saved.read_bytes()) == ran.manifest.present()
    assert HandoffManifest.from_file(str(saved)) == ran.manifest


def test_saving_again_replaces_the_whole_file(tmp_path: Path) -> None:
    manifest = compact_agent_output("planner", "plan", PLAN, "login")
    save_manifest(manifest, "manifest.json")
    manifest.scope = "login, second thoughts"
    save_manifest(manifest, "manifest.json")
    assert HandoffManifest.from_file("manifest.json").scope == "login, second thoughts"
    assert [p.name for p in tmp_path.iterdir() if not p.name.startswith(".baton")] == ["manifest.json"]


def test_an_unknown_type_is_named_with_those_there_are() -> None:
    with pytest.raises(batonpass.NotFound, match="implementation"):
        compact_agent_output("planner", "poem", PLAN, "login")


def test_an_empty_output_is_no_handoff() -> None:
    with pytest.raises(batonpass.BadContent, match="empty"):
        compact_agent_output("planner", "plan", " \n", "login")


def test_secrets_do_not_reach_the_manifest() -> None:
    text = RESEARCH + "\n- The key AKIAIOSFODNN7EXAMPLE stands in the repository.\n"
    made = compact_agent_output("planner", "research", text, "login")
    assert "AKIAIOSFODNN7EXAMPLE" not in made.to_json()
