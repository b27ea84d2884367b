"""A handoff as the answer to a request: findings in the form of the phase, a signal that follows from them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from batonpass.brief.sections import at, listed, references, said
from batonpass.brief.summary import summary
from batonpass.model.exchange import PhaseTerms
from batonpass.model.paths import is_test
from batonpass.model.proof import Item, Proof
from batonpass.tables import load

Findings = dict[str, Any]


def response(
    manifest: Mapping[str, Any],
    proof: Proof | None,
    size: Callable[[str], int],
    *,
    task: str,
    phase: str,
    terms: PhaseTerms,
) -> dict[str, Any]:
    """Return the response an agent would have given; its signal is what the findings allow."""
    findings = FINDINGS[phase](manifest, proof)
    issues = [*listed(manifest, "blockers"), *_refuted(proof)]
    halted = bool(issues) or findings.get("overall_passed") is False
    questions = listed(manifest, "questions")
    asks = bool(questions) and not halted and "CLARIFY" in terms.signals
    return {
        "task_id": task,
        "phase": phase,
        "status": "blocked" if listed(manifest, "blockers") else "partial" if asks or halted else "complete",
        "decision": "STOP" if halted else "CLARIFY" if asks else "PROCEED",
        "findings": findings,
        "context_summary": summary(manifest, size).strip(),
        "issues": [*issues, *(_failures(findings) if halted and not issues else ()), *questions],
    }


def _refuted(proof: Proof | None) -> Iterator[str]:
    for one in proof.differences if proof else ():
        if one.finding == "contradicted":
            yield f"Claimed {one.claimed}, evidence shows {one.shown}"


def _failures(findings: Findings) -> Iterator[str]:
    for name, check in findings.get("checks", {}).items():
        if check.get("passed") is False:
            yield f"The check {name} failed"


def _research(manifest: Mapping[str, Any], _: Proof | None) -> Findings:
    must = {entry.text for entry in references(manifest, "required_reading")}
    files = [*references(manifest, "required_reading"), *references(manifest, "optional_context")]
    key_files = at(manifest, "/summary/key_files")
    files += references({"files": key_files if isinstance(key_files, list) else []}, "files")
    named = {entry.text: entry.more for entry in reversed(files)}
    return {
        "existing_implementations": [
            {"file": file, "description": more, "relevance": "high" if file in must else "medium"}
            for file, more in reversed(named.items())
        ],
        "conflicts": [*_conflicts(manifest)],
        "patterns_found": [],
        "recommendations": [*_decided(manifest), *listed(manifest, "next_steps")],
    }


def _conflicts(manifest: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    for text in listed(manifest, "blockers"):
        yield {"type": "dependency", "description": text, "severity": "critical"}
    risks = at(manifest, "/summary/risks")
    for text in risks if isinstance(risks, list) else ():
        yield {"type": "pattern", "description": said(text), "severity": "warning"}


def _decided(manifest: Mapping[str, Any]) -> Iterator[str]:
    told = manifest.get("key_decisions")
    for one in told if isinstance(told, list) else ():
        yield said(one.get("decision") if isinstance(one, Mapping) else one)


def _write(manifest: Mapping[str, Any], _: Proof | None) -> Findings:
    created, modified = listed(manifest, "files_created"), listed(manifest, "files_modified")
    tests = [path for path in (*created, *modified) if is_test(path)]
    return {
        "files_created": [{"path": path, "purpose": ""} for path in created],
        "files_modified": [{"path": path, "changes": ""} for path in modified],
        "tests_written": [{"path": path} for path in tests],
        "implementation_notes": [*_decided(manifest)],
    }


def _validate(manifest: Mapping[str, Any], proof: Proof | None) -> Findings:
    checks: dict[str, Any] = {}
    for item in proof.items.values() if proof else ():
        if item.kind == "gate" and isinstance(item.attributes.passed, bool):
            name = _check_name(item)
            before = checks.get(name, {}).get("passed", True)
            checks[name] = {"passed": before and item.attributes.passed, "errors": [], "warnings": []}
    if tests := _tests(manifest, proof):
        checks["tests"] = tests
    blocking = [*listed(manifest, "blockers")]
    passed = all(check["passed"] for check in checks.values()) and not blocking
    return {"checks": checks, "overall_passed": passed, "blocking_issues": blocking, "warnings": []}


def _check_name(item: Item) -> str:
    """Return the protocol's name of a gate, its own where it has none."""
    told = f"{item.attributes.name or ''} {item.attributes.command or ''}".casefold()
    names: dict[str, list[str]] = load.words("messages")["checks"]
    found = (name for name, words in names.items() if any(word in told for word in words))
    return next(found, item.attributes.name or "build")


def _tests(manifest: Mapping[str, Any], proof: Proof | None) -> dict[str, Any]:
    told = manifest.get("tests")
    if not isinstance(told, Mapping):
        return {}
    count = {key: told.get(key) or 0 for key in ("passed", "failed", "errors", "total")}
    failed = count["failed"] + count["errors"]
    made = {"passed": not failed, "total": count["total"] or count["passed"] + failed}
    made |= {"passed_count": count["passed"], "failed_count": failed, "failures": []}
    coverage = _coverage(proof)
    return made | ({"coverage": coverage} if coverage is not None else {})


def _coverage(proof: Proof | None) -> float | None:
    for item in proof.items.values() if proof else ():
        value = item.attributes.value
        if item.attributes.name == "coverage" and isinstance(value, int | float):
            return value
    return None


def _parallel(manifest: Mapping[str, Any], proof: Proof | None) -> Findings:
    done = _validate(manifest, proof)
    result = {
        "task_id": said(manifest.get("id")) or said(manifest.get("from_agent")) or "unnamed",
        "type": said(manifest.get("artifact_type")),
        "passed": done["overall_passed"],
        "summary": said(manifest.get("scope")),
        "details": {},
    }
    passed = int(result["passed"])
    sums = {"total": 1, "passed": passed, "failed": 1 - passed, "rule": "all_must_pass"}
    return {"results": [result], "aggregation": sums | {"overall_passed": bool(passed)}}


FINDINGS: Mapping[str, Callable[[Mapping[str, Any], Proof | None], Findings]] = {
    "research": _research,
    "write": _write,
    "validate": _validate,
    "parallel": _parallel,
}
