"""SARIF: what each tool found, by the level each result has or inherits from its rule."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from batonpass.model.evidence import Check
from batonpass.read.reports.numbers import many
from batonpass.read.reports.sheet import Sheet
from batonpass.tables.load import words

NAME = "sarif"


class Level(Struct, frozen=True):
    """A level, as far as it is given."""

    level: str = "warning"


class Rule(Struct, frozen=True, rename={"default": "defaultConfiguration"}):
    """What a rule says of its results."""

    id: str = ""
    default: Level = Level()


class Driver(Struct, frozen=True):
    """The tool."""

    name: str
    rules: list[Rule] = []


class Tool(Struct, frozen=True):
    """Its driver."""

    driver: Driver


class Result(Struct, frozen=True, rename="camel"):
    """One finding."""

    rule_id: str = ""
    rule_index: int = -1
    level: str = ""
    kind: str = "fail"
    suppressions: list[msgspec.Raw] = []


class Invocation(Struct, frozen=True, rename="camel"):
    """How the tool ended."""

    execution_successful: bool = True


class Analysis(Struct, frozen=True):
    """One run of one tool; without results it did not look."""

    tool: Tool
    results: list[Result] | None = None
    invocations: list[Invocation] = []


class Document(Struct, frozen=True):
    """What tells SARIF from any other JSON."""

    version: str
    runs: list[msgspec.Raw]


def read(data: bytes, sheet: Sheet) -> bool:
    """Write down what every tool came to; tell whether this is SARIF."""
    try:
        runs = [bytes(raw) for raw in msgspec.json.decode(data, type=Document).runs]
        analyses = [(raw, msgspec.json.decode(raw, type=Analysis)) for raw in runs]
    except msgspec.MsgspecError:
        return False
    behind = 0
    for raw, analysis in analyses:
        start = data.find(raw, behind)
        behind = start + len(raw)
        if analysis.results is not None:
            _told(sheet, analysis, analysis.results, start, behind)
    return bool(analyses)


def _told(sheet: Sheet, analysis: Analysis, results: Sequence[Result], start: int, end: int) -> None:
    driver = analysis.tool.driver
    levels = [
        _level(result, driver) for result in results if result.kind == "fail" and not result.suppressions
    ]
    errors, warnings = levels.count("error"), levels.count("warning")
    ended = all(invocation.execution_successful for invocation in analysis.invocations)
    check = Check(
        tool=driver.name,
        gate=_gate(driver.name),
        errors=errors,
        warnings=warnings,
        passed=ended and not errors,
        counted=f"counted from {many(len(results), 'result')}"
        + ("" if ended else "; the tool did not end well"),
    )
    sheet.piece(check, f"{driver.name}: {many(errors, 'error')}, {many(warnings, 'warning')}", start, end)


def _level(result: Result, driver: Driver) -> str:
    if result.level:
        return result.level
    if 0 <= result.rule_index < len(driver.rules):
        return driver.rules[result.rule_index].default.level
    return next((rule.default.level for rule in driver.rules if rule.id == result.rule_id), "warning")


def _gate(tool: str) -> str:
    """Return what a tool checks, as agents call it."""
    checks = words("marks")["checks"]
    return next((gate for gate, names in checks.items() if tool.casefold() in names), "lint")
