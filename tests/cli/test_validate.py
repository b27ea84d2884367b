"""`baton validate`: all problems, for people, programs, code reviews and gates."""

import json
from pathlib import Path

import pytest

from tests.cli.sample import baton

pytestmark = pytest.mark.usefixtures("researched")


def spoil(project: Path) -> Path:
    """Write a manifest that says nothing."""
    path = project / "bad" / "manifest.json"
    path.parent.mkdir()
    path.write_text('{"from_agent": "code-reviewer"}', "utf-8")
    return path


def test_no_names_are_all_open_handoffs() -> None:
    done = baton("validate")
    assert (done.code, done.out, done.err) == (0, "", "1 manifest: no problems\n")


def test_programs_get_one_line_a_problem(project: Path) -> None:
    spoil(project)
    done = baton("validate", "bad/manifest.json")
    assert done.code == 1
    assert all(line.startswith("bad/manifest.json") for line in done.out.splitlines())
    assert ": error[schema] " in done.out


def test_people_get_signs_and_what_to_do(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    spoil(project)
    lines = baton("validate", "top-down-analyzer", "bad", terminal=True).out.splitlines()
    assert lines[0].startswith("✓ top-down-analyzer · research · ")
    assert lines[1].startswith("✗ bad/manifest.json  ")
    assert any(line.startswith("  ✗ schema ") for line in lines)
    assert any(line.startswith("    → ") for line in lines)


def test_code_reviews_get_sarif(project: Path) -> None:
    spoil(project)
    done = baton("validate", "bad", "--sarif")
    assert done.code == 1
    results = json.loads(done.out)["runs"][0]["results"]
    assert {r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in results} == {
        "bad/manifest.json"
    }


def test_rules_can_be_chosen(project: Path) -> None:
    spoil(project)
    rules = {p["rule"] for p in baton("validate", "bad", "--json").json["manifests"][0]["problems"]}
    only = {
        p["rule"]
        for p in baton("validate", "bad", "--only", "schema", "--json").json["manifests"][0]["problems"]
    }
    skip = {
        p["rule"]
        for p in baton("validate", "bad", "--skip", "schema", "--json").json["manifests"][0]["problems"]
    }
    assert (only, skip) == ({"schema"}, rules - {"schema"})
    assert "no rule called poem" in baton("validate", "--only", "poem").err


def test_the_gate_prints_its_report() -> None:
    done = baton("validate", "--gate", "artifacts/top-down-analyzer/latest")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0] == "✅ QUALITY GATE PASSED: Manifest validation successful"
    assert lines[-1] == "decision: PASS"
    assert lines[1].startswith("   Manifest size: ")


def test_the_gate_fails_where_there_is_no_manifest() -> None:
    done = baton("validate", "--gate", "docs")
    assert done.code == 1
    assert done.out.splitlines() == [
        "❌ QUALITY GATE FAILED: No manifest.json found",
        "   Expected: docs/manifest.json",
        "decision: FAIL",
    ]
    assert baton("validate", "--gate", "docs", "--sarif").code == 2


def test_a_project_that_observes_is_never_stopped(project: Path) -> None:
    baton("init", "--yes", "--mode", "observe")
    spoil(project)
    assert baton("validate", "bad").code == 0
    assert baton("validate", "--gate", "docs").code == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "odd.json:1: error[readable] cut off in line 1"),
        ('{\n"from_agent" "a"}', "odd.json:2: error[readable] no JSON from line 2 on"),
        ("[]", "JSON, but a list and no object; wanted a JSON object with a manifest's fields"),
        ("null", "JSON, but null and no object"),
        ("", "an empty file"),
        ("[" * 100_000, "JSON nested too deeply"),
    ],
)
def test_what_is_no_manifest_is_one_problem(project: Path, text: str, said: str) -> None:
    (project / "odd.json").write_text(text, "utf-8")
    done = baton("validate", "odd.json")
    assert done.code == 1
    assert said in done.out
    assert done.out.count("\n") == 1
    assert baton("validate", "gone.json").code == 2


def test_build_servers_get_junit_and_the_exit_code_of_the_mode(project: Path) -> None:
    spoil(project)
    codes, failures = [], []
    for mode in ("observe", "warn", "enforce"):
        baton("mode", mode)
        done = baton("validate", "bad", "--junit")
        codes.append(done.code)
        failures.append('failures="0"' not in done.out.splitlines()[1])
    assert codes == [0, 1, 1]
    assert failures == [False, True, True]
    assert [baton("validate", "bad", "--sarif").code for _ in (baton("mode", "observe"),)] == [0]
    assert baton("validate", "bad", "--sarif", "--junit").code == 2
