"""The quality gate's report: what the next step of a workflow is decided by."""

from collections.abc import Sequence

from msgspec import Struct

from batonpass.brief.problems import one_line, sentence
from batonpass.model.problem import Problem, Severity

FAILED = "❌ QUALITY GATE FAILED:"
PASSED = "✅ QUALITY GATE PASSED: Manifest validation successful"
WARNED = "⚠️  Manifest validation warnings:"


class Counted(Struct, frozen=True, kw_only=True):
    """What a handoff really has, counted; not what its manifest says of itself."""

    manifest_tokens: int
    required_reading_tokens: int
    detail_tokens: int  # of all files the manifest names as its full work; 0 = none could be counted


def gate_report(problems: Sequence[Problem], counted: Counted) -> str:
    """Return the report on a manifest that could be read."""
    errors, warnings = _of("error", problems), _of("warning", problems)
    lines = [f"{FAILED} Manifest validation errors:", *errors] if errors else []
    lines += [WARNED, *warnings] if warnings else []
    lines += [] if errors else [PASSED]
    return _report([*lines, *_numbers(counted)], decision(problems))


def no_manifest(path: str) -> str:
    """Return the report where there is no manifest."""
    return _report([f"{FAILED} No manifest.json found", f"   Expected: {one_line(path)}"], "FAIL")


def unreadable(reason: str) -> str:
    """Return the report on a file that is no manifest at all."""
    return _report([f"{FAILED} Invalid manifest JSON: {one_line(reason)}"], "FAIL")


def decision(problems: Sequence[Problem]) -> str:
    """Return PASS, CONDITIONAL_PASS where there are warnings, FAIL where there is an error."""
    severities = {problem.severity for problem in problems}
    if "error" in severities:
        return "FAIL"
    return "CONDITIONAL_PASS" if "warning" in severities else "PASS"


def _report(lines: list[str], decided: str) -> str:
    return "".join(f"{line}\n" for line in (*lines, f"decision: {decided}"))


def _of(severity: Severity, problems: Sequence[Problem]) -> list[str]:
    chosen = (problem for problem in problems if problem.severity == severity)
    return [f"   - {one_line(_placed(problem))}" for problem in chosen]


def _placed(problem: Problem) -> str:
    return f"{problem.pointer}: {sentence(problem)}" if problem.pointer else sentence(problem)


def _numbers(counted: Counted) -> list[str]:
    manifest, required, detail = (
        counted.manifest_tokens,
        counted.required_reading_tokens,
        counted.detail_tokens,
    )
    known = detail and manifest
    ratio = f"{detail / manifest:.1f}x" if known else "unknown, no file of the full work could be counted"
    return [
        f"   Manifest size: {manifest} tokens",
        f"   Required reading: {required} tokens",
        f"   Total handoff: {manifest + required} tokens",
        f"   Compression ratio: {ratio}",
    ]
