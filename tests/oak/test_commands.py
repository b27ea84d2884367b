"""Appendix C: the four commands, called as it calls them."""

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from batonpass import HandoffManifest, Terms, hand_over, open_project
from tests.oak.seed import PLAN, RESEARCH, SNIPPETS

SCRIPT = (SNIPPETS / "commands.sh").read_text("utf-8").replace("\\\n", "")
CALLS = {
    words[0]: words for words in (shlex.split(line, comments=True) for line in SCRIPT.splitlines()) if words
}
FOLDER = Path("artifacts/backend-architect/2025-10-21-oauth2")
WORKFLOW = "wf-20251021-oauth2-001"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Run an installed command in the current folder."""
    command = shutil.which(words[0], path=str(Path(sys.executable).parent))
    assert command, f"{words[0]} is not installed"
    return subprocess.run([command, *words[1:]], capture_output=True, encoding="utf-8", check=False)


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work beside a full plan that has no manifest yet."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".baton").mkdir()
    FOLDER.mkdir(parents=True)
    (FOLDER / "full-plan.md").write_text(PLAN, "utf-8")
    return tmp_path


def compressed(*more: str) -> subprocess.CompletedProcess[str]:
    return run(*CALLS["oak-compress-artifact"], *more)


def test_an_artifact_gets_its_manifest() -> None:
    done = compressed()
    assert (done.returncode, done.stdout) == (0, f"{FOLDER.as_posix()}/manifest.json\n"), done.stderr
    manifest = HandoffManifest.from_file(str(FOLDER / "manifest.json"))
    assert (manifest.from_agent, manifest.artifact_type) == ("backend-architect", "plan")
    assert manifest.artifacts_directory == f"{FOLDER.as_posix()}/"
    assert manifest.detail_files == ["full-plan.md"]
    assert sorted(p.name for p in FOLDER.iterdir()) == ["full-plan.md", "manifest.json", "proof.json"]
    assert (FOLDER / "full-plan.md").read_text("utf-8") == PLAN


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("full-plan.md", "the artifact itself stands where the manifest would be written"),
        ("notes.md", "another file stands where the manifest would be written"),
        ("manifest.json", "another file stands where the proof would be written"),
    ],
)
def test_nothing_else_is_ever_overwritten(output: str, said: str) -> None:
    (FOLDER / "notes.md").write_text("Mine.", "utf-8")
    (FOLDER / "proof.json").write_text('{"mine": true}', "utf-8")
    before = {path.name: path.read_bytes() for path in FOLDER.iterdir()}
    plan, place = str(FOLDER / "full-plan.md"), str(FOLDER / output)
    done = run("oak-compress-artifact", "--agent", "a", "--type", "plan", "--input", plan, "--output", place)
    assert done.returncode == 2
    assert said in done.stderr
    assert {path.name: path.read_bytes() for path in FOLDER.iterdir()} == before


def test_a_folder_gets_a_manifest_by_its_usual_name() -> None:
    plan = str(FOLDER / "full-plan.md")
    for output in ("o/", "o", "o/m.json", "o/m.json"):
        done = run(
            "oak-compress-artifact", "--agent", "a", "--type", "plan", "--input", plan, "--output", output
        )
        assert done.returncode == 0, done.stderr
    assert sorted(p.name for p in Path("o").iterdir()) == [
        "full-plan.md",
        "m.json",
        "m.proof.json",
        "manifest.json",
        "proof.json",
    ]


def test_its_manifest_is_valid_and_proven() -> None:
    compressed()
    done = run(*CALLS["oak-validate-manifest"], "--json")
    assert done.returncode == 0, done.stdout
    assert json.loads(done.stdout)["manifests"][0]["problems"] == []


def test_its_manifest_has_figures() -> None:
    compressed()
    done = run(*CALLS["oak-manifest-stats"], "--json")
    figures = json.loads(done.stdout)["manifests"][0]
    assert figures["receipt"]["source_tokens"] > 0
    assert figures["tokens"] == figures["receipt"]["manifest_tokens"]
    assert "backend-architect" in run(*CALLS["oak-manifest-stats"]).stdout


def test_a_workflow_shows_its_budget(project: Path) -> None:
    setup = open_project(str(project))
    for agent, kind, text in (
        ("top-down-analyzer", "research", RESEARCH),
        ("backend-architect", "plan", PLAN),
    ):
        hand_over(setup, Terms(agent=agent, type=kind, workflow=WORKFLOW), texts={"notes.md": text})
    done = run(*CALLS["oak-workflow-context"], "--json")
    shown = json.loads(done.stdout)
    assert shown["budget"]["handoffs"] == 2
    assert shown["budget"]["target"] == 68_000
    assert "backend-architect" in run(*CALLS["oak-workflow-context"]).stdout


def test_a_workflow_nobody_started_is_wrong_use() -> None:
    done = run(*CALLS["oak-workflow-context"])
    assert done.returncode == 2
    assert WORKFLOW in done.stderr


def test_a_bad_manifest_fails() -> None:
    (FOLDER / "manifest.json").write_text('{"from_agent": "backend-architect"}', "utf-8")
    done = run(*CALLS["oak-validate-manifest"])
    assert done.returncode == 1
    assert "artifacts_directory" in done.stdout


def test_a_missing_manifest_is_wrong_use() -> None:
    assert run(*CALLS["oak-validate-manifest"]).returncode == 2
    assert run(*CALLS["oak-manifest-stats"]).returncode == 2


def test_an_artifact_that_lacks_what_its_type_needs_fails_and_says_what() -> None:
    (FOLDER / "full-plan.md").write_text("# Plan\n\nWe will see.\n", "utf-8")
    done = compressed("--json")
    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert {p["pointer"] for p in told["problems"] if p["severity"] == "error"} == {
        "/key_decisions",
        "/summary",
        "/summary/strategy",
    }


def test_the_scope_may_be_told() -> None:
    compressed("--scope", "The login of Harbor")
    assert HandoffManifest.from_file(str(FOLDER / "manifest.json")).scope == "The login of Harbor"


def test_compressing_again_writes_the_same_fields_over_it() -> None:
    compressed()
    first = HandoffManifest.from_file(str(FOLDER / "manifest.json"))
    (FOLDER / "full-plan.md").write_text(PLAN.replace("httpOnly", "signed"), "utf-8")
    compressed()
    second = HandoffManifest.from_file(str(FOLDER / "manifest.json"))
    assert "signed cookies" in second.key_decisions[0].decision
    assert second.scope == first.scope
    assert sorted(p.name for p in FOLDER.iterdir()) == ["full-plan.md", "manifest.json", "proof.json"]


def test_what_it_must_be_read_with_is_put_beside_it() -> None:
    Path("specs").mkdir()
    Path("specs/api-spec.yaml").write_text("paths: {}\n", "utf-8")
    plan = f"{PLAN}\n## Required reading\n\n- `specs/api-spec.yaml`: read this first, the REST API\n"
    (FOLDER / "full-plan.md").write_text(plan, "utf-8")
    assert compressed().returncode == 0
    manifest = HandoffManifest.from_file(str(FOLDER / "manifest.json"))
    assert [f.file for f in manifest.required_reading] == ["api-spec.yaml"]
    assert (FOLDER / "api-spec.yaml").read_text("utf-8") == "paths: {}\n"


def test_no_other_file_is_overwritten() -> None:
    Path("elsewhere").mkdir()
    Path("elsewhere/full-plan.md").write_text("# Another plan\n", "utf-8")
    done = run(
        *("oak-compress-artifact", "--agent", "backend-architect", "--type", "plan"),
        *("--input", str(FOLDER / "full-plan.md"), "--output", "elsewhere/auth.json"),
    )
    assert done.returncode == 0, done.stderr
    assert Path("elsewhere/full-plan.md").read_text("utf-8") == "# Another plan\n"
    assert Path("elsewhere/full-plan-2.md").read_text("utf-8") == PLAN
    assert sorted(p.name for p in Path("elsewhere").glob("*.json")) == ["auth.json", "auth.proof.json"]
    assert (
        json.loads(run("oak-validate-manifest", "elsewhere/auth.json", "--json").stdout)["manifests"][0][
            "problems"
        ]
        == []
    )


def test_a_secret_in_the_artifact_stays_where_it_is_and_goes_nowhere_else() -> None:
    text = f"{PLAN}\nDeploy with AKIAIOSFODNN7EXAMPLE until the role exists.\n"
    (FOLDER / "full-plan.md").write_text(text, "utf-8")
    compressed()
    assert (FOLDER / "full-plan.md").read_text("utf-8") == text
    others = [p.read_text("utf-8") for p in FOLDER.iterdir() if p.name != "full-plan.md"]
    assert len(others) == 3
    assert not any("AKIAIOSFODNN7EXAMPLE" in other for other in others)


def test_a_published_handoff_is_not_written_over(project: Path) -> None:
    told = hand_over(open_project(str(project)), Terms(agent="planner", type="plan"), texts={"plan.md": PLAN})
    path = told.opened.handoff.manifest
    before = Path(path).read_bytes()
    done = run(*CALLS["oak-compress-artifact"][:-1], path)
    assert done.returncode == 2
    assert "published" in done.stderr
    assert Path(path).read_bytes() == before


@pytest.mark.parametrize("name", CALLS)
def test_help_names_the_command(name: str) -> None:
    done = run(name, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: {name} [OPTIONS]")
    assert "--json" in done.stdout


@pytest.mark.parametrize("name", CALLS)
def test_wrong_use_points_to_the_commands_own_help(name: str) -> None:
    done = run(name, "--no-such-option")
    assert done.returncode == 2
    assert f"{name} --help" in done.stderr
