"""The request for the next phase: what it must do, and of the phase before the summary alone."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from batonpass.model.exchange import PhaseTerms


def request(
    *,
    task: str,
    phase: str,
    terms: PhaseTerms,
    feature: str,
    instructions: str,
    spec: str | None = None,
    files: Sequence[str] = (),
    constraints: Sequence[str] = (),
    previous: str | None = None,
) -> dict[str, Any]:
    """Return a request field for field; what is not known stays away or is null, as the protocol has it."""
    context: dict[str, Any] = {"feature": feature, "spec_path": spec, "relevant_files": [*files]}
    context |= {"constraints": [*constraints], "previous_findings": previous}
    return {
        "task_id": task,
        "phase": phase,
        "context": context,
        "instructions": instructions,
        "expected_output": terms.expected_output,
    }


def files_of(response: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the files the findings of a response name: what the next phase looks at."""
    findings = response.get("findings")
    return tuple(dict.fromkeys(_named(findings))) if isinstance(findings, Mapping) else ()


def _named(findings: Mapping[str, Any]) -> Iterator[str]:
    for items in findings.values():
        for item in items if isinstance(items, list) else ():
            path = (item.get("file") or item.get("path")) if isinstance(item, Mapping) else None
            if isinstance(path, str) and path:
                yield path
