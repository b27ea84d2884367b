import pytest

from batonpass.brief.announce import announce
from tests.brief.sample import TYPES, handoff, seed, size

PATH = "artifacts/backend-architect/2026-03-01T120000Z-login-4f2a9c/manifest.json"


def test_it_says_what_was_done_where_it_lies_and_what_to_read_first() -> None:
    assert announce(handoff(), PATH, size) == (
        "backend-architect finished implementation: Login with OAuth2 and PKCE (status READY_FOR_QA)\n"
        "Files: 2 created; 310 lines.\n"
        "Tests: 47 passed, 0 failed, by jest (unconfirmed).\n"
        f"Handoff manifest: {PATH} (540 tokens)\n"
        "Next agent: read the manifest first, then api-spec.yaml (850 tokens); full artifacts in "
        "artifacts/backend-architect/2026-03-01T120000Z-login-with-oauth2-4f2a9c/ only if needed.\n"
        "Key decision: Keep code challenges in Redis for 10 minutes\n"
        "Dependencies satisfied: systems-architect: five endpoints as specified\n"
    )


@pytest.mark.parametrize("name", TYPES)
def test_the_seed_s_examples_fit(name: str) -> None:
    text = announce(seed(name), PATH, size)
    assert size(text) <= 200
    assert PATH in text


def test_at_most_three_decisions_are_told() -> None:
    text = announce(seed("plan"), PATH, size)
    assert "Key decision: Implement rate limiting" in text
    assert "passport.js" not in text


def test_whole_lines_go_the_least_needed_first() -> None:
    manifest = handoff()
    manifest["key_decisions"] = [{"decision": f"{n} " + "decide " * 20, "rationale": ""} for n in range(3)]
    text = announce(manifest, PATH, size)
    assert size(text) <= 200
    assert "Key decision: 0 decide" in text
    assert "Key decision: 1 decide" in text
    assert "Key decision: 2 decide" not in text
    assert "Tests: 47 passed" in text, "read before the decisions, and needed more"
    assert all(line in announce(manifest, PATH, lambda _: 0).splitlines() for line in text.splitlines())


def test_a_line_too_long_to_be_told_does_not_push_out_the_others() -> None:
    manifest = handoff()
    manifest["scope"] = "a scope " * 200
    manifest["artifacts_directory"] = "a/" * 200
    text = announce(manifest, PATH, size)
    assert text.startswith("Files: 2 created")
    assert f"Handoff manifest: {PATH}" in text


def test_the_manifest_s_place_always_stands_and_whole() -> None:
    path = "deep/" * 300 + "manifest.json"
    assert announce(handoff(), path, size) == f"Handoff manifest: {path} (540 tokens)\n"


def test_blockers_are_told_before_decisions() -> None:
    manifest = handoff() | {"blockers": ["No staging database", "No test user"]}
    assert "Blocked: No staging database (and 1 more)\n" in announce(manifest, PATH, size)
