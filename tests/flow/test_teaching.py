"""A team's agents are told their parts in their own definitions, and that is taken back to the byte."""

import re
from pathlib import Path

import pytest

from batonpass.brief.role_section import role_section
from batonpass.flow.install import Wanted, init, uninstall
from batonpass.flow.setup import open_project
from batonpass.flow.teaching import team_of
from batonpass.tables import load
from tests.flow.project import put, tree

AGENTS = {
    ".claude/agents/dev.md": "---\nname: dev\ndescription: Builds\n---\n\nYou build.\n",
    ".claude/agents/qa_expert.md": "You test.",
    "agents/project_manager.md": "---\r\nname: Boss\r\n---\r\n\r\nYou lead.\r\n",
    "agents/tech-lead.md": "\ufeffYou review.\n\n\n",
    "agents/validator.md": "",
    ".claude/agents/gardener.md": "You garden.\n",
}
BAZINGA = load.playbook("bazinga")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in AGENTS.items():
        put(tmp_path, name, text)
    return tmp_path


def taught(root: Path, playbook: str = "bazinga") -> None:
    init(open_project(str(root), playbook=playbook), Wanted(playbook=playbook))


def text(root: Path, name: str) -> str:
    return (root / name).read_bytes().decode()


def test_agents_are_found_by_name_file_and_what_they_are_called(project: Path) -> None:
    found = team_of(open_project(str(project), playbook="bazinga"))
    assert set(found) == AGENTS.keys() - {".claude/agents/gardener.md"}


def test_in_and_out_leaves_every_byte_as_it_was(project: Path) -> None:
    before = tree(project)
    taught(project)
    assert "handoff_developer.json" in text(project, ".claude/agents/dev.md")
    assert text(project, ".claude/agents/gardener.md") == AGENTS[".claude/agents/gardener.md"]
    uninstall(open_project(str(project)))
    assert tree(project) == before


def test_the_project_follows_the_playbook_from_then_on(project: Path) -> None:
    taught(project)
    assert open_project(str(project)).playbook.name == "bazinga"
    assert "bazinga/artifacts/" in text(project, ".gitignore")


def test_twice_changes_nothing(project: Path) -> None:
    taught(project)
    before = tree(project)
    taught(project)
    assert tree(project) == before


def test_what_was_told_is_kept_current(project: Path) -> None:
    taught(project)
    path = project / ".claude/agents/dev.md"
    path.write_text(text(project, ".claude/agents/dev.md").replace("READY_FOR_QA", "READY"), "utf-8")
    done = init(open_project(str(project)), Wanted())
    assert [change.path for change in done.changes] == [".claude/agents/dev.md"]
    assert "READY_FOR_QA" in text(project, ".claude/agents/dev.md")


def test_another_playbook_tells_other_parts(project: Path) -> None:
    taught(project)
    taught(project, "aios")
    assert "baton brief --for dev --session" in text(project, ".claude/agents/dev.md")
    assert "baton compact FILE... --agent qa_expert" in text(project, ".claude/agents/qa_expert.md"), (
        "no part: the general"
    )
    assert "Your part" not in text(project, ".claude/agents/qa_expert.md")


def test_line_ends_of_the_file_are_kept(project: Path) -> None:
    taught(project)
    data = (project / "agents/project_manager.md").read_bytes()
    assert b"\n" not in data.replace(b"\r\n", b"")


@pytest.mark.parametrize("agent", [name for name in BAZINGA.agents if name in BAZINGA.routes.of])
def test_each_part_says_read_hand_over_end_and_in_which_words(agent: str) -> None:
    part = role_section(BAZINGA, agent, type="handoff", product="return")
    order = [
        f"baton brief --for {agent}",
        f"baton compact FILE... --agent {agent}",
        '{"status": "STATUS"',
        "Your statuses",
    ]
    assert sorted(order, key=part.index) == order
    assert set(re.findall(r"^- `([A-Z_]+)`", part, re.MULTILINE)) == set(BAZINGA.routes.of[agent])
    assert BAZINGA.returns.lines[agent].what in part
    assert ("--group" in part.replace("leave `--group` away", "")) == (
        agent not in BAZINGA.handoffs.sessionwide
    )
    assert not re.search(r"[{]\w*[}](?!,)", part.replace('"findings": {}', "")), "nothing is left to fill in"


def test_who_saves_reasoning_is_told_so() -> None:
    assert "`understanding`, `completion`" in role_section(
        BAZINGA, "developer", type="handoff", product="return"
    )
    assert "reasoning" not in role_section(BAZINGA, "qa_expert", type="handoff", product="return")


def test_a_team_of_requests_and_responses_ends_with_a_response() -> None:
    part = role_section(load.playbook("basecamp"), "domain-writer", type="handoff", product="return")
    assert '"decision": "STATUS"' in part
    assert re.findall(r"^- `(\w+)`", part, re.MULTILINE) == ["PROCEED", "STOP"]
