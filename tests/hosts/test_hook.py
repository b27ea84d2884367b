"""`baton hook EVENT` as a process: it exits 0 and answers JSON whatever it is given."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.hosts.client import BATON
from tests.project.test_start import SLOW

SESSION = "5f1c2d3e-0000-4000-8000-000000000001"


class Answered(NamedTuple):
    """What a hook's process did."""

    code: int
    out: str
    errors: str

    @property
    def value(self) -> Any:
        """Return its answer."""
        return json.loads(self.out)


class Project:
    """A project with batonpass in it, and a session's transcript."""

    def __init__(self, root: Path, config: str = "") -> None:
        self.root, self.transcript = root / "project", root / f"{SESSION}.jsonl"
        (self.root / ".baton").mkdir(parents=True)
        self.configure(config)

    def configure(self, config: str) -> None:
        (self.root / ".baton" / "config.toml").write_text(config, "utf-8")

    def used(self, tokens: int, call: str = "toolu_1") -> None:
        """Write a transcript whose last answer took so much and made this call."""
        usage = {"input_tokens": 3, "cache_read_input_tokens": tokens - 3, "output_tokens": 9}
        content = [{"type": "tool_use", "id": call, "name": "Agent", "input": {}}]
        message = {"id": "msg_1", "model": "claude-sonnet-4-5", "content": content, "usage": usage}
        line = {"type": "assistant", "sessionId": SESSION, "message": message}
        self.transcript.write_text(json.dumps(line) + "\n", "utf-8")

    def hook(self, event: str, **told: Any) -> Answered:
        payload = {
            "session_id": SESSION,
            "transcript_path": str(self.transcript),
            "cwd": str(self.root),
            "hook_event_name": event,
            **told,
        }
        return run(event, json.dumps(payload).encode(), self.root)

    def spawn(self, prompt: str = "Do it", agent: str = "general-purpose") -> Answered:
        given = {"subagent_type": agent, "prompt": prompt, "description": "d"}
        return self.hook("PreToolUse", tool_name="Agent", tool_input=given, tool_use_id="toolu_1")

    def journal(self, name: str) -> list[dict[str, Any]]:
        files = sorted((self.root / ".baton" / "journal").glob("*.jsonl"))
        events = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
        return [event for event in events if event["event"] == name]


def run(event: str, data: bytes, folder: Path) -> Answered:
    """Run one hook as the client does."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("CLAUDE")}
    done = subprocess.run(
        [str(BATON), "hook", event],
        input=data,
        capture_output=True,
        cwd=folder,
        env={**kept, "CLAUDE_PROJECT_DIR": str(folder)},
        check=False,
    )
    return Answered(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path, 'mode = "enforce"\n')


def test_a_spawn_is_denied_where_the_context_is_full_and_the_reason_names_the_way_out(
    project: Project,
) -> None:
    project.used(172_000)
    said = project.spawn().value["hookSpecificOutput"]
    assert said["permissionDecision"] == "deny"
    assert "86 % of the window" in said["permissionDecisionReason"]
    assert "/compact" in said["permissionDecisionReason"]


@pytest.mark.parametrize(("mode", "denied"), [("observe", False), ("warn", False), ("enforce", True)])
def test_only_enforce_denies(project: Project, mode: str, *, denied: bool) -> None:
    project.configure(f'mode = "{mode}"\n')
    project.used(172_000)
    said = project.spawn().value.get("hookSpecificOutput", {})
    assert (said.get("permissionDecision") == "deny") is denied


def test_a_mode_switched_holds_for_the_next_call(project: Project) -> None:
    project.used(172_000)
    assert "deny" in project.spawn().out
    project.configure('mode = "warn"\n')
    assert "deny" not in project.spawn().out


def test_an_agent_is_told_what_becomes_of_its_last_message(project: Project) -> None:
    project.used(20_000)
    new = project.spawn("Do it").value["hookSpecificOutput"]["updatedInput"]
    assert new["prompt"].startswith("Do it\n\n## Your last message")
    assert new["run_in_background"] is False
    again = project.hook("PreToolUse", tool_name="Agent", tool_input=new, tool_use_id="toolu_1")
    assert again.value == {}  # a hook that fires twice adds nothing


def test_a_configuration_with_a_mistake_keeps_what_held_before(project: Project) -> None:
    project.used(172_000)
    project.spawn()
    project.configure("mode = enforce\n")
    assert "deny" in project.spawn().out
    (fault,) = project.journal("hook.failed")
    assert "config.toml" in fault["error"]


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[1]", b"null", b"\xff\xfe", b'{"session_id": 3}', b"[" * 100_000]
)
@pytest.mark.parametrize("event", ["PreToolUse", "SubagentStop", "UserPromptSubmit", "NoSuchEvent", ""])
def test_whatever_comes_in_the_work_goes_on(project: Project, event: str, data: bytes) -> None:
    done = run(event, data, project.root)
    assert (done.code, done.value) == (0, {})


def test_a_fault_of_ours_is_in_the_journal_and_stops_nothing(project: Project) -> None:
    project.configure("mode = 3\n")
    done = project.spawn()
    assert (done.code, done.value) == (0, {})
    (fault,) = project.journal("hook.failed")
    assert (fault["hook"], fault["tool"]) == ("PreToolUse", "Agent")
    assert fault["place"].startswith("tables/")


def test_what_a_person_lists_is_refused_where_we_fail(project: Project) -> None:
    project.configure('fail_closed = ["Agent"]\n')
    project.used(20_000)
    project.spawn()
    (project.root / ".baton" / "journal").rename(project.root / ".baton" / "gone")
    (project.root / ".baton" / "journal").write_text("no folder", "utf-8")
    said = project.spawn().value["hookSpecificOutput"]
    assert said["permissionDecision"] == "deny"
    assert "fail_closed" in said["permissionDecisionReason"]


def test_a_project_without_batonpass_is_left_alone(tmp_path: Path) -> None:
    done = run("UserPromptSubmit", json.dumps({"session_id": "s", "cwd": str(tmp_path)}).encode(), tmp_path)
    assert (done.code, done.value) == (0, {})
    assert list(tmp_path.iterdir()) == []


def test_the_status_line_tells_share_and_window_and_keeps_the_window(project: Project) -> None:
    usage = {
        "input_tokens": 3,
        "output_tokens": 40,
        "cache_creation_input_tokens": 1000,
        "cache_read_input_tokens": 85_000,
    }
    window = {"context_window_size": 200_000, "current_usage": usage}
    done = project.hook("statusline", context_window=window)
    assert done.out == "baton · 43 % OK · 86k of 200k · next gate at 75 %\n"
    project.used(172_000)
    project.hook("statusline", context_window={**window, "context_window_size": 1_000_000})
    assert "deny" not in project.spawn().out  # 17 % of a million


def test_advice_is_given_from_the_step_that_says_so(project: Project) -> None:
    project.used(140_000)
    assert project.hook("UserPromptSubmit", prompt="go on").value == {}
    project.used(152_000)
    said = project.hook("UserPromptSubmit", prompt="go on").value["hookSpecificOutput"]["additionalContext"]
    assert said.startswith("baton: 76 % of the window is used")


@pytest.mark.parametrize(
    "event",
    ["UserPromptSubmit", "PreToolUse", "statusline", "SubagentStart", "PostToolUse", "Stop", "SessionEnd"],
)
@pytest.mark.parametrize("tool", ["Agent", "Read"])
def test_a_hook_loads_no_library(project: Project, event: str, tool: str) -> None:
    project.used(20_000)
    project.spawn()  # the policy is compiled
    told = {
        "tool_name": tool,
        "tool_input": {"prompt": "p", "file_path": str(project.root / "artifacts" / "dev" / "a" / "plan.md")},
        "tool_use_id": "toolu_1",
        "agent_type": "a",
        "agent_id": "b",
    }
    payload = {
        "session_id": SESSION,
        "transcript_path": str(project.transcript),
        "cwd": str(project.root),
        **told,
    }
    script = f"import sys; sys.argv = ['baton', 'hook', {event!r}]\ntry:\n    from batonpass.__main__ import main; main()\n"
    script += "finally:\n    print(*sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps(payload),
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "CLAUDE_PROJECT_DIR": str(project.root)},
        check=False,
    )
    now = set(done.stderr.split())
    assert "batonpass.surfaces.hosts.claude_code.hook" in now
    assert now & (SLOW | {"subprocess", "sqlite3", "hashlib", "typing", "pathlib"}) == set()


@pytest.mark.skipif(os.name == "nt", reason="no alarm there: the client's own patience must do")
def test_a_hook_that_hangs_gives_up_and_says_so(project: Project) -> None:
    os.mkfifo(project.transcript)  # nobody ever writes to it
    script = (
        "from batonpass.surfaces.hosts.claude_code import hook; hook.SECONDS = 0.5; hook.run(['PreToolUse'])"
    )
    told = {"session_id": SESSION, "transcript_path": str(project.transcript), "tool_name": "Agent"}
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps({**told, "tool_input": {"prompt": "p"}, "tool_use_id": "toolu_1"}),
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "CLAUDE_PROJECT_DIR": str(project.root)},
        timeout=30,
        check=False,
    )
    assert json.loads(done.stdout) == {}
    (fault,) = project.journal("hook.failed")
    assert fault["error"] == "TookTooLongError: it took more than 0.5 s"


def called(project: Project, prompt: str) -> Answered:
    """Let a person call somebody, as the client tells it."""
    return project.hook("UserPromptSubmit", prompt=prompt)


def with_personas(root: Path, config: str = "") -> Project:
    """Return a project that knows three agents."""
    project = Project(root, f'agents = ["sm", "po", "dev"]\n{config}')
    project.used(1000)
    return project


@pytest.mark.parametrize("mode", ["warn", "enforce"])
@pytest.mark.parametrize("broken", ["a file where the folder should be", "a folder outside", "no transcript"])
def test_a_switch_that_fails_drops_no_prompt(tmp_path: Path, mode: str, broken: str) -> None:
    config = f'mode = "{mode}"\n' + ('switches = "../elsewhere"\n' if broken == "a folder outside" else "")
    project = with_personas(tmp_path, config)
    if broken == "a file where the folder should be":
        (project.root / ".baton" / "switches").write_text("", "utf-8")
    if broken == "no transcript":
        project.transcript.unlink()
    assert called(project, "@sm draft it").value == {}
    done = called(project, "@po check it")
    assert done.code == 0
    assert "decision" not in done.value
    assert bool(project.journal("hook.failed")) is (broken != "no transcript")


def test_agents_that_come_later_can_be_called_at_once(tmp_path: Path) -> None:
    project = with_personas(tmp_path)
    called(project, "@sm draft it")
    assert called(project, "@painter look at it").value == {}
    folder = project.root / ".claude" / "commands" / "AIOS" / "agents"
    folder.mkdir(parents=True)
    assert called(project, "@painter look at it").value == {}
    (folder / "painter.md").write_text("You are the painter.\n", "utf-8")
    assert "painter takes over from sm" in called(project, "@painter look at it").out


def test_two_sessions_have_personas_of_their_own(tmp_path: Path) -> None:
    project = with_personas(tmp_path)
    called(project, "@sm draft it")
    other = project.hook("UserPromptSubmit", prompt="@po check it", session_id="another")
    assert other.value == {}
    assert "po takes over from sm" in called(project, "@po check it").out


def test_a_mode_of_its_own_lets_a_third_profile_in(tmp_path: Path) -> None:
    project = with_personas(tmp_path, 'mode = "enforce"\n')
    called(project, "@sm draft it")
    called(project, "@po check it")
    assert called(project, "@dev build it").value["decision"] == "block"
    project.configure('mode = "enforce"\nagents = ["sm", "po", "dev"]\n[rules]\nswitch = "warn"\n')
    assert "dev takes over from po" in called(project, "@dev build it").out


def told_by_the_engine(project: Project, agent: str, workflow: str = "") -> None:
    """Write the session file of SYNAPSE."""
    path = project.root / ".synapse" / "sessions" / f"{SESSION}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    about = {"active_agent": {"id": agent}, "active_workflow": {"id": workflow} if workflow else None}
    path.write_text(json.dumps(about), "utf-8")


def test_an_agent_that_the_rules_engine_made_active_takes_over_and_no_prompt_is_dropped(
    tmp_path: Path,
) -> None:
    project = with_personas(tmp_path, 'mode = "enforce"\n')
    told_by_the_engine(project, "sm", "story_development")
    manifest = (
        "AGENT_SM_AGENT_TRIGGER=sm\nAGENT_PO_AGENT_TRIGGER=po\nSTORY_WORKFLOW_TRIGGER=story_development\n"
    )
    (project.root / ".synapse" / "manifest").write_text(manifest, "utf-8")
    assert called(project, "draft it").value == {}
    told_by_the_engine(project, "po", "story_development")
    assert "po takes over from sm" in called(project, "check it").out
    assert called(project, "go on").value == {}
    told_by_the_engine(project, "dev", "story_development")
    done = called(project, "build it")
    assert "dev takes over from po" in done.out
    assert "decision" not in done.value
    told_by_the_engine(project, "dev", "epic_creation")
    assert "other rules are active now" in called(project, "and now the epic").out
    assert [event["to"] for event in project.journal("agent.switched")] == ["po", "dev", "dev"]


def test_a_session_file_that_is_out_of_date_switches_nobody_back(tmp_path: Path) -> None:
    project = with_personas(tmp_path)
    told_by_the_engine(project, "sm")
    (project.root / ".synapse" / "manifest").write_text("AGENT_SM_AGENT_TRIGGER=sm\n", "utf-8")
    called(project, "draft it")
    assert "po takes over from sm" in called(project, "@po check it").out
    assert called(project, "go on").value == {}


@pytest.mark.parametrize("data", [None, b"", b"{}\n" * 9, b"\0" * 99, b'{"type": "assis', b"[1]\n{\n"])
def test_whatever_a_transcript_looks_like_the_report_is_kept_and_a_short_text_goes_back(
    project: Project, tmp_path: Path, data: bytes | None
) -> None:
    path, said = tmp_path / "agent-a1.jsonl", "All modules are fine. " * 400
    if data is not None:
        path.write_bytes(data)
    about = {"agent_id": "a1", "agent_type": "dev", "last_assistant_message": said}
    assert project.hook("SubagentStop", **about, agent_transcript_path=str(path)).value == {}
    answer = {"status": "completed", "agentId": "a1", "content": [{"type": "text", "text": said}]}
    done = project.hook("PostToolUse", tool_name="Agent", tool_input={}, tool_response=answer)
    (shown,) = done.value["hookSpecificOutput"]["updatedToolOutput"]["content"]
    assert len(shown["text"]) < len(said) / 4
    (kept,) = project.root.glob("artifacts/dev/20*/final-message.md")
    assert kept.read_text("utf-8").strip() == said.strip()
    assert bool(project.journal("hook.failed")) is (data is not None and data.startswith(b"{}"))
