"""Into a project, and out of it again without a trace."""

import subprocess
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from batonpass.flow.hand_over import hand_over
from batonpass.flow.install import Wanted, init, known_agents, plan, plan_uninstall, uninstall
from batonpass.flow.setup import open_project
from batonpass.measure.vocabulary import Vocabulary
from batonpass.model.errors import NotFound
from batonpass.model.terms import Terms
from batonpass.read.yaml_tree import documents
from batonpass.store import switches
from batonpass.tables import load
from tests.flow.project import PLAN, put, tree

AGENT = "---\nname: planner\ndescription: Plans\n---\n\n# Planner\n\nPlan the work.\n"
AGENTS = {
    ".claude/agents/planner.md": AGENT,
    ".claude/agents/no-front-matter.md": "You build what was planned.",
    ".claude/agents/windows.md": AGENT.replace("planner", "windows").replace("\n", "\r\n"),
    ".claude/agents/in-a-folder/AGENT.md": AGENT.replace("planner", "in-a-folder"),
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Lay out a project with four agents, each defined in another way."""
    for name, text in AGENTS.items():
        put(tmp_path, name, text)
    put(tmp_path, ".gitignore", "node_modules/\n*.log")
    return tmp_path


@pytest.mark.parametrize("share", [False, True])
def test_going_in_and_out_leaves_every_byte_as_it_was(project: Path, *, share: bool) -> None:
    before = tree(project)
    setup = open_project(str(project))
    done = init(setup, Wanted(agents=tuple(known_agents(setup)), share=share, mode="enforce"))
    assert len(done.changes) == 6
    assert tree(project) != before
    uninstall(open_project(str(project)))
    assert tree(project) == before
    assert not (project / ".baton").exists()


def test_doing_it_twice_changes_nothing(project: Path) -> None:
    init(open_project(str(project)), Wanted(agents=("planner",)))
    before = tree(project)
    assert init(open_project(str(project)), Wanted(agents=("planner",))).changes == ()
    assert tree(project) == before


def test_a_rehearsal_changes_nothing(project: Path) -> None:
    before = tree(project)
    setup = open_project(str(project))
    assert [c.path for c in plan(setup, Wanted(agents=("planner",))).changes] == [
        ".baton/config.toml",
        ".gitignore",
        ".claude/agents/planner.md",
    ]
    assert tree(project) == before
    init(setup, Wanted(agents=("planner",)))
    before = tree(project)
    assert len(plan_uninstall(setup).changes) == 3
    assert tree(project) == before


@pytest.mark.parametrize("name", AGENTS)
def test_an_agent_is_told_how_to_hand_over(project: Path, name: str) -> None:
    setup = open_project(str(project))
    init(setup, Wanted(agents=(name,)))
    text = (project / name).read_bytes().decode()
    assert "baton compact" in text
    assert "{agent" not in text, "its own name stands there"
    assert text.startswith(AGENTS[name].rstrip()), "what it said before comes first, as it was"


def test_an_agents_own_name_stands_in_its_section(project: Path) -> None:
    setup = open_project(str(project))
    assert known_agents(setup)["in-a-folder"] == ".claude/agents/in-a-folder/AGENT.md"
    init(setup, Wanted(agents=("in-a-folder",)))
    assert "--agent in-a-folder" in (project / ".claude/agents/in-a-folder/AGENT.md").read_text("utf-8")


def test_what_a_person_wrote_after_it_stays(project: Path) -> None:
    path = project / ".claude/agents/planner.md"
    init(open_project(str(project)), Wanted(agents=("planner",)))
    path.write_text(path.read_text("utf-8") + "\nOne more rule.\n", "utf-8")
    uninstall(open_project(str(project)))
    assert path.read_text("utf-8").rstrip() == AGENT.rstrip() + "\n\nOne more rule."


def test_git_does_not_see_artifacts_unless_they_are_shared(project: Path) -> None:
    subprocess.run(["git", "init", "-q", "."], cwd=project, check=True)

    def ignored() -> bool:
        command = ["git", "check-ignore", "-q", "artifacts/planner/x/manifest.json"]
        return subprocess.run(command, cwd=project, check=False).returncode == 0

    init(open_project(str(project)), Wanted())
    assert ignored()
    hand_over(open_project(str(project)), Terms(agent="planner", type="plan"), texts={"plan.md": PLAN})
    command = ["git", "status", "--porcelain", "--untracked-files=all"]
    shown = subprocess.run(command, cwd=project, capture_output=True, encoding="utf-8", check=True).stdout
    assert {line[3:] for line in shown.splitlines()} == {".baton/config.toml", ".gitignore", *AGENTS}
    init(open_project(str(project)), Wanted(share=True, mode="warn"))
    assert not ignored()


def test_the_mode_that_was_chosen_is_the_projects(project: Path) -> None:
    init(open_project(str(project)), Wanted(mode="observe"))
    assert open_project(str(project)).mode == "observe"
    init(open_project(str(project)), Wanted(mode="enforce"))
    assert open_project(str(project)).mode == "enforce"


def test_configuration_that_stands_is_kept(project: Path) -> None:
    put(project, ".baton/config.toml", 'agents = ["mine"]\n')
    init(open_project(str(project)), Wanted())
    assert (project / ".baton/config.toml").read_text("utf-8") == 'agents = ["mine"]\n'


def test_handoffs_survive_an_uninstall(project: Path) -> None:
    init(open_project(str(project)), Wanted())
    told = hand_over(open_project(str(project)), Terms(agent="planner", type="plan"), texts={"plan.md": PLAN})
    uninstall(open_project(str(project)))
    assert (project / told.opened.handoff.manifest).is_file()


def test_an_agent_nobody_defined_is_named_with_those_there_are(project: Path) -> None:
    before = tree(project)
    with pytest.raises(NotFound, match=r"'nobody'.*planner"):
        init(
            open_project(str(project)),
            Wanted(
                agents=(
                    "planner",
                    "nobody",
                )
            ),
        )
    assert tree(project) == before


def test_personas_that_take_turns_get_their_rules_and_their_form(project: Path) -> None:
    before = tree(project)
    setup = open_project(str(project), playbook="aios")
    done = init(setup, Wanted(playbook="aios"))
    form, rules = ".aios-core/development/templates/agent-handoff-tmpl.yaml", ".claude/rules/agent-handoff.md"
    assert {form, rules} < {change.path for change in done.changes}
    text = tree(project)[form].decode()
    jsonschema_rs.validator_for(filled(load.schema("switch"))).validate(documents(text)[0])
    assert Vocabulary().count("\n".join(line.split("#")[0].rstrip() for line in text.splitlines())) < 200
    told = tree(project)[rules].decode()
    assert ".aios/handoffs/handoff-{from}-to-{to}-{timestamp}.yaml" in told
    assert "At most 3 artifacts stay active" in told
    assert ".aios/handoffs/" in tree(project)[".gitignore"].decode()
    assert open_project(str(project)).playbook.name == "aios"
    uninstall(open_project(str(project)))
    assert tree(project) == before


def filled(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema without what only a filled form has: names of agents."""
    fields = {
        name: {k: v for k, v in field.items() if k != "minLength"}
        for name, field in schema["$defs"]["Switch"]["properties"].items()
    }
    inner = {**schema["$defs"]["Switch"], "properties": fields}
    return {**schema, "$defs": {**schema["$defs"], "Switch": inner}}


def test_purging_takes_the_artifacts_of_switches_along(project: Path) -> None:
    before = tree(project)
    init(open_project(str(project), playbook="aios"), Wanted(playbook="aios"))
    setup = open_project(str(project))
    for minute in range(5):
        at = f"2026-03-01T10:0{minute}:00Z"
        one = switches.Kept(
            name=switches.named("dev", "qa", at), giver="dev", taker="qa", at=at, text="handoff:\n"
        )
        switches.put(str(project), ".aios/handoffs", one)
    uninstall(setup, purge=True)
    assert tree(project) == before


def test_a_form_of_the_team_s_own_stays_theirs(project: Path) -> None:
    form = put(project, ".aios-core/development/templates/agent-handoff-tmpl.yaml", "handoff: {}\n")
    for _ in range(2):
        init(open_project(str(project), playbook="aios"), Wanted(playbook="aios"))
    assert form.read_text("utf-8") == "handoff: {}\n"
