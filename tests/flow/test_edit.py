"""A person corrects a handoff before it is handed on."""

import json
from pathlib import Path
from typing import Any

import pytest

from batonpass.flow.check import check_manifests
from batonpass.flow.edit import correct, editable
from batonpass.flow.fan_in import fan_in
from batonpass.flow.hand_over import hand_over
from batonpass.flow.outcome import open_handoff
from batonpass.flow.setup import Setup
from batonpass.flow.take_over import take_over
from batonpass.model.errors import BadContent, NotFound
from batonpass.model.handoff import Selection
from batonpass.model.manifest import spelled
from batonpass.model.terms import Terms
from tests.flow.project import PLAN, RESEARCH, opened, put, tree


@pytest.fixture
def setup(tmp_path: Path) -> Setup:
    """Hand over one plan."""
    put(tmp_path, "plan.md", PLAN)
    setup = opened(tmp_path)
    hand_over(setup, Terms(agent="planner", type="plan"), ["plan.md"])
    return setup


def manifest(setup: Setup) -> dict[str, Any]:
    return open_handoff(setup, "planner").manifest


def edited(setup: Setup, old: str, new: str) -> None:
    text = editable(setup, "planner")
    assert old in text
    correct(setup, "planner", text.replace(old, new))


def test_text_that_was_not_changed_changes_nothing(setup: Setup, tmp_path: Path) -> None:
    before = tree(tmp_path, ".baton/ledger")
    told, corrections = correct(setup, "planner", editable(setup, "planner"))
    assert not told.new
    assert not corrections
    assert tree(tmp_path, ".baton/ledger") == before


def test_a_correction_is_an_item_of_the_persons_own(setup: Setup) -> None:
    edited(setup, "10 requests a minute", "5 requests a minute")
    after = open_handoff(setup, "planner")
    corrected = {
        "decision": "Limit the token endpoint to 5 requests a minute.",
        "rationale": "It stops guessing.",
    }
    at = after.manifest["key_decisions"].index(corrected)
    place = f"/key_decisions/{at}"
    assert after.proof
    items = after.proof.items
    assert items[f"{place}/decision"].basis == "user"
    assert items[f"{place}/rationale"].spans, "what nobody touched keeps its proof"
    assert items[f"/key_decisions/{1 - at}/decision"].spans


def test_a_corrected_handoff_holds(setup: Setup) -> None:
    edited(setup, "10 requests a minute", "5 requests a minute")
    assert check_manifests(setup, ["planner"])[0].problems == ()
    path = Path(setup.root, setup.store.find("planner").manifest)
    counted = setup.meter.count(path.read_text("utf-8"))
    assert manifest(setup)["context_budget"]["manifest_tokens"] == counted
    assert setup.store.find("planner").manifest_tokens == counted


def test_the_version_before_is_kept(setup: Setup) -> None:
    folder = Path(setup.root, setup.store.find("planner").directory)
    before = [(folder / name).read_bytes() for name in ("manifest.json", "proof.json")]
    edited(setup, "10 requests a minute", "5 requests a minute")
    edited(setup, "5 requests a minute", "3 requests a minute")
    assert [(folder / name).read_bytes() for name in ("manifest.1.json", "proof.1.json")] == before
    assert "5 requests" in (folder / "manifest.2.json").read_text("utf-8")
    assert check_manifests(setup, [str(folder / "manifest.1.json")])[0].valid
    assert setup.store.find("planner").edits == 2


def test_the_next_agent_is_told_the_corrected_words(setup: Setup) -> None:
    edited(setup, "10 requests a minute", "5 requests a minute")
    brief = take_over(setup, "builder", Selection())
    assert "5 requests a minute" in brief
    assert "10 requests a minute" not in brief


def test_what_is_deleted_is_gone_with_its_proof(setup: Setup) -> None:
    edited(setup, "1. src/oauth/token.ts\n", "")
    after = open_handoff(setup, "planner")
    assert after.manifest["summary"]["files_to_create"] == []
    assert after.proof
    assert not any("files_to_create" in pointer for pointer in after.proof.items)


def test_what_is_added_stands_with_the_rest(setup: Setup) -> None:
    edited(setup, "[/questions]\n", "[/questions]\n- Who rotates the key?\n")
    after = open_handoff(setup, "planner")
    assert after.manifest["questions"] == ["Who rotates the key?"]
    assert after.proof
    item = after.proof.items["/questions/0"]
    assert (item.basis, item.kind) == ("user", "question")


def test_a_correction_can_mend_a_rejected_handoff(tmp_path: Path) -> None:
    setup = opened(tmp_path, config='mode = "enforce"\n')
    text = "# A plan\n\n## Strategy\n\nWe move clients over one by one.\n"
    told = hand_over(setup, Terms(agent="planner", type="plan"), texts={"plan.md": text})
    assert told.rejected
    name = told.opened.handoff.id
    mended = editable(setup, name).replace("[/key_decisions]\n", "[/key_decisions]\n- decision: Use PKCE\n")
    told, _ = correct(setup, name, mended)
    assert not told.rejected
    assert [h.id for h in setup.store.open_handoffs(Selection())] == [name]


def test_a_correction_can_make_a_handoff_too_large_and_that_is_said(setup: Setup) -> None:
    edited(setup, "10 requests a minute", "10 requests a minute, " + "and so on " * 900)
    problems = check_manifests(setup, ["planner"])[0].problems
    assert any(p.rule == "size" and p.severity == "error" for p in problems)
    assert open_handoff(setup, "planner").proof


def test_conflicts_of_a_merge_stay_said(setup: Setup) -> None:
    other = PLAN.replace("10 requests", "20 requests")
    told = hand_over(setup, Terms(agent="builder", type="plan"), texts={"plan.md": other})
    merged = fan_in(setup, ["planner", told.opened.handoff.id], Terms(agent="reviewer"))
    name = merged.opened.handoff.id
    assert any(p.rule == "conflict-decision" for p in merged.problems)
    after, _ = correct(setup, name, editable(setup, name).replace("one by one", "one after another"))
    assert any(p.rule == "conflict-decision" for p in after.problems)


def test_the_edit_is_recorded(setup: Setup, tmp_path: Path) -> None:
    edited(setup, "10 requests a minute", "5 requests a minute")
    journal = sorted((tmp_path / ".baton" / "journal").glob("*.jsonl"))
    events = [json.loads(line)["event"] for path in journal for line in path.read_bytes().splitlines()]
    assert events == ["handoff.published", "handoff.edited"]


def test_an_edit_that_cannot_be_understood_changes_nothing(setup: Setup, tmp_path: Path) -> None:
    before = tree(tmp_path, ".baton/ledger")
    with pytest.raises(BadContent, match="line"):
        correct(setup, "planner", editable(setup, "planner").replace("[/questions]", "[/questions"))
    assert tree(tmp_path, ".baton/ledger") == before


def test_a_foreign_manifest_is_mended_in_its_own_file(tmp_path: Path) -> None:
    fields = {"from_agent": "builder", "artifact_type": "handoff", "scope": "Login", "summary": {"x": "y"}}
    put(tmp_path, "artifacts/builder/today/manifest.json", spelled(fields).decode())
    setup = opened(tmp_path)
    path = "artifacts/builder/today/manifest.json"
    before = tree(tmp_path, ".baton/ledger")
    with pytest.raises(NotFound, match="no proof"):
        correct(setup, path, editable(setup, path).replace("Login", "Logout"))
    assert tree(tmp_path, ".baton/ledger") == before


def test_a_research_handoff_can_be_corrected_in_any_part(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    hand_over(setup, Terms(agent="planner", type="research"), texts={"login.md": RESEARCH})
    edited(setup, "scope: How login works today", "scope: Login")
    edited(setup, "bcrypt at cost 8", "bcrypt at cost 10")
    after = manifest(setup)
    assert after["scope"] == "Login"
    assert after["summary"]["risks"] == ["Passwords are hashed with bcrypt at cost 10."]
    assert check_manifests(setup, ["planner"])[0].problems == ()
