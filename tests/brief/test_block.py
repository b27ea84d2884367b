import json

import pytest
from msgspec.structs import replace

from batonpass.brief.block import block
from batonpass.model.problem import Problem
from batonpass.model.proof import SourceEntry
from tests.brief.sample import PROOF, TYPES, handoff, seed, size


def test_what_to_know_what_to_read_and_what_can_be_opened() -> None:
    assert block(handoff(), PROOF, size) == EXPECTED


EXPECTED = """\
## backend-architect, implementation: Login with OAuth2 and PKCE

Handoff 4f2a9c81d03e, 2026-03-01T12:00:00Z, status READY_FOR_QA

**Demanded by the user, word for word** `/instructions`
> Never log `tokens`,
> not even in debug builds.

**Overview** `/summary/overview`: The token endpoint checks the PKCE verifier before it issues anything.

**Decisions** `/key_decisions`
- Keep code challenges in Redis for 10 minutes — They clean up themselves

**Open questions** `/questions`
- Which clients may skip PKCE?

**Risks** (a guess) `/summary/risks`
- Refresh tokens are not rotated yet

**Tests** (unconfirmed) `/tests`: 47 passed, 0 failed, by jest

**Quality gates** `/summary/quality_gates`
- tsc: no errors

**Key files** (unconfirmed) `/summary/key_files`
- src/oauth/token.ts (token endpoint)
- src/oauth/pkce.ts (verifier check)

**Number of files created** `/summary/files_created`: 2

**Lines**: 310

**Languages**: TypeScript

**Files created** (unconfirmed) `/files_created`: src/oauth/token.ts, src/oauth/pkce.ts

**Dependencies satisfied** `/dependencies_satisfied`
- systems-architect: five endpoints as specified

**Must read first** (in artifacts/backend-architect/2026-03-01T120000Z-login-with-oauth2-4f2a9c/)
- api-spec.yaml (850 tokens): Endpoints and error codes

**Can be opened** when you need it
- `baton expand 4f2a9c81d03e /instructions/0`: source lines of that section's item 0 (about 11 to 141 tokens an item)
- `baton expand 4f2a9c81d03e implementation-notes.md#L10-L20`: any lines of it (2400 lines, 26000 tokens)
- `baton show 4f2a9c81d03e --view artifact`: everything found, 3 more (461 tokens)
- `baton search WORDS`: where else they stand

**Problems** (2; all: `baton validate 4f2a9c81d03e`)
- error, files: api-spec.yaml is gone
- warning, compression: 48 times smaller, 100 wanted
"""


def test_one_heading_for_a_handoff() -> None:
    text = block(handoff(), PROOF, size)
    assert [line for line in text.splitlines() if line.startswith("#")] == [text.splitlines()[0]]


def test_the_user_s_demands_come_first_then_constraints() -> None:
    manifest = seed("research") | {"instructions": ["Do not touch the mobile app."]}
    text = block(manifest, None, size)
    places = [
        text.index(word) for word in ("Do not touch", "Must maintain backward", "Current auth", "JWT tokens")
    ]
    assert places == sorted(places)


def test_only_some_claims_of_a_section_unconfirmed_are_marked_one_by_one() -> None:
    items = dict(PROOF.items)
    items["/files_created/1"] = replace(items["/files_created/1"], basis="derived")
    text = block(handoff(), replace(PROOF, items=items), size)
    assert "**Files created** `/files_created`: src/oauth/token.ts (unconfirmed), src/oauth/pkce.ts\n" in text


def test_the_tokens_of_each_file_to_read_are_told_where_they_are_known() -> None:
    text = block(seed("plan"), None, size, {"api-spec.yaml": 430, "full-plan.md": 21000})
    assert "850 tokens)\n- api-spec.yaml (430 tokens): OpenAPI spec" in text
    assert "  - full-plan.md (21000 tokens): Complete 1000-line" in text


def test_without_a_proof_it_says_so_and_offers_files_only() -> None:
    text = block(seed("research"), None, size)
    assert "No proof stands beside it" in text
    assert "baton expand" not in text
    assert "full-analysis.md: Complete 2000-line analysis" in text


def test_a_rejected_handoff_says_so_at_its_top() -> None:
    text = block(handoff(), replace(PROOF, standing="rejected"), size)
    assert text.splitlines()[3].startswith("REJECTED by validation")


def test_many_sources_are_counted_after_the_first_ones() -> None:
    one = PROOF.sources[0]
    sources = tuple(
        SourceEntry(f"{n}.md", "", f"{n}.md", "markdown", str(n) * 64, str(n) * 64, 10, 100) for n in range(8)
    )
    text = block(handoff(), replace(PROOF, sources=(one, *sources)), size)
    assert "- 3.md likewise (10 lines, 100 tokens)" in text
    assert "4.md" not in text
    assert "- 4 more files beside them (400 tokens)" in text


def test_a_pattern_that_stands_for_the_sources_is_no_further_file() -> None:
    stored = PROOF.sources[0].stored
    manifest = handoff() | {"detail_files": [stored, f"*.{stored.rpartition('.')[2]}", "diagrams/*"]}
    files = block(manifest, PROOF, size).partition("- in ")[2].partition("\n- ")[0].splitlines()[1:]
    assert [file.split()[1] for file in files if "*" in file] == ["diagrams/*"]


def test_a_short_source_is_opened_as_a_whole() -> None:
    short = replace(PROOF.sources[0], lines=7)
    assert f"{short.stored}#L1-L7`" in block(handoff(), replace(PROOF, sources=(short,)), size)


def test_a_problem_of_a_source_names_it_and_one_of_the_handoff_does_not() -> None:
    own = Problem("size", "warning", "too long", path=f"{handoff()['artifacts_directory']}manifest.json")
    other = Problem("source-empty", "warning", "the file is empty", path="docs/b.md")
    text = block(handoff(), replace(PROOF, problems=(own, other)), size)
    assert "- warning, size: too long\n- warning, source-empty: docs/b.md: the file is empty" in text


@pytest.mark.parametrize("name", TYPES)
def test_it_costs_about_what_the_manifest_costs(name: str) -> None:
    manifest = seed(name)
    whole = block(manifest, None, size)
    known = whole.partition("**Can be opened**")[0]
    assert size(known) <= 1.1 * size(json.dumps(manifest, separators=(",", ":")))
    assert size(whole) <= 1.1 * size(json.dumps(manifest, separators=(",", ":")))
