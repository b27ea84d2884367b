"""What the own handoff of a reviewer, a tester, an investigator or a planner says in a line of a return."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from batonpass.brief.sections import one_line

Fields = Mapping[str, Any]
SEVERITIES = ("critical", "high", "medium", "low")
DONE = ("completed", "complete", "merged", "done", "approved")


def changed(fields: Fields) -> str:
    """Return what was worked through where no file changed: tests, issues, hypotheses, options, groups."""
    return _first(fields, (_suites, _issues, _hypotheses, _options, _groups))


def result(fields: Fields) -> str:
    """Return how it came out where that is no count of tests: a decision, a root cause, a recommendation, criteria."""
    return _first(fields, (_decision, _cause, _recommended, _criteria))


def _first(fields: Fields, tellers: Sequence[Callable[[Fields], str]]) -> str:
    return next((text for teller in tellers if (text := teller(fields))), "")


def _suites(fields: Fields) -> str:
    """Say which tests ran: `Ran integration (12), e2e (3) tests`."""
    ran = [
        (name, _number(part, "passed") + _number(part, "failed"))
        for name, part in _objects(fields, "tests_run")
    ]
    told = [f"{name} ({count})" for name, count in ran if count]
    return f"Ran {', '.join(told)} tests" if told else ""


def _issues(fields: Fields) -> str:
    counts = fields.get("issue_summary")
    if not isinstance(counts, Mapping):
        return ""
    told = [f"{counts[name]} {name}" for name in SEVERITIES if _number(counts, name)]
    noun = "issue" if sum(_number(counts, name) for name in SEVERITIES) == 1 else "issues"
    return f"Found {', '.join(told)} {noun}" if told else ("Found no issues" if counts else "")


def _hypotheses(fields: Fields) -> str:
    tested = _listed(fields, "investigation_path") or _listed(fields, "hypotheses_tested")
    return f"Tested {_counted(len(tested), 'hypothesis', 'hypotheses')}" if tested else ""


def _options(fields: Fields) -> str:
    weighed, sources = _listed(fields, "options_evaluated"), _number(fields, "sources_count")
    told = f"Evaluated {_counted(len(weighed), 'option')}" if weighed else ""
    return f"{told} from {_counted(sources, 'source')}" if told and sources else told


def _groups(fields: Fields) -> str:
    groups = [one for one in _listed(fields, "task_groups") if isinstance(one, Mapping)]
    done = sum(str(one.get("status", "")).lower().startswith(DONE) for one in groups)
    return f"{_counted(done, 'group')} complete, {len(groups) - done} remaining" if groups else ""


def _decision(fields: Fields) -> str:
    """Say what a review came to, with the first issue that blocks."""
    decided = fields.get("review_decision")
    if not isinstance(decided, str) or not decided:
        return ""
    said = decided.replace("_", " ").capitalize()
    issues = [one for one in _listed(fields, "issues") if isinstance(one, Mapping)]
    blocking = [one for one in issues if one.get("blocking")] or (
        issues if decided == "CHANGES_REQUESTED" else []
    )
    titles = (one_line(str(one.get("title") or one.get("problem") or "")) for one in blocking)
    why = next(filter(None, titles), "")
    return f"{said}: {why}" if why else said


def _cause(fields: Fields) -> str:
    cause, fix = (fields.get(name) for name in ("root_cause", "recommended_fix"))
    told = [
        f"{name}: {one_line(text).rstrip('.')}"
        for name, text in (("Root cause", cause), ("solution", fix))
        if text and isinstance(text, str)
    ]
    return "; ".join(told)


def _recommended(fields: Fields) -> str:
    advice = fields.get("recommendation")
    return f"Recommended: {one_line(advice)}" if isinstance(advice, str) and advice else ""


def _criteria(fields: Fields) -> str:
    criteria = [one for one in _listed(fields, "success_criteria") if isinstance(one, Mapping)]
    met = sum(one.get("met") is True for one in criteria)
    return f"{met} of {_counted(len(criteria), 'criterion', 'criteria')} met" if criteria else ""


def _listed(fields: Fields, name: str) -> list[Any]:
    value = fields.get(name)
    return value if isinstance(value, list) else []


def _objects(fields: Fields, name: str) -> list[tuple[str, Fields]]:
    value = fields.get(name)
    return [(k, v) for k, v in value.items() if isinstance(v, Mapping)] if isinstance(value, Mapping) else []


def _number(fields: Fields, name: str) -> int:
    value = fields.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _counted(number: int, one: str, several: str = "") -> str:
    return f"{number} {one if number == 1 else several or f'{one}s'}"
