"""Problems for people, for programs, and for code reviews (SARIF 2.1.0)."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Protocol
from urllib.parse import quote

from batonpass.model.problem import Problem

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


class RuleText(Protocol):
    """What a report says of a rule; the modules of the rules are such."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a module's constant
        """Spell the rule."""

    @property
    def SAYS(self) -> str:  # noqa: N802 - a module's constant
        """Say in one line what it asks for."""

    @property
    def WHY(self) -> str:  # noqa: N802 - a module's constant
        """Say what goes wrong where it is not kept."""


def as_text(problems: Sequence[Problem]) -> str:
    """Return one line a problem: place, severity and rule, message, what to do."""
    return "".join(f"{line(problem)}\n" for problem in problems)


def line(problem: Problem) -> str:
    """Return one problem as `manifest.json:12 /scope: error[schema] what is wrong; what to do`."""
    place, said = where(problem), sentence(problem)
    text = f"{problem.severity}[{problem.rule}] {said}"
    return one_line(f"{place}: {text}" if place else text)


def one_line(text: str) -> str:
    """Return a text that cannot leave its line or steer a terminal: manifests come from anywhere."""
    spaced = " ".join(text.split())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in spaced)


def where(problem: Problem) -> str:
    """Return file, line and pointer, as far as a problem has them."""
    file = f"{problem.path}:{problem.line}" if problem.path and problem.line else problem.path
    return " ".join(part for part in (file, problem.pointer) if part)


def sentence(problem: Problem) -> str:
    """Return what is wrong and what to do about it."""
    return f"{problem.message}; {problem.todo}" if problem.todo else problem.message


def tally(problems: Sequence[Problem]) -> str:
    """Return how many there are of each severity, as the last line of a report says it."""
    counts = {
        severity: sum(problem.severity == severity for problem in problems)
        for severity in ("error", "warning", "note")
    }
    said = [f"{count} {severity}{'' if count == 1 else 's'}" for severity, count in counts.items() if count]
    return ", ".join(said) or "no problems"


def as_dicts(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Return problems as JSON values; every key stands in every one."""
    return [{key: getattr(problem, key) for key in Problem.__struct_fields__} for problem in problems]


def sarif(problems: Sequence[Problem], rules: Iterable[RuleText], version: str) -> dict[str, Any]:
    """Return a SARIF log of one run; a rule nobody described is listed by its name."""
    described = {rule.NAME: _descriptor(rule) for rule in rules}
    for problem in problems:
        described.setdefault(problem.rule, {"id": problem.rule})
    index = {name: number for number, name in enumerate(described)}
    driver = {"name": "batonpass", "semanticVersion": version, "rules": list(described.values())}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(problem, index[problem.rule]) for problem in problems],
    }
    return {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def _descriptor(rule: RuleText) -> dict[str, Any]:
    return {
        "id": rule.NAME,
        "shortDescription": {"text": f"{rule.SAYS}."},
        "fullDescription": {"text": f"{rule.SAYS}. {rule.WHY}"},
        "help": {"text": rule.WHY},
    }


def _result(problem: Problem, rule_index: int) -> dict[str, Any]:
    location = _location(problem)
    return {
        "ruleId": problem.rule,
        "ruleIndex": rule_index,
        "level": problem.severity,
        "message": {"text": sentence(problem)},
        "locations": [location] if location else [],
        "partialFingerprints": {"problem/v1": _fingerprint(problem)},
    }


def _location(problem: Problem) -> dict[str, Any]:
    location: dict[str, Any] = {}
    if problem.path:
        location["physicalLocation"] = {"artifactLocation": {"uri": _uri(problem.path)}}
    if problem.path and problem.line:
        location["physicalLocation"]["region"] = {"startLine": problem.line}
    if problem.pointer:
        location["logicalLocations"] = [{"fullyQualifiedName": problem.pointer, "kind": "member"}]
    return location


def _uri(path: str) -> str:
    """Return a relative reference, or a file URI where the path is absolute."""
    quoted = quote(path, safe="/:" if path[1:3] == ":/" else "/")
    if path.startswith("/"):
        return f"file://{quoted}"
    return f"file:///{quoted}" if path[1:3] == ":/" else quoted


def _fingerprint(problem: Problem) -> str:
    """Return what stays the same when lines move: the rule, the place in the manifest, the finding."""
    said = f"{problem.rule}\n{problem.path}\n{problem.pointer}\n{problem.message}"
    return sha256(said.encode("utf-8", "replace")).hexdigest()
