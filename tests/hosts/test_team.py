"""An agent of a team is spawned: a hook gives it the handoffs its playbook names, and says what nobody left."""

from pathlib import Path
from typing import Any

import pytest

from tests.flow.project import Clock
from tests.flow.team import BUILT, TESTED, ended, team
from tests.hosts.test_hook import SESSION, Project

PLAYBOOK = 'playbook = "bazinga"\n'


def started(project: Project, agent: str, prompt: str = "Do it") -> dict[str, Any]:
    """Return what the client is told of a spawn."""
    project.used(20_000)
    said: dict[str, Any] = project.spawn(prompt, agent).value.get("hookSpecificOutput", {})
    return said


def prompt(project: Project, agent: str, prompt: str = "Do it") -> str:
    return str(started(project, agent, prompt)["updatedInput"]["prompt"])


def left(project: Project, *agents: str) -> None:
    clock = Clock()
    setup = team(project.root, clock)
    for agent in agents:
        ended(setup, agent, TESTED if agent == "qa_expert" else BUILT, session=SESSION, group="")
        clock.forward(minutes=1)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path, PLAYBOOK)


def test_an_agent_is_given_the_fields_of_those_it_follows(project: Project) -> None:
    left(project, "project_manager", "developer", "qa_expert")
    text = prompt(project, "tech_lead")
    assert text.index("## qa_expert, handoff") < text.index("## developer, handoff")
    assert '"test_name":"test_refresh"' in text
    assert "## project_manager" not in text
    assert {read["handoff"] for read in project.journal("handoff.read")} != set()


def test_what_nobody_left_is_said_and_recorded(project: Project) -> None:
    left(project, "project_manager")
    assert "## No handoff from developer or senior_software_engineer" in prompt(project, "qa_expert")
    assert [event["for"] for event in project.journal("gap.found")] == ["qa_expert"]


def test_the_first_of_a_team_is_given_nothing(project: Project) -> None:
    assert "# Brief" not in prompt(project, "developer")


@pytest.mark.parametrize(("mode", "denied"), [("observe", False), ("warn", False), ("enforce", True)])
def test_an_agent_without_what_it_needs_is_denied_where_that_is_enforced(
    project: Project, mode: str, *, denied: bool
) -> None:
    left(project, "project_manager")
    project.configure(f'{PLAYBOOK}mode = "{mode}"\n')
    said = started(project, "qa_expert")
    assert (said.get("permissionDecision") == "deny") is denied
    if denied:
        assert (
            "needs the handoff of developer or senior_software_engineer" in said["permissionDecisionReason"]
        )
    left(project, "developer")
    assert started(project, "qa_expert").get("permissionDecision") != "deny"


def test_over_its_share_each_handoff_is_named_with_its_tokens(project: Project) -> None:
    left(project, "developer")
    own = 'extends = "bazinga"\n\n[taking_over.shares]\nqa_expert = 0.0005\n'
    (project.root / ".baton" / "playbooks").mkdir()
    (project.root / ".baton" / "playbooks" / "bazinga.toml").write_text(own, "utf-8")
    text = prompt(project, "qa_expert")
    assert "100 were given, and none is ever shortened" in text
    assert "signed with RS256" not in text
    assert "(from developer, " in text


def test_who_speaks_to_the_whole_session_is_told_of_every_group(project: Project) -> None:
    clock = Clock()
    setup = team(project.root, clock)
    for group in ("AUTH", "UI"):
        ended(setup, "developer", BUILT, session=SESSION, group=group)
        clock.forward(minutes=1)
    assert prompt(project, "project_manager").count("## developer, handoff") == 2
