"""`baton merge` as a person calls it: handoffs become a handoff, responses a response."""

import json
from pathlib import Path

import pytest

from tests.cli.sample import baton, compact

WRITTEN = {
    "task_id": "a",
    "phase": "write",
    "status": "complete",
    "decision": "PROCEED",
    "findings": {"files_modified": [{"path": "src/app.ts"}]},
    "context_summary": "Changed src/app.ts.",
}


@pytest.fixture
def both(project: Path) -> Path:
    compact("research", "--workflow", "wf")
    compact("plan", "--workflow", "wf")
    return project


def respond(project: Path, name: str, **by: object) -> str:
    (project / f"{name}.json").write_text(json.dumps(WRITTEN | {"task_id": name} | by), "utf-8")
    return f"{name}.json"


@pytest.mark.usefixtures("both")
def test_all_of_a_workflow_and_who_is_missing_from_it() -> None:
    done = baton(
        "merge",
        "--workflow",
        "wf",
        "--agent",
        "lead",
        "--policy",
        "all_must_pass",
        "--missing",
        "tester: timed out",
    )
    assert done.code == 1
    assert done.out.endswith("/manifest.json\n")
    assert "✗ all_must_pass: 2 of 3 agents passed\n  ? tester lost: timed out\n" in done.err
    shown = baton("show", "lead").out
    assert "tester: timed out" in shown
    assert "all_must_pass: 2 of 3 passed" in shown


@pytest.mark.usefixtures("both")
def test_a_policy_that_holds_is_no_error() -> None:
    done = baton(
        "merge", "--workflow", "wf", "--agent", "lead", "--policy", "any_pass", "--missing", "tester"
    )
    assert done.code == 0
    told = baton("merge", "--workflow", "wf", "--agent", "lead", "--policy", "any_pass", "--json").json[
        "together"
    ]
    assert (told["passed"], told["enough"], told["share"]) == (2, True, 500)


def test_responses_become_a_response_that_can_be_read_on(project: Path) -> None:
    names = [respond(project, "shop-1"), respond(project, "shop-2")]
    done = baton("merge", *names)
    assert done.code == 0
    assert "src/app.ts was changed by shop-1 and shop-2" in done.err
    (project / "merged.json").write_text(done.out, "utf-8")
    assert baton("response", "merged.json").out.startswith("FINISH")


def test_fewer_than_asked_for_is_told_by_the_exit_code(project: Path) -> None:
    names = [respond(project, "one"), respond(project, "two", decision="STOP", issues=["No key"])]
    assert baton("merge", *names, "--policy", "any_pass").code == 0
    assert baton("merge", *names, "--policy", "majority_pass").code == 1
    done = baton("merge", *names, "torn.json", "--json")
    assert done.code == 1
    assert [one["lost"] for one in done.json["together"]["ended"]] == [False, False, True]


def test_without_anything_it_says_what_it_needs(project: Path) -> None:
    assert project
    done = baton("merge", "--agent", "lead")
    assert (done.code, done.out) == (2, "")
    assert "wanted MANIFEST..., or --workflow, --session or --group" in done.err
    assert "add --agent A" in baton("merge", "nobody").err
