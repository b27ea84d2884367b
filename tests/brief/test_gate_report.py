"""The quality gate's report, in the words of the published method."""

import pytest

from batonpass.brief.gate_report import Counted, decision, gate_report, no_manifest, unreadable
from batonpass.model.problem import Problem

COUNTED = Counted(manifest_tokens=450, required_reading_tokens=850, detail_tokens=20_000)
ERROR = Problem(
    "files", "error", "api-spec.yaml does not exist", "put it there", pointer="/required_reading/0"
)
WARNING = Problem("size", "warning", "the manifest has 900 tokens,\nwanted fewer")
NOTE = Problem("size", "note", "the manifest says 7 tokens, counted 450")


def test_a_manifest_that_passes() -> None:
    assert gate_report((NOTE,), COUNTED) == (
        "✅ QUALITY GATE PASSED: Manifest validation successful\n"
        "   Manifest size: 450 tokens\n"
        "   Required reading: 850 tokens\n"
        "   Total handoff: 1300 tokens\n"
        "   Compression ratio: 44.4x\n"
        "decision: PASS\n"
    )


def test_warnings_do_not_block() -> None:
    lines = gate_report((WARNING,), COUNTED).splitlines()
    assert lines[:3] == [
        "⚠️  Manifest validation warnings:",
        "   - the manifest has 900 tokens, wanted fewer",
        "✅ QUALITY GATE PASSED: Manifest validation successful",
    ]
    assert lines[-1] == "decision: CONDITIONAL_PASS"


def test_errors_do_and_every_one_is_said() -> None:
    report = gate_report((ERROR, ERROR, WARNING), COUNTED)
    assert report.startswith(
        "❌ QUALITY GATE FAILED: Manifest validation errors:\n"
        "   - /required_reading/0: api-spec.yaml does not exist; put it there\n"
        "   - /required_reading/0: api-spec.yaml does not exist; put it there\n"
        "⚠️  Manifest validation warnings:\n"
    )
    assert "PASSED" not in report
    assert report.endswith("decision: FAIL\n")


@pytest.mark.parametrize("counted", [(450, 0), (0, 20_000)])
def test_an_unknown_ratio_is_not_made_up(counted: tuple[int, int]) -> None:
    manifest, detail = counted
    report = gate_report(
        (), Counted(manifest_tokens=manifest, required_reading_tokens=0, detail_tokens=detail)
    )
    assert "   Compression ratio: unknown" in report


def test_without_a_manifest_the_gate_fails() -> None:
    assert no_manifest("artifacts/x/manifest.json") == (
        "❌ QUALITY GATE FAILED: No manifest.json found\n   Expected: artifacts/x/manifest.json\ndecision: FAIL\n"
    )


def test_what_is_no_json_fails_with_its_reason() -> None:
    assert unreadable("line 3: a comma is missing").splitlines() == [
        "❌ QUALITY GATE FAILED: Invalid manifest JSON: line 3: a comma is missing",
        "decision: FAIL",
    ]


@pytest.mark.parametrize(
    ("problems", "decided"),
    [((), "PASS"), ((NOTE,), "PASS"), ((NOTE, WARNING), "CONDITIONAL_PASS"), ((WARNING, ERROR), "FAIL")],
)
def test_the_worst_problem_decides(problems: tuple[Problem, ...], decided: str) -> None:
    assert decision(problems) == decided
