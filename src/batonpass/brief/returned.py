"""The minimal return: how it ended, and three lines that an orchestrator can hold by the hundred."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from batonpass.brief import role_lines
from batonpass.brief.sections import at, listed, one_line, said
from batonpass.model.returns import LINES, Return
from batonpass.tables import load

# Where a handoff tells what was done, the most telling first.
DONE = (
    "/summary/overview",
    "/summary/system_overview",
    "/summary/strategy",
    "/summary/approach",
    "/summary",
    "/key_decisions/0/decision",
    "/key_decisions/0",
    "/summary/key_insights/0",
    "/summary/insights/0",
    "/root_cause",
)
CHANGES = (("created", "files_created"), ("modified", "files_modified"), ("deleted", "files_deleted"))
COVERAGE = re.compile(r"coverage:?\s*([\d.]+)\s*%", re.IGNORECASE)
CHARS = 5  # of a token: where a line that is far too long is cut first …
LETTERS = 10  # … and what is looked at of one that never ends
MOST_METRIC = 40  # characters of a measure; longer ones are prose about it
LEAST = 20  # characters of a line below which shortening it says nothing


def encoded(value: Return) -> str:
    """Return the exact text that goes back."""
    return msgspec.json.encode(value).decode()


def returned(
    status: str,
    lines: Sequence[str],
    size: Callable[[str], int],
    shorten: Callable[[str, int], str],
    limit: int,
) -> Return:
    """Return status and lines within the limit: the longest line is shortened until all fit."""
    fitted = [
        shorten(one_line(line)[: limit * LETTERS], limit * CHARS) for line in (*lines, "", "", "")[:LINES]
    ]
    while size(encoded(value := _made(status, fitted))) > limit:
        longest = max(range(LINES), key=lambda n: (len(fitted[n].encode()), -n))
        line = fitted[longest]
        if len(line) <= LEAST:
            fitted[longest] = ""
            continue
        shorter = shorten(line, max(len(line) * 4 // 5, 1))
        fitted[longest] = shorter if len(shorter) < len(line) else line[: len(line) // 2].rstrip()
    return value


def _made(status: str, lines: Sequence[str]) -> Return:
    nothing = load.table("returns")["nothing"]
    what, changed, result = (line or nothing[key] for line, key in zip(lines, nothing, strict=True))
    return Return(status, (what, changed, result))


def lines(manifest: Mapping[str, Any], own: Mapping[str, Any] | None = None) -> tuple[str, str, str]:
    """Return what was done, what changed and how it came out; "" where a handoff does not tell.

    `own` are the fields of the role's own handoff: what a reviewer or an investigator did stands there.
    """
    fields = own or {}
    came_out = role_lines.result(fields) or result({**manifest, "tests": _totals(manifest, fields)})
    told = [one for one in (what(manifest), one_line(said(fields.get("summary"))), scope(manifest)) if one]
    fresh = (one for one in told if one.rstrip(".") not in came_out)  # a cause is told once, as the result
    return next(fresh, next(iter(told), "")), changed(manifest) or role_lines.changed(fields), came_out


def what(manifest: Mapping[str, Any]) -> str:
    """Return what was done."""
    told = (_at(manifest, pointer) for pointer in DONE)
    return next((one_line(text) for text in told if isinstance(text, str) and text.strip()), "")


def scope(manifest: Mapping[str, Any]) -> str:
    """Return what it is about, where that is more than the name of a file."""
    told = manifest.get("scope")
    return one_line(told) if isinstance(told, str) and told not in listed(manifest, "detail_files") else ""


def changed(manifest: Mapping[str, Any]) -> str:
    """Return which files changed: `Created 3 files: a.py, b.py, c.py; modified 1: d.py`."""
    found = [(verb, _files(manifest, field)) for verb, field in CHANGES]
    parts = [f"{verb} {len(files)}{_noun(n, files)}: {_named(files)}" for n, (verb, files) in _there(found)]
    return _capital("; ".join(parts))


def _there(found: list[tuple[str, tuple[str, ...]]]) -> Iterator[tuple[int, tuple[str, tuple[str, ...]]]]:
    return enumerate((verb, files) for verb, files in found if files)


def _noun(number: int, files: Sequence[str]) -> str:
    return "" if number else (" file" if len(files) == 1 else " files")


def _files(manifest: Mapping[str, Any], field: str) -> tuple[str, ...]:
    """Return the files a handoff lists, also where a role's handoff keeps them with its implementation."""
    inner = manifest.get("implementation")
    own = listed(manifest, field)
    return own or (listed(inner, field) if isinstance(inner, Mapping) else ())


def _named(files: Sequence[str]) -> str:
    most: int = load.table("returns")["names"]
    names = [file.rstrip("/").rsplit("/", 1)[-1] for file in files]
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def result(manifest: Mapping[str, Any]) -> str:
    """Return how it came out: what blocks it, its tests, its measures, else what is left to do."""
    blockers = listed(manifest, "blockers")
    parts = [f"Blocked: {blockers[0]}"] if blockers else []
    parts += [part for part in (tests(manifest), coverage(manifest)) if part]
    if not parts and (failed := _gates(manifest)):
        return failed  # a command, as it is written
    if not parts:
        parts = [
            f"Open: {text}" for text in (*listed(manifest, "questions"), *listed(manifest, "next_steps"))[:1]
        ]
    return _capital(", ".join(parts))


def tests(manifest: Mapping[str, Any]) -> str:
    """Return totals as people say them: `all 15 tests pass`, `2 of 15 tests fail (unconfirmed)`."""
    told = _totals(manifest, {})
    passed = _count(told, "passed", "passing")
    failed = _count(told, "failed", "failing") + _count(told, "errors")
    total = _total(told)
    if not total:
        return ""
    text = f"{failed} of {total} tests fail" if failed else f"all {total} tests pass"
    if total == 1:
        text = "the only test fails" if failed else "the only test passes"
    if not failed and passed and passed < total:
        text = f"{passed} of {total} tests pass"
    text += " (not all were run)" if told.get("complete") is False else ""
    return text + (" (unconfirmed)" if told.get("basis") == "asserted" else "")


def _totals(manifest: Mapping[str, Any], own: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the totals of the most tests that are told of; what the role counts is as sure as the rest."""
    told = manifest.get("tests")
    totals = dict(told) if isinstance(told, Mapping) else {}
    for fields in (manifest, own):
        for name in ("tests_run", "total_tests"):
            value = fields.get(name)
            if isinstance(value, Mapping) and _total(counted := _summed(value)) > _total(totals):
                totals = {**counted, **({"basis": totals["basis"]} if "basis" in totals else {})}
    return totals


def _summed(told: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return counts, those by kind of test added up."""
    parts = [part for part in told.values() if isinstance(part, Mapping)]
    return (
        {name: sum(_count(part, name) for part in parts) for name in ("passed", "failed")} if parts else told
    )


def _total(told: Mapping[str, Any]) -> int:
    counted = _count(told, "passed", "passing") + _count(told, "failed", "failing") + _count(told, "errors")
    return max(_count(told, "total"), counted)


def _count(told: Mapping[str, Any], *names: str) -> int:
    values = (told.get(name) for name in names)
    return next((v for v in values if isinstance(v, int) and not isinstance(v, bool)), 0)


def coverage(manifest: Mapping[str, Any]) -> str:
    """Return the measured coverage: `92% coverage`."""
    own = at(manifest, "/tests/coverage")
    if isinstance(own, str | int | float) and not isinstance(own, bool) and own:
        return f"{said(own).rstrip('%')}% coverage"
    metrics = at(manifest, "/summary/metrics")
    told = (said(m) for m in metrics) if isinstance(metrics, list) else ()
    text = next((text for text in told if "coverage" in text.lower() and len(text) <= MOST_METRIC), "")
    alone = COVERAGE.fullmatch(text)
    return f"{alone[1]}% coverage" if alone else text


def _gates(manifest: Mapping[str, Any]) -> str:
    for field in ("gates", "quality_gates"):
        value = at(manifest, f"/summary/{field}")
        failed = (
            [said(gate) for gate in value if "fail" in said(gate).lower()] if isinstance(value, list) else []
        )
        if failed:
            return failed[0]
    return ""


def _at(manifest: Mapping[str, Any], pointer: str) -> Any:
    value: Any = manifest
    for step in pointer.split("/")[1:]:
        if isinstance(value, list):
            value = value[int(step)] if step.isdigit() and int(step) < len(value) else None
        else:
            value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
