"""The groups of facts that fields of a role are filled from, by the name a table calls them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from batonpass.compact.filling import tested
from batonpass.compact.filling.known import Known
from batonpass.compact.text import plain, sentences
from batonpass.model.fact import Change, Fact, Kind
from batonpass.model.proof import Item
from batonpass.model.roles import Fields, Given
from batonpass.tables import load

Group = Callable[[Known, Fields], Sequence[Given]]
GUESS = 0.5  # below it nothing says so itself
OVERVIEW = 3  # sentences


def behind(*facts: Fact, note: str = "") -> Item:
    """Return what stands behind a value: the facts it was made of."""
    first = facts[0]
    spans = tuple(dict.fromkeys(span for fact in facts for span in fact.spans))
    text = " ".join(fact.text for fact in facts)
    return Item(spans, first.basis, first.kind, text, first.attributes, first.confidence, note or first.note)


def of_kind(known: Known, *kinds: Kind) -> list[Fact]:
    """Return what holds and is no guess, in the order of the kinds, then of the document."""
    good = [fact for fact in known.facts if _holds(fact)]
    return [fact for kind in kinds for fact in good if fact.kind == kind]


def _holds(fact: Fact) -> bool:
    about = fact.attributes
    over = about.resolved is True or about.done is True or about.attributed is False
    return fact.standing == "current" and fact.confidence >= GUESS and not over


def texts(*kinds: Kind) -> Group:
    """Return the group of the texts of some kinds."""
    return lambda known, _: [Given(plain(fact.text), behind(fact)) for fact in of_kind(known, *kinds)]


def paths(*changes: Change) -> Group:
    """Return the group of the files something happened to; where a trail shows them, only what it shows."""

    def group(known: Known, _: Fields) -> list[Given]:
        trail = any(fact.basis == "derived" for fact in of_kind(known, "file"))
        found = [fact for fact in of_kind(known, "file") if fact.attributes.change in changes]
        found = [fact for fact in found if fact.basis == "derived" or not trail]
        by_path: dict[str, Fact] = {}
        for fact in found:
            by_path.setdefault(fact.attributes.path or fact.text, fact)
        return [Given(path, behind(by_path[path])) for path in sorted(by_path)]

    return group


def said(value: Callable[[Known], str]) -> Group:
    """Return the group of one thing the caller said."""
    return lambda known, _: [Given(told)] if (told := value(known)) else []


def _overview(known: Known, _: Fields) -> list[Given]:
    told = sorted(of_kind(known, "overview", "strategy"), key=lambda fact: -fact.confidence)
    return [Given(sentences(plain(fact.text), OVERVIEW), behind(fact)) for fact in told[:1]]


def _scope(known: Known, _: Fields) -> list[Given]:
    """Return what it is about, where that is more than a file's name; else the line that says most."""
    scope = known.terms.scope
    told = scope if scope and scope not in known.names else known.gist or scope
    return [Given(told, Item(()))] if told else []


def _instructions(known: Known, _: Fields) -> list[Given]:
    return [Given(fact.text, behind(fact)) for fact in of_kind(known, "instruction")]


def _decisions(known: Known, _: Fields) -> list[Given]:
    found = of_kind(known, "decision")
    return [Given(_present(decision=plain(f.text), rationale=_reason(f)), behind(f)) for f in found]


def _reason(fact: Fact) -> str | None:
    return plain(fact.attributes.rationale) if fact.attributes.rationale else None


def _failures(known: Known, _: Fields) -> list[Given]:
    """Return the tests that failed, as their reports tell them."""
    found = [f for f in of_kind(known, "error") if f.basis == "derived" and f.attributes.name]
    return [Given(_failure(fact), behind(fact)) for fact in found]


def _failure(fact: Fact) -> dict[str, Any]:
    name = fact.attributes.name or ""
    error = plain(fact.text).removeprefix(name).lstrip(" :—-")
    both = re.compile(load.table("handoff_fields")["reads"]["expected"], re.IGNORECASE).search(error)
    expected, actual = (both[1], both[2]) if both else (None, None)
    return _present(test_name=name, error=error or None, expected=expected, actual=actual)


def _findings(known: Known, _: Fields) -> list[Given]:
    """Return what was found with a severity, the worst first."""
    found = [f for f in of_kind(known, "blocker", "error", "risk") if f.attributes.severity]
    return [
        Given(
            _present(severity=f.attributes.severity, title=plain(f.text), location=f.attributes.path),
            behind(f),
        )
        for f in found
    ]


def _issue_summary(_: Known, so_far: Fields) -> list[Given]:
    """Count the findings by severity; nothing is counted where nothing was found."""
    issues: Sequence[Mapping[str, Any]] = so_far.get("issues") or ()
    if not issues:
        return []
    levels = [str(issue.get("severity", "")).lower() for issue in issues]
    counts: dict[str, Any] = {level: levels.count(level) for level in ("critical", "high", "medium", "low")}
    return [Given({**counts, "blocking_count": sum(issue.get("blocking") is True for issue in issues)})]


def _options(known: Known, _: Fields) -> list[Given]:
    found = of_kind(known, "decision")
    return [Given({"option": plain(other)}, behind(f)) for f in found for other in f.attributes.alternatives]


def _ruled_out(known: Known, _: Fields) -> list[Given]:
    found = [f for f in known.facts if f.kind in ("approach", "decision") and f.standing == "rejected"]
    return [
        Given({"hypothesis": plain(fact.text), "conclusion": "ruled out"}, behind(fact)) for fact in found
    ]


def _hypotheses(_: Known, so_far: Fields) -> list[Given]:
    tested = so_far.get("investigation_path") or ()
    return [Given(len(tested), Item(()))] if tested else []


def _coverage(known: Known, _: Fields) -> list[Given]:
    found = [f for f in of_kind(known, "metric") if "coverage" in (f.attributes.name or "").casefold()]
    found = [f for f in found if f.attributes.unit == "%" and isinstance(f.attributes.value, int | float)]
    best = sorted(
        found, key=lambda f: (f.basis != "derived", (f.attributes.name or "").casefold() != "coverage")
    )
    return [Given(f"{f.attributes.value:g}%", behind(f)) for f in best[:1]]


def _branch(known: Known, _: Fields) -> Sequence[Given]:
    return known.branch


def _present(**parts: object) -> dict[str, Any]:
    return {key: value for key, value in parts.items() if value not in (None, "")}


def measured(read: Callable[[Iterable[Fact]], tuple[Any, Fact | None, str]]) -> Group:
    """Return the group of one number of the tests."""

    def group(known: Known, _: Fields) -> list[Given]:
        value, fact, note = read(known.facts)
        return [] if value is None or fact is None else [Given(value, behind(fact, note=note))]

    return group


GROUPS: Mapping[str, Group] = {
    "schema_version": lambda _, __: [Given(load.table("handoff_fields")["schema_version"])],
    "id": said(lambda known: known.stamp.id),
    "from_agent": said(lambda known: known.terms.agent),
    "to_agent": said(lambda known: ", ".join(known.terms.to)),
    "timestamp": said(lambda known: known.stamp.timestamp),
    "session": said(lambda known: known.terms.session),
    "group": said(lambda known: known.terms.group),
    "phase": said(lambda known: known.terms.phase),
    "scope": _scope,
    "status": said(lambda known: known.status),
    "manifest": said(lambda known: known.manifest),
    "details": said(lambda known: known.details),
    "branch": _branch,
    "overview": _overview,
    "instructions": _instructions,
    "decisions": _decisions,
    "blockers": texts("blocker"),
    "questions": texts("question"),
    "risks": texts("risk"),
    "constraints": texts("constraint"),
    "insights": texts("insight"),
    "approaches": texts("approach"),
    "next_steps": texts("next_step"),
    "errors": texts("error"),
    "files_created": paths("created"),
    "files_modified": paths("modified", "renamed"),
    "files_deleted": paths("deleted"),
    "failures": _failures,
    "findings": _findings,
    "issue_summary": _issue_summary,
    "options": _options,
    "ruled_out": _ruled_out,
    "hypotheses": _hypotheses,
    "coverage": _coverage,
    "tests_total": measured(tested.total),
    "tests_passing": measured(tested.passing),
    "tests_failing": measured(tested.failing),
    "tests_whole": measured(tested.whole),
    "tests_duration": measured(tested.duration),
    "tests_integration": measured(tested.of_type("integration")),
    "tests_contract": measured(tested.of_type("contract")),
    "tests_e2e": measured(tested.of_type("e2e")),
    "test_types": lambda known, _: [Given(name, behind(fact)) for name, fact in tested.types(known.facts)],
}
