"""Parallel agents ended: one handoff of all of theirs, with every conflict named and every source kept."""

from pathlib import Path

import pytest

from batonpass.flow.check import check_manifests
from batonpass.flow.edit import correct, editable
from batonpass.flow.expand import expand
from batonpass.flow.fan_in import fan_in
from batonpass.flow.hand_over import hand_over
from batonpass.flow.setup import Setup
from batonpass.model.errors import NotFound
from batonpass.model.manifest import spelled
from batonpass.model.terms import Terms
from tests.flow.project import PLAN, Clock, opened, put

ONE = """\
# The token endpoint

## Overview

Clients get their tokens from one endpoint.

## Decisions

- **Decision**: Keep refresh tokens in Redis for 30 days.
  - **Rationale**: It is fast.
- **Decision**: Sign access tokens with RS256.
  - **Rationale**: Other services can check them.

## Files created

- `src/oauth/token.ts`: the token endpoint

## Files modified

- `src/app.ts`: mounts the router
"""
OTHER = """\
# The revocation endpoint

## Overview

Clients give their tokens back at one endpoint.

## Decisions

- **Decision**: Keep refresh tokens in Redis for 7 days.
  - **Rationale**: Fewer of them leak.
- **Decision**: Sign access tokens with RS256.
  - **Rationale**: Other services can check them.

## Files created

- `src/oauth/revoke.ts`: the revocation endpoint

## Files modified

- `src/app.ts`: mounts the other router
"""
TERMS = Terms(agent="planner", to=("reviewer",))


def pair(setup: Setup, root: Path) -> list[str]:
    """Let two agents hand over in parallel."""
    put(root, "one/notes.md", ONE)
    put(root, "other/notes.md", OTHER)
    runs = (("builder", "one"), ("reviewer", "other"))
    told = [hand_over(setup, Terms(agent=agent, group=name), [f"{name}/notes.md"]) for agent, name in runs]
    return [one.opened.handoff.id for one in told]


def test_two_become_one(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    told = fan_in(setup, pair(setup, tmp_path), TERMS)
    manifest = told.opened.manifest
    assert manifest["scope"] == "Merged work of builder and reviewer"
    assert set(manifest["files_created"]) == {"src/oauth/token.ts", "src/oauth/revoke.ts"}
    decisions = [d["decision"] for d in manifest["key_decisions"]]
    assert sum("RS256" in d for d in decisions) == 1, "what both say is said once"
    assert sum("refresh tokens" in d for d in decisions) == 2


@pytest.mark.parametrize(
    ("groups", "merged"), [(("a", "a"), ("wf-1", "s", "a")), (("a", "b"), ("wf-1", "s", ""))]
)
def test_what_all_belong_to_the_merged_one_belongs_to(
    tmp_path: Path, groups: tuple[str, str], merged: tuple[str, str, str]
) -> None:
    setup = opened(tmp_path)
    agents = zip(("builder", "reviewer"), (ONE, OTHER), groups, strict=True)
    names = [
        hand_over(setup, Terms(agent=agent, workflow="wf-1", session="s", group=group), texts={"n.md": text})
        for agent, text, group in agents
    ]
    told = fan_in(setup, [one.opened.handoff.id for one in names], TERMS).opened.handoff
    assert (told.workflow, told.session, told.group) == merged


def test_conflicts_are_named(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    told = fan_in(setup, pair(setup, tmp_path), TERMS)
    said = {p.rule: p.message for p in told.problems}
    assert said["conflict-file"] == "src/app.ts was changed by builder and reviewer"
    assert "30 days" in said["conflict-decision"]
    assert "7 days" in said["conflict-decision"]
    assert told.opened.proof
    assert told.opened.proof.problems == told.problems


def test_every_source_is_kept_and_proves_the_merged_lines(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    told = fan_in(setup, pair(setup, tmp_path), TERMS)
    folder = tmp_path / told.opened.handoff.directory
    assert (folder / "notes.md").read_text("utf-8") == ONE
    assert (folder / "notes-2.md").read_text("utf-8") == OTHER
    checked = check_manifests(setup, [told.opened.handoff.id])[0]
    assert [p for p in checked.problems if p.severity != "note"] == []
    at = next(i for i, d in enumerate(told.opened.manifest["key_decisions"]) if "RS256" in d["decision"])
    passages = expand(setup, told.opened.handoff.id, f"/key_decisions/{at}/decision")
    assert {p.file for p in passages} == {"notes.md", "notes-2.md"}
    assert all(p.state == "verified" for p in passages)


def test_merging_again_is_the_same_handoff(tmp_path: Path) -> None:
    clock = Clock()
    setup = opened(tmp_path, clock)
    names = pair(setup, tmp_path)
    first = fan_in(setup, names, TERMS)
    clock.forward(hours=1)
    again = fan_in(setup, names, TERMS)
    assert not again.new
    assert again.opened.handoff.id == first.opened.handoff.id


def test_required_reading_comes_along(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    put(tmp_path, "specs/api.yaml", "paths: {}\n")
    text = f"{ONE}\n## Required reading\n\n- `specs/api.yaml`: read this first\n"
    told = hand_over(setup, Terms(agent="builder"), texts={"notes.md": text})
    assert told.opened.manifest["required_reading"]
    merged = fan_in(setup, [told.opened.handoff.id], TERMS)
    assert [r["file"] for r in merged.opened.manifest["required_reading"]] == ["api.yaml"]
    assert (tmp_path / merged.opened.handoff.directory / "api.yaml").is_file()
    assert merged.problems == ()


def test_reading_that_both_require_is_required_once(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    put(tmp_path, "specs/api.yaml", "paths: {}\n")
    names = []
    for agent, text in (("builder", ONE), ("reviewer", OTHER)):
        terms = Terms(agent=agent, require=("specs/api.yaml",))
        names.append(hand_over(setup, terms, texts={"notes.md": text}).opened.handoff.id)
    merged = fan_in(setup, names, TERMS).opened.manifest
    assert [r["file"] for r in merged["required_reading"]] == ["api.yaml"]


def test_a_persons_correction_survives(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    names = pair(setup, tmp_path)
    before = fan_in(setup, names, TERMS)
    text = editable(setup, names[0])
    correct(setup, names[0], text.replace("in Redis for 30 days", "in PostgreSQL for 30 days"))
    after = fan_in(setup, names, TERMS)
    assert after.new
    assert after.opened.handoff.id != before.opened.handoff.id
    decisions = [d["decision"] for d in after.opened.manifest["key_decisions"]]
    assert any("PostgreSQL" in d for d in decisions)
    assert not any("in Redis for 30 days" in d for d in decisions)


def test_a_manifest_without_a_proof_cannot_be_merged(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    fields = {"from_agent": "builder", "artifact_type": "handoff", "summary": {"overview": "Done."}}
    put(tmp_path, "foreign/manifest.json", spelled(fields).decode())
    with pytest.raises(NotFound, match="no proof"):
        fan_in(setup, ["foreign/manifest.json"], TERMS)


def test_what_is_only_planned_is_not_merged_into_what_was_done(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    told = hand_over(setup, Terms(agent="planner", type="plan"), texts={"plan.md": PLAN})
    assert told.opened.manifest["summary"]["files_to_create"] == ["src/oauth/token.ts"]
    merged = fan_in(setup, [told.opened.handoff.id], TERMS)
    assert merged.opened.manifest["files_created"] == []
