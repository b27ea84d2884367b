"""Why a workflow should halt: everything in a response's own findings that speaks against going on."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from batonpass.model.exchange import RULES, passes
from batonpass.tables import load


class Cause(Struct, frozen=True):
    """One thing that speaks against going on, and where it stands."""

    pointer: str
    says: str
    sure: bool = True  # False: it is read out of a text


def causes(fields: Mapping[str, Any]) -> Iterator[Cause]:
    """Yield every cause, those of the findings first."""
    if fields.get("status") == "blocked":
        yield Cause("/status", "the status is blocked")
    findings = fields.get("findings")
    if isinstance(findings, Mapping):
        yield from _checks(findings)
        yield from _conflicts(findings)
        yield from _together(findings)
        yield from _duplicates(findings)
    yield from _issues(fields)


def _checks(findings: Mapping[str, Any]) -> Iterator[Cause]:
    checks = findings.get("checks")
    for name, check in checks.items() if isinstance(checks, Mapping) else ():
        if said := failed(check):
            yield Cause(f"/findings/checks/{name}", f"the check {name} {said}")
    for index, issue in enumerate(listed(findings, "blocking_issues")):
        yield Cause(f"/findings/blocking_issues/{index}", f"it is blocked: {told(issue)}")
    if findings.get("overall_passed") is False:
        yield Cause("/findings/overall_passed", "overall_passed is false")


def failed(check: Any) -> str:
    """Say how a check failed, "" where it did not."""
    if not isinstance(check, Mapping):
        return ""
    if check.get("passed") is False:
        return "did not pass"
    if count := number(check, "failed_count") or len(listed(check, "failures")):
        return f"has {count} failed"
    for key in ("errors", "issues"):
        if count := len(listed(check, key)):
            return f"has {count} {key if count > 1 else key[:-1]}"
    return ""


def _conflicts(findings: Mapping[str, Any]) -> Iterator[Cause]:
    for index, conflict in enumerate(listed(findings, "conflicts")):
        if isinstance(conflict, Mapping) and conflict.get("severity") == "critical":
            yield Cause(f"/findings/conflicts/{index}", f"a critical conflict: {told(conflict)}")


def _together(findings: Mapping[str, Any]) -> Iterator[Cause]:
    aggregation = findings.get("aggregation")
    if isinstance(aggregation, Mapping) and (
        aggregation.get("overall_passed") is False or _too_few(aggregation)
    ):
        yield Cause("/findings/aggregation/overall_passed", "the parallel results did not pass together")


def _too_few(aggregation: Mapping[str, Any]) -> bool:
    """Say whether fewer passed than the rule asks for, whatever the verdict beside it says."""
    rule, total = aggregation.get("rule"), number(aggregation, "total")
    return rule in RULES and total > 0 and not passes(rule, number(aggregation, "passed"), total)


def _duplicates(findings: Mapping[str, Any]) -> Iterator[Cause]:
    for index, there in enumerate(listed(findings, "existing_implementations")):
        if isinstance(there, Mapping) and _pattern("duplicate").search(told(there)):
            yield Cause(f"/findings/existing_implementations/{index}", told(there), sure=False)


def _issues(fields: Mapping[str, Any]) -> Iterator[Cause]:
    for index, issue in enumerate(listed(fields, "issues")):
        text = told(issue)
        if _pattern("cause").search(text) and not _pattern("resolved").search(text):
            yield Cause(f"/issues/{index}", text, sure=False)


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile("|".join(load.words("messages")["causes"][name]), re.IGNORECASE)


def listed(value: Mapping[str, Any], key: str) -> list[Any]:
    """Return the list under a key, [] where something else stands there."""
    found = value.get(key)
    return found if isinstance(found, list) else []


def told(item: Any) -> str:
    """Return what an item says in words."""
    if isinstance(item, Mapping):
        named = (item.get(key) for key in ("description", "summary", "title", "message", "file", "path"))
        return next((str(value) for value in named if value), "")
    return str(item)


def number(value: Mapping[str, Any], key: str) -> int:
    """Return a count, 0 where it is none."""
    found = value.get(key)
    return found if isinstance(found, int) and not isinstance(found, bool) else 0
