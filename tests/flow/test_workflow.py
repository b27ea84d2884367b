"""A team's run from its start to its end, and what its handoffs cost together."""

import json
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest

from batonpass.flow.expand import expand
from batonpass.flow.hand_over import hand_over
from batonpass.flow.setup import Setup
from batonpass.flow.take_over import take_over
from batonpass.flow.workflow import complete, show, start
from batonpass.model.errors import NotFound, StorageFailed, WrongUse
from batonpass.model.handoff import Selection
from batonpass.model.terms import Terms
from tests.flow.project import PLAN, RESEARCH, Clock, opened

PLANNED = ["researcher", "planner", "builder"]


def told(root: Path) -> list[dict[str, Any]]:
    lines = (root / ".baton" / "telemetry" / "workflow_events.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def run(setup: Setup, name: str) -> None:
    """Let two agents hand over."""
    for agent, kind, text in (("researcher", "research", RESEARCH), ("planner", "plan", PLAN)):
        hand_over(setup, Terms(agent=agent, type=kind, workflow=name), texts={"notes.md": text})


def test_a_workflow_gets_an_id_that_tells_its_day(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    assert start(setup, "OAuth2", PLANNED) == "wf-20260301-00000001"
    assert start(setup, "OAuth2", PLANNED) == "wf-20260301-00000002"
    assert start(setup, "OAuth2", PLANNED, "mine") == "mine"


def test_its_handoffs_are_added_up(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    name = start(setup, "OAuth2", PLANNED)
    run(setup, name)
    shown = show(setup, name)
    costs = [h.manifest_tokens + h.required_reading_tokens for h in shown.handoffs]
    assert [h.agent for h in shown.handoffs] == ["researcher", "planner"]
    assert shown.budget.total_tokens == sum(costs)
    assert shown.budget.remaining == 68_000 - sum(costs)
    assert shown.budget.max_single_utilisation == max(costs) / 10_000
    assert shown.alert.level == "OK"


def test_what_was_read_in_it_is_shown(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    name = start(setup, "OAuth2", PLANNED)
    run(setup, name)
    take_over(setup, "builder", Selection(workflow=name))
    expand(setup, "planner", "notes.md#L1-L3", reader="builder")
    assert [(r.reader, r.what) for r in show(setup, name).reads] == [
        ("builder", "manifest.json"),
        ("builder", "manifest.json"),
        ("builder", "notes.md"),
    ]


def test_the_newest_is_shown_where_none_is_named(tmp_path: Path) -> None:
    clock = Clock()
    setup = opened(tmp_path, clock)
    start(setup, "First", PLANNED)
    clock.forward(hours=1)
    second = start(setup, "Second", PLANNED)
    assert show(setup).workflow.id == second


def test_its_end_is_recorded_with_its_efficiency(tmp_path: Path) -> None:
    clock = Clock()
    setup = opened(tmp_path, clock)
    name = start(setup, "OAuth2", PLANNED, minutes=120)
    run(setup, name)
    clock.forward(hours=2)
    done = complete(setup, name, success=True)
    assert (done.workflow.success, done.workflow.duration_s) == (True, 7200)
    assert done.workflow.agents == tuple(PLANNED)
    assert done.workflow.ran == ("researcher", "planner")
    begun, *handoffs, ended = told(tmp_path)
    assert begun["estimated_duration"] == 120
    assert len(handoffs) == 2
    assert ended["duration_seconds"] == 7200
    assert ended["agents_executed"] == ["researcher", "planner"]
    assert ended["context_efficiency"]["total_handoff_tokens"] == done.budget.total_tokens
    assert {e["workflow_id"] for e in (begun, *handoffs, ended)} == {name}


def test_saying_it_twice_is_saying_it_once(tmp_path: Path) -> None:
    clock = Clock()
    setup = opened(tmp_path, clock)
    for _ in range(2):
        start(setup, "OAuth2", PLANNED, "mine")
        clock.forward(minutes=1)
    for _ in range(2):
        complete(setup, "mine", success=True)
        clock.forward(minutes=1)
    assert [e["event"] for e in told(tmp_path)] == ["workflow_start", "workflow_complete"]
    assert show(setup, "mine").workflow.started == "2026-03-01T10:00:00Z"


def test_a_failed_workflow_may_go_on_and_succeed(tmp_path: Path) -> None:
    clock = Clock()
    setup = opened(tmp_path, clock)
    start(setup, "OAuth2", PLANNED, "mine")
    assert complete(setup, "mine", success=False).workflow.success is False
    clock.forward(hours=1)
    assert complete(setup, "mine", success=True).workflow.success is True
    assert [e["success"] for e in told(tmp_path)[1:]] == [False, True]


def test_what_was_rejected_costs_nobody_anything(tmp_path: Path) -> None:
    setup = opened(tmp_path, config='mode = "enforce"\n')
    start(setup, "OAuth2", PLANNED, "mine")
    hand_over(
        setup,
        Terms(agent="planner", type="plan", workflow="mine"),
        texts={"plan.md": "# A plan\n\nWe will see.\n"},
    )
    shown = complete(setup, "mine", success=False)
    assert len(shown.handoffs) == 1
    assert shown.budget.total_tokens == 0
    assert told(tmp_path)[-1]["context_efficiency"]["total_handoff_tokens"] == 0


def test_handoffs_make_a_workflow_that_nobody_started(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    run(setup, "wf-7")
    assert show(setup, "wf-7").budget.handoffs == 2
    assert complete(setup, "wf-7", success=True).workflow.duration_s == 0


def test_an_unknown_workflow_is_named_with_those_there_are(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    with pytest.raises(NotFound, match="no workflow yet"):
        show(setup)
    start(setup, "OAuth2", PLANNED, "mine")
    with pytest.raises(NotFound, match="no workflow 'yours'; wanted one of mine"):
        complete(setup, "yours", success=True)


def test_all_that_dashboards_are_told_of_a_workflow_is_of_one_session(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    start(setup, "Login", ["researcher"], "wf-1")
    hand_over(setup, Terms(agent="researcher", workflow="wf-1"), texts={"login.md": RESEARCH})
    complete(setup, "wf-1", success=True)
    assert [(event["event"], event["session_id"]) for event in told(tmp_path)] == [
        ("workflow_start", "wf-1"),
        ("agent_handoff", "wf-1"),
        ("workflow_complete", "wf-1"),
    ]


def test_what_could_not_be_told_has_not_begun_nor_ended(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    blocked = tmp_path / ".baton" / "telemetry"
    blocked.write_text("in the way", "utf-8")
    with pytest.raises(StorageFailed):
        start(setup, "Login", ["researcher"], "wf-1")
    assert setup.store.workflows() == ()
    blocked.unlink()
    start(setup, "Login", ["researcher"], "wf-1")
    rmtree(blocked)
    blocked.write_text("in the way again", "utf-8")
    with pytest.raises(StorageFailed):
        complete(setup, "wf-1", success=True)
    assert not show(setup, "wf-1").workflow.completed


def test_of_two_starts_in_one_second_the_later_is_the_newest(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    for name in ("wf-b", "wf-a"):
        start(setup, "Login", PLANNED, name)
    assert show(setup).workflow.id == "wf-a"


@pytest.mark.parametrize(("project", "name"), [("", ""), (" ", "wf"), ("Login", "../evil"), ("Login", "a/b")])
def test_what_names_nothing_begins_nothing(tmp_path: Path, project: str, name: str) -> None:
    setup = opened(tmp_path)
    with pytest.raises(WrongUse):
        start(setup, project, PLANNED, name)
    assert setup.store.workflows() == ()


def test_a_handoff_stands_though_no_dashboard_was_told(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    (tmp_path / ".baton" / "telemetry").write_text("in the way", "utf-8")
    told = hand_over(setup, Terms(agent="researcher", workflow="wf-1"), texts={"login.md": RESEARCH})
    assert told.new
    assert [p.severity for p in told.problems if p.rule == "telemetry"] == ["warning"]
    assert show(setup, "wf-1").budget.total_tokens > 0
