"""An agent starts: it is told what it must know and read, and that it was told is recorded."""

import json
from pathlib import Path
from typing import Any

import pytest

from batonpass.flow.compress import compress
from batonpass.flow.hand_over import hand_over
from batonpass.flow.setup import Setup
from batonpass.flow.take_over import brief, take_over
from batonpass.flow.upkeep import rebuild
from batonpass.flow.wish import Wish
from batonpass.flow.workflow import start
from batonpass.model.errors import HandoffMissing, HandoffTooLargeError, NotFound, StorageFailed
from batonpass.model.handoff import Selection
from batonpass.model.terms import Terms
from batonpass.store import journal
from tests.flow.project import PLAN, RESEARCH, Clock, opened, put


def research(setup: Setup, **more: Any) -> str:
    told = hand_over(setup, Terms(agent="researcher", type="research", **more), texts={"login.md": RESEARCH})
    return told.opened.handoff.id


def plan(setup: Setup, **more: Any) -> str:
    told = hand_over(setup, Terms(agent="planner", type="plan", **more), texts={"plan.md": PLAN})
    return told.opened.handoff.id


def gaps(root: Path) -> list[dict[str, Any]]:
    journal = sorted((root / ".baton" / "journal").glob("*.jsonl"))
    told = [json.loads(line) for path in journal for line in path.read_bytes().splitlines()]
    return [event for event in told if event["event"] == "gap.found"]


def test_the_brief_says_what_must_be_known_and_read_and_what_can_be_opened(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    put(tmp_path, "specs/api.yaml", "paths: {}\n")
    handoff = research(setup, to=("planner",), require=("specs/api.yaml",))
    brief = take_over(setup, "planner", Selection(to="planner"))
    assert brief.startswith("# Brief for planner\n")
    assert "Nobody who is logged in today may be logged out." in brief
    assert "Access tokens expire after 1 hour" in brief
    assert "Mobile apps read the claim sub out of the JWT" in brief
    assert "Must read first" in brief
    assert "api.yaml (" in brief, "with its tokens"
    assert f"baton expand {handoff[:6]}" in brief


def test_what_was_given_is_recorded_for_each_agent(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    handoff = research(setup)
    for agent in ("planner", "builder"):
        take_over(setup, agent, Selection(to=agent))
    reads = setup.store.reads(handoff=handoff)
    assert [(r.reader, r.what, r.at) for r in reads] == [
        ("planner", "manifest.json", "2026-03-01T10:00:00Z"),
        ("builder", "manifest.json", "2026-03-01T10:00:00Z"),
    ]
    assert all(r.tokens > 100 for r in reads)
    assert setup.store.find(handoff).readers == ("builder", "planner")


def test_nobody_before_is_said_so(tmp_path: Path) -> None:
    assert "No agent before you left a handoff." in take_over(opened(tmp_path), "planner", Selection())


def test_only_what_is_addressed_to_an_agent_is_given_to_it(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    research(setup, to=("planner",))
    plan(setup, to=("builder",))
    brief = take_over(setup, "builder", Selection(to="builder"))
    assert "httpOnly cookies" in brief
    assert "bcrypt" not in brief


def test_the_newest_of_each_agent_is_given_once(tmp_path: Path) -> None:
    clock = Clock()
    setup = opened(tmp_path, clock)
    research(setup, scope="First look")
    clock.forward(minutes=1)
    research(setup, scope="Second look")
    brief = take_over(setup, "planner", Selection(to="planner"))
    given, _, named = brief.partition("Also left open by them")
    assert "Second look" in given
    assert "First look" not in given
    assert "First look" in named


def test_what_was_superseded_or_rejected_is_not_given(tmp_path: Path) -> None:
    setup = opened(tmp_path, config='mode = "enforce"\n')
    hand_over(setup, Terms(agent="planner", type="plan"), texts={"plan.md": "# A plan\n\nWe will see.\n"})
    assert "We will see" not in take_over(setup, "builder", Selection())


def test_without_a_workflow_the_newest_run_is_meant(tmp_path: Path) -> None:
    clock = Clock()
    setup = opened(tmp_path, clock)
    research(setup, workflow="wf-1")
    clock.forward(minutes=1)
    plan(setup, workflow="wf-2")
    brief = take_over(setup, "builder", Selection(to="builder"))
    assert "httpOnly" in brief
    assert "bcrypt" not in brief
    assert "bcrypt" in take_over(setup, "builder", Selection(workflow="wf-1"))


def test_a_gap_is_named_with_the_full_artifacts_instead(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    put(tmp_path, "artifacts/researcher/notes/full-analysis.md", RESEARCH)
    brief = take_over(setup, "planner", Selection(), expected=("researcher",))
    assert "No handoff from researcher" in brief
    assert "artifacts/researcher/notes/full-analysis.md (" in brief
    assert [(e["agent"], e["for"]) for e in gaps(tmp_path)] == [("researcher", "planner")]


def test_the_plan_of_a_workflow_says_who_is_missing(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    name = start(setup, "OAuth2", ["researcher", "planner", "builder"])
    plan(setup, workflow=name)
    brief = take_over(setup, "builder", Selection(workflow=name))
    assert "No handoff from researcher" in brief
    assert "nothing of its work is known here" in brief
    assert "No handoff from planner" not in brief


def test_a_gap_is_an_error_where_rules_are_enforced(tmp_path: Path) -> None:
    setup = opened(tmp_path, config='mode = "enforce"\n')
    research(setup)
    with pytest.raises(HandoffMissing, match="no handoff from planner"):
        take_over(setup, "builder", Selection(), expected=("researcher", "planner"))
    assert len(gaps(tmp_path)) == 1, "it is recorded all the same"
    assert setup.store.reads() == ()


def test_a_brief_over_its_budget_says_what_to_leave_out(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    research(setup)
    plan(setup)
    with pytest.raises(HandoffTooLargeError, match=r"raise --budget to \d+, or leave out \w+"):
        take_over(setup, "builder", Selection(), budget=300)
    assert setup.store.reads() == ()


def test_a_hook_names_what_is_over_budget_and_counts_nothing_as_given(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    handoff = research(setup)
    brief = take_over(setup, "planner", Selection(), budget=50, name_only=True)
    assert setup.store.find(handoff).manifest in brief
    assert "bcrypt" not in brief
    assert [(r.reader, r.tokens) for r in setup.store.reads()] == [("planner", 0)]


def test_a_handoff_without_its_stored_block_is_given_all_the_same(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    handoff = setup.store.find(research(setup))
    (tmp_path / handoff.directory / "brief.md").unlink()
    brief = take_over(setup, "planner", Selection())
    assert "bcrypt" in brief
    assert setup.store.reads()[0].tokens == handoff.brief_tokens


def test_a_manifest_that_was_written_beside_an_artifact_is_found_by_rebuild(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    put(tmp_path, "artifacts/planner/2026-03-01-oauth2/full-plan.md", PLAN)
    folder = tmp_path / "artifacts/planner/2026-03-01-oauth2"
    compress(
        setup,
        Terms(agent="planner", type="plan"),
        str(folder / "full-plan.md"),
        str(folder / "manifest.json"),
    )
    rebuild(setup)
    assert "httpOnly cookies" in take_over(setup, "builder", Selection())


def test_other_work_of_the_same_agent_is_named_beside_its_newest(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    put(tmp_path, "login.md", RESEARCH)
    put(tmp_path, "billing.md", RESEARCH.replace("login", "billing").replace("Login", "Billing"))
    older = hand_over(setup, Terms(agent="researcher", type="research"), ["login.md"]).opened.handoff
    hand_over(setup, Terms(agent="researcher", type="research"), ["billing.md"])
    text = take_over(setup, "planner", Selection())
    assert text.count("## researcher, research:") == 1
    assert "Also left open by them" in text
    assert f"baton show {older.id[:8]}" in text


def test_who_is_left_out_must_be_in_it(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    research(setup)
    with pytest.raises(NotFound, match="no handoff of reseacher to leave out; wanted one of researcher"):
        brief(setup, "builder", Selection(), Wish(without=("reseacher",)))


def test_a_brief_that_cannot_be_recorded_is_given_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = opened(tmp_path)
    research(setup)
    whole = take_over(setup, "builder", Selection())

    def full(*_: object, **__: object) -> None:
        raise StorageFailed("cannot record: No space left on device", place="journal")

    monkeypatch.setattr(journal, "append", full)
    told = brief(setup, "builder", Selection(), Wish())
    assert told.text == whole
    (problem,) = told.problems
    assert (problem.rule, problem.severity) == ("reading", "warning")
    assert "is not recorded: cannot record: No space left" in problem.message


def test_a_model_nobody_knows_is_told(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    research(setup)
    (problem,) = brief(setup, "builder", Selection(), Wish(model="nosuchmodel")).problems
    assert "nothing is known of a model nosuchmodel" in problem.message
    assert brief(setup, "builder", Selection(), Wish(model="claude-sonnet-4-5")).problems == ()


def test_a_workflow_nobody_heard_of_is_told(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    research(setup)
    start(setup, "Login", ["researcher"], "wf-login")
    (problem,) = brief(setup, "builder", Selection(workflow="wf-logn"), Wish()).problems
    assert problem.message == "nothing is recorded of a workflow wf-logn"
    assert "wf-login" in problem.todo
    assert brief(setup, "builder", Selection(workflow="wf-login"), Wish()).problems == ()
