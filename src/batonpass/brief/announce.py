"""What the main LLM is told when an agent has ended: a few lines, and where the rest lies."""

from collections.abc import Callable, Mapping
from typing import Any

from batonpass.brief.ranked import fitted
from batonpass.brief.sections import at, budget, listed, one_line, references, said, tests_line
from batonpass.tables import load


def announce(manifest: Mapping[str, Any], path: str, size: Callable[[str], int]) -> str:
    """Return the announcement within its limit: lines are left out whole, the least needed ones first.

    The line that says where the manifest lies always stands.
    """
    limit: int = load.limits()["views"]["announce_tokens"]
    return fitted(_lines(manifest, path), limit, size) + "\n"


def _lines(manifest: Mapping[str, Any], path: str) -> list[tuple[int, str]]:
    """Return the lines as they are read, each with its rank: 0 is needed most."""
    return [
        (1, _done(manifest)),
        (4, _changed(manifest)),
        (5, _tests(manifest)),
        (3, _blocked(manifest)),
        (0, f"Handoff manifest: {one_line(path)}{_tokens(budget(manifest, 'manifest_tokens'))}"),
        (2, _reading(manifest)),
        *((6, f"Key decision: {text}") for text in _decisions(manifest)),
        (7, _satisfied(manifest)),
    ]


def _done(manifest: Mapping[str, Any]) -> str:
    status = said(manifest.get("status"))
    kind = said(manifest.get("artifact_type")) or "work"
    line = f"{said(manifest.get('from_agent')) or 'An agent'} finished {kind}: {said(manifest.get('scope'))}"
    return f"{line} (status {status})" if status else line


def _changed(manifest: Mapping[str, Any]) -> str:
    created = at(manifest, "/summary/files_created")
    counts = {
        "created": created if isinstance(created, int) else len(listed(manifest, "files_created")),
        "modified": len(listed(manifest, "files_modified")),
        "deleted": len(listed(manifest, "files_deleted")),
    }
    parts = [", ".join(f"{n} {what}" for what, n in counts.items() if n)]
    lines = at(manifest, "/summary/total_lines")
    parts += [f"{lines} lines"] if isinstance(lines, int) and lines else []
    return f"Files: {'; '.join(filter(None, parts))}." if any(parts) else ""


def _tests(manifest: Mapping[str, Any]) -> str:
    tests = manifest.get("tests")
    if not isinstance(tests, Mapping) or not tests_line(tests):
        return ""
    return f"Tests: {tests_line(tests)}{' (unconfirmed)' if tests.get('basis') == 'asserted' else ''}."


def _blocked(manifest: Mapping[str, Any]) -> str:
    blockers = listed(manifest, "blockers")
    more = f" (and {len(blockers) - 1} more)" if len(blockers) > 1 else ""
    return f"Blocked: {blockers[0]}{more}" if blockers else ""


def _reading(manifest: Mapping[str, Any]) -> str:
    files = [entry.text for entry in references(manifest, "required_reading")]
    cost = _tokens(budget(manifest, "required_reading_tokens"))
    then = f", then {', '.join(files)}{cost}" if files else ""
    directory = said(manifest.get("artifacts_directory"))
    full = f"; full artifacts in {directory} only if needed" if directory else ""
    return f"Next agent: read the manifest first{then}{full}."


def _decisions(manifest: Mapping[str, Any]) -> list[str]:
    most: int = load.limits()["views"]["announce_decisions"]
    decisions = manifest.get("key_decisions")
    told = decisions if isinstance(decisions, list) else []
    return [said(d.get("decision") if isinstance(d, Mapping) else d) for d in told[:most]]


def _satisfied(manifest: Mapping[str, Any]) -> str:
    told = listed(manifest, "dependencies_satisfied")
    return f"Dependencies satisfied: {'; '.join(told)}" if told else ""


def _tokens(count: int) -> str:
    return f" ({count} tokens)" if count else ""
