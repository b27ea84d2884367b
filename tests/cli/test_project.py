"""The commands about a whole project: status, workflow, init, uninstall, clean, rebuild, search, stats, brief, merge."""

import time
from pathlib import Path

import pytest

from tests.cli.sample import baton, compact

pytestmark = pytest.mark.usefixtures("project")


def test_a_new_project_says_what_to_do_first() -> None:
    assert (
        baton("status").out.splitlines()[-1]
        == "Nothing is open: `baton compact PATH --agent NAME` hands over."
    )


def test_status_is_one_screen(project: Path) -> None:
    baton("workflow", "start", "OAuth2", "--id", "wf")
    compact("research", "--workflow", "wf")
    baton("compact", "docs/plan.md", "--agent", "a-stranger", "--workflow", "wf")
    baton("brief", "--for", "backend-architect", "--workflow", "wf")
    text = baton("status").out
    lines = text.splitlines()
    assert lines[0] == str(project)
    assert "mode warn: problems are said, nothing is blocked" in lines[1]
    assert "top-down-analyzer → whoever comes next · research · " in text
    assert text.count("read by backend-architect") == 2
    assert "a-stranger is not a known agent" in text
    assert "Problems" not in lines, "a problem stands under its handoff"
    assert lines[-1].split() == ["wf", "OAuth2", lines[-1].split()[2], "running"]


def test_status_of_a_busy_project_is_one_screen_too(project: Path) -> None:
    for number in range(9):
        (project / "docs" / "part.md").write_text(
            f"# Part {number}\n\n## Risks\n\n- Way {number}.\n", "utf-8"
        )
        baton("compact", "docs/part.md", "--agent", "backend-architect", "--scope", f"Part {number}")
        baton("workflow", "start", f"Part {number}")
    text = baton("status").out
    assert len(text.splitlines()) < 40
    assert "… and 4 older" in text
    assert "Part 8" in text
    assert len(baton("status", "--json").json["open"]) == 9


def test_status_names_what_was_rejected_until_something_took_its_place(project: Path) -> None:
    baton("init", "--yes", "--mode", "enforce")
    (project / "docs" / "vague.md").write_text("# A plan\n\nWe will see.\n", "utf-8")
    done = baton("compact", "docs/vague.md", "--agent", "backend-architect", "--type", "plan")
    assert done.code == 1
    text = baton("status").out
    assert "Rejected" in text
    assert "✗ backend-architect" in text
    assert compact("plan").code == 0
    assert "Rejected" not in baton("status").out


@pytest.mark.parametrize("group", ["workflow", "phase", "reasoning", "capsule"])
def test_a_group_alone_names_its_commands_in_one_line(group: str) -> None:
    done = baton(group)
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert len(done.err) < 250


def test_the_text_to_edit_is_json_where_that_is_asked_for() -> None:
    compact()
    done = baton("show", "top-down-analyzer", "--editable", "--json")
    assert "Tokens expire after one hour." in done.json["text"]


@pytest.mark.parametrize(
    "options", [("--json", "--sarif"), ("--json", "--junit"), ("--only", "files", "--skip", "files")]
)
def test_choices_that_cannot_both_be_had_are_refused(options: tuple[str, ...]) -> None:
    compact()
    assert baton("validate", *options).code == 2


def test_a_workflow_from_start_to_end() -> None:
    started = baton("workflow", "start", "OAuth2", "--agent", "top-down-analyzer")
    name = started.out.strip()
    assert name.startswith("wf-20")
    compact("research", "--workflow", name)
    shown = baton("workflow", "show").out
    assert "tokens in 1 handoffs" in shown
    assert "of 68,000" in shown
    assert "system prompt" in shown
    done = baton("workflow", "complete", "--json").json
    assert (done["workflow"]["id"], done["workflow"]["success"]) == (name, True)
    assert baton("workflow", "complete", name, "--failed", "--json").json["workflow"]["completed"]
    assert "no workflow 'wf-none'" in baton("workflow", "show", "wf-none").err


def test_there_is_no_workflow_yet() -> None:
    done = baton("workflow", "show")
    assert (done.code, done.err) == (2, "baton: no workflow yet; start one with `baton workflow start`\n")


def test_init_is_taken_back_to_the_byte(project: Path) -> None:
    (project / ".claude" / "agents").mkdir(parents=True)
    agent = project / ".claude" / "agents" / "planner.md"
    agent.write_bytes(b"---\nname: planner\ndescription: Plans\n---\r\nPlan well.")
    before = below(project)
    look = baton("init", "--dry-run", "--all-agents")
    assert below(project) == before
    assert "+ .baton/config.toml  new" in look.out
    assert "~ .claude/agents/planner.md  changed" in look.out
    done = baton("init", "--yes", "--all-agents")
    assert done.code == 0, done.err
    assert b"baton compact" in agent.read_bytes()
    assert baton("init", "--yes", "--all-agents").out == "Everything is in place already.\n"
    assert baton("uninstall", "--dry-run").code == 0
    assert b"baton compact" in agent.read_bytes()
    assert "✓ Done." in baton("uninstall").out
    assert below(project) == before
    assert baton("uninstall").out == "Nothing of batonpass is in this project.\n"


def below(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}


def test_what_is_appended_after_init_is_kept_and_init_goes_on(project: Path) -> None:
    ignored = project / ".gitignore"
    ignored.write_text("node_modules", "utf-8")
    baton("init", "--yes")
    with ignored.open("a", encoding="utf-8") as file:
        file.write("dist/\n")
    assert baton("init", "--yes").code == 0
    assert "dist/" in ignored.read_text("utf-8").splitlines()
    assert baton("uninstall").code == 0
    assert ignored.read_text("utf-8") == "node_modules\ndist/\n"


def test_a_file_with_broken_markers_is_named_and_the_rest_is_done(project: Path) -> None:
    baton("init", "--yes")
    ignored = project / ".gitignore"
    ignored.write_text(ignored.read_text("utf-8").replace("# batonpass:end", "# batonpass:enddist/"), "utf-8")
    assert ".gitignore was left alone" in baton("init", "--yes", "--mode", "observe").err
    assert 'mode = "observe"' in (project / ".baton/config.toml").read_text("utf-8")
    done = baton("uninstall")
    assert done.code == 0
    assert ".gitignore was left alone" in done.err
    assert not (project / ".baton/config.toml").exists()
    assert [one["path"] for one in baton("uninstall", "--json").json["left"]] == [".gitignore"]


def test_init_asks_a_person(project: Path) -> None:
    refused = baton("init", terminal=True, stdin="warn\nn\n")
    assert "Do this? [Y/n]" in refused.err
    assert refused.out.splitlines()[-1].strip() == "Nothing was changed."
    assert not (project / ".baton" / "config.toml").exists()
    agreed = baton("init", terminal=True, stdin="enforce\n\n")
    assert "a handoff with errors is rejected" in agreed.err
    assert agreed.code == 0
    assert 'mode = "enforce"' in (project / ".baton" / "config.toml").read_text("utf-8")


def test_init_changes_nothing_where_nobody_can_be_asked(project: Path) -> None:
    done = baton("init")
    assert done.code == 2
    assert "nothing was changed; add --yes" in done.err
    assert not (project / ".baton" / "config.toml").exists()


def test_a_file_somebody_changed_is_left_alone(project: Path) -> None:
    baton("init", "--yes")
    config = project / ".baton" / "config.toml"
    config.write_text(config.read_text("utf-8") + "redact = false\n", "utf-8")
    done = baton("uninstall")
    assert "! .baton/config.toml was left alone" in done.err
    assert config.exists()


def test_clean_says_first_what_it_would_do(project: Path) -> None:
    baton("init", "--yes")
    for number in range(5):
        (project / "docs" / "plan.md").write_text(
            f"# Plan {number}\n\n## Strategy\n\nDo it {number} times.\n", "utf-8"
        )
        compact("plan")
    assert baton("clean").out == "Nothing is past its time.\n"
    time.sleep(1.1)  # times are whole seconds, and what is older than 0 days is older than now
    would = baton("clean", "--days", "0", "--dry-run")
    assert "2 handoffs" in would.out
    assert would.out.endswith("would be removed.\n")
    assert len(list(project.glob("artifacts/*/2*"))) == 5
    assert baton("clean", "--days", "0").out.endswith(" bytes, removed.\n")
    assert len(list(project.glob("artifacts/*/2*"))) == 3


def test_rebuild_makes_the_ledger_again(project: Path) -> None:
    compact()
    (project / ".baton" / "ledger.db").write_bytes(b"rubbish" * 1000)
    done = baton("rebuild")
    assert done.code == 0
    assert done.out == "The ledger holds 1 handoff and 1 event again.\n"


def test_search_finds_paths_for_programs_and_names_for_people(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compact()
    path, rest = baton("search", "rate", "limit").out.splitlines()[0].split(":", 1)
    assert (project / path).is_file()
    assert rest.endswith("  top-down-analyzer")
    monkeypatch.setenv("NO_COLOR", "1")
    seen = baton("search", "rate", "limit", terminal=True).out
    assert "research.md:" in seen
    assert "artifacts/" not in seen
    assert baton("search", "nowhere-to-be-found").err == "Nothing found for nowhere-to-be-found.\n"


def test_stats_are_one_row_a_manifest() -> None:
    assert baton("stats").err == "No handoff is open.\n"
    compact()
    head, row = baton("stats").out.splitlines()
    assert head.split()[:4] == ["agent", "type", "work", "manifest"]
    assert row.split()[:2] == ["top-down-analyzer", "research"]
    assert "5 of 5" in row


def test_the_next_agent_is_briefed() -> None:
    compact()
    done = baton("brief", "--for", "backend-architect")
    assert done.out.startswith("# Brief for backend-architect\n")
    assert "Tokens expire after one hour." in done.out
    small = baton("brief", "--for", "backend-architect", "--budget", "50")
    assert (small.code, small.out) == (1, "")
    assert "raise --budget to" in small.err
    named = baton("brief", "--for", "backend-architect", "--budget", "50", "--names-only")
    assert "manifest.json (from top-down-analyzer" in named.out


def test_who_left_nothing_is_named() -> None:
    done = baton("brief", "--for", "qa-specialist", "--from", "backend-architect")
    assert (done.code, "## No handoff from backend-architect" in done.out) == (0, True)
    baton("init", "--yes", "--mode", "enforce")
    done = baton("brief", "--for", "qa-specialist", "--from", "backend-architect")
    assert (done.code, done.out) == (1, "")
    assert "no handoff from backend-architect" in done.err


def test_parallel_handoffs_become_one() -> None:
    compact("research")
    compact("plan")
    told = baton(
        "merge", "top-down-analyzer", "backend-architect", "--agent", "project-manager", "--json"
    ).json
    assert told["manifest"]["from_agent"] == "project-manager"
    assert set(told["manifest"]["detail_files"]) == {"fan-in.md", "plan.md", "research.md"}
    shown = baton("show", "project-manager").out
    assert "Tokens expire after one hour." in shown
    assert "Use PKCE with S256 only" in shown
