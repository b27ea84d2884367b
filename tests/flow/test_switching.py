"""One persona ends, the next takes over: the artifact is made of what the transcript, git and the story show."""

import re
import subprocess
from pathlib import Path

import jsonschema_rs
import pytest
from msgspec.structs import replace

from batonpass.flow.setup import Setup
from batonpass.flow.switching import Change, Switched, from_evidence, suggestion, switch
from batonpass.measure.vocabulary import Vocabulary
from batonpass.model.errors import NotFound, WrongUse
from batonpass.model.routes import Route, Routes
from batonpass.model.switch import StoryContext
from batonpass.read.yaml_tree import documents
from batonpass.tables import load
from tests.cases import Case, check
from tests.cases import load as cases
from tests.flow.project import Clock, opened, put
from tests.flow.session import Session

CASES = cases(Path(__file__).parent / "cases" / "switch.md")
STORY = """\
# Story 1.2: Login with a cookie

| Field | Value |
|-------|-------|
| Status | In Progress |

## Tasks / Subtasks

- [x] Task 1: Draft the form
- [ ] Task 2: Keep the session (AC: 2)
  - [x] 2.1 Set the cookie
  - [ ] 2.2 Refresh it before it ends

## Quality Gate

- [ ] Run the linter
"""


def project(root: Path, clock: Clock | None = None) -> Setup:
    """Return a project with a story, on a branch."""
    put(root, "docs/stories/1.2.login.story.md", STORY)
    put(root, "docs/stories/11.2.other.story.md", STORY.replace("1.2", "11.2"))
    setup = opened(root, clock)
    who = ("-c", "user.name=A", "-c", "user.email=a@example.com")
    for asked in (("init", "-q", "-b", "feat/login"), ("add", "-A"), (*who, "commit", "-q", "-m", "begin")):
        subprocess.run(["git", *asked], cwd=root, check=True, capture_output=True)
    return setup


def transcript(root: Path, text: str) -> str:
    """Write a session as a case tells it, and the files that it wrote."""
    session = Session(root)
    for line in text.strip().splitlines():
        who, _, said = line.partition(": ")
        if who == "wrote":
            if not (root / said).is_file():
                put(root, said, "x = 1\n")
            session.calls("Write", file_path=str(root / said), content="x = 1\n")
        else:
            (session.says if who == "user" else session.answers)(said.replace("\\n", "\n"))
    return str(session.save(root.parent / "session.jsonl"))


def made(root: Path, text: str, setup: Setup | None = None, taker: str = "qa") -> Switched:
    """Return the artifact of a session."""
    setup = setup or project(root)
    return switch(setup, Change(giver="dev", taker=taker, session="s1", transcript=transcript(root, text)))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_artifact_says_what_the_next_one_needs(tmp_path: Path, case: Case) -> None:
    told = made(tmp_path / "p", case.parts["session"])
    check(case, re.sub(r"full_handoff: .*", "full_handoff: ID", told.text))
    assert told.tokens == Vocabulary().count(told.text) <= load.table("switch")["tokens"]
    assert (tmp_path / "p" / told.path).read_text("utf-8") == told.text


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_artifact_is_as_its_schema_says(tmp_path: Path, case: Case) -> None:
    told = made(tmp_path / "p", case.parts["session"])
    jsonschema_rs.validator_for(load.schema("switch")).validate(documents(told.text)[0])


def test_a_long_session_fits_and_says_what_stands_only_in_the_handoff(tmp_path: Path) -> None:
    lines = [f"wrote: src/some/deep/folder/of/the/module_number_{n}/implementation.py" for n in range(25)]
    decided = "\\n".join(
        f"- **Decision**: Choose the {n}th way of keeping sessions apart, because every other way that was looked "
        f"at costs more than {n} round trips to the database and cannot be rolled back without a migration."
        for n in range(9)
    )
    told = made(
        tmp_path / "p", "\n".join(["user: @dev build it", *lines, f"agent: ## Decisions\\n\\n{decided}"])
    )
    value = documents(told.text)[0]["handoff"]
    assert told.tokens <= load.table("switch")["tokens"]
    assert len(value["decisions"]) <= 5
    assert 1 <= len(value["files_modified"]) <= 10
    assert "files" in value["left_out"]
    jsonschema_rs.validator_for(load.schema("switch")).validate(documents(told.text)[0])


def test_at_most_three_stay_active_and_none_is_lost(tmp_path: Path) -> None:
    clock = Clock()
    setup = project(tmp_path / "p", clock)
    names = []
    for taker in ("qa", "po", "sm", "devops"):
        names.append(made(tmp_path / "p", f"user: @dev for {taker}", setup, taker).name)
        clock.forward(minutes=1)
    folder = tmp_path / "p" / ".baton" / "switches"
    assert sorted(path.name for path in folder.glob("*.yaml")) == sorted(names[1:])
    assert [path.name for path in (folder / "archive").iterdir()] == names[:1]


def test_they_lie_where_the_project_keeps_them(tmp_path: Path) -> None:
    (tmp_path / "p" / ".aios" / "handoffs").mkdir(parents=True)
    assert made(tmp_path / "p", "user: hi").path.startswith(
        ".aios/handoffs/handoff-dev-to-qa-2026-03-01T100000Z"
    )
    setup = opened(tmp_path / "p", config='switches = "my/handoffs"\n')
    assert made(tmp_path / "p", "user: hello", setup).path.startswith("my/handoffs/handoff-dev-to-qa-")


def test_without_a_transcript_git_alone_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    setup = project(tmp_path / "p")
    put(tmp_path / "p", "src/a.py", "x = 1\n")
    told = documents(from_evidence(setup, Change(giver="dev", taker="qa")).text)[0]["handoff"]
    assert told["files_modified"] == ["src/a.py"]
    assert told["story_context"]["branch"] == "feat/login"


def test_wrong_names_and_stories_are_refused(tmp_path: Path) -> None:
    setup = project(tmp_path / "p")
    with pytest.raises(WrongUse, match="two personas"):
        from_evidence(setup, Change(giver="dev", taker="dev"))
    with pytest.raises(WrongUse, match="a name such as"):
        from_evidence(setup, Change(giver=" ", taker="qa"))
    with pytest.raises(NotFound, match=r"no story nowhere\.md"):
        from_evidence(setup, Change(giver="dev", taker="qa", story="nowhere.md"))


def test_the_playbook_says_what_the_next_one_runs() -> None:
    playbook, story = load.playbook("aios"), StoryContext(story_id="1.2")
    assert suggestion(playbook, "sm", "po", story, "*draft 1.2") == "*validate-story-draft 1.2"
    assert suggestion(playbook, "po", "dev", story) == "*develop 1.2 (or *develop-yolo 1.2)"
    assert suggestion(playbook, "qa", "devops", story, "*review 1.2") == "*push"
    assert suggestion(playbook, "qa", "dev", story, "*review 1.2") == "*apply-qa-fixes (or *fix-qa-issues)"
    assert suggestion(playbook, "qa", "sm", story) == ""


def test_the_command_that_was_run_last_tells_which_way_is_meant() -> None:
    rows = {"A": Route(to="qa", command="*first"), "B": Route(to="qa", command="*second")}
    routes = Routes(of={"dev": rows}, aliases={"dev": {"*do": "B"}})
    playbook = replace(load.playbook("oak"), routes=routes)
    assert suggestion(playbook, "dev", "qa", StoryContext(), "*do 1.2") == "*second (or *first)"
    assert suggestion(playbook, "dev", "qa", StoryContext()) == "*first (or *second)"
