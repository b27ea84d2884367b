"""Is a phase's work what its playbook asks for? True, false, or nobody can say."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from batonpass.model.fact import Attributes
from batonpass.model.phases import Validator
from batonpass.model.proving import Check

Known = tuple[str, Attributes]  # kind of a fact, and what it knows


class Approval(NamedTuple):
    """What is given as the user's approval: heard, not heard, or nobody can say."""

    given: bool | None
    said: str


NOBODY = Approval(given=False, said="nobody asked the user")


def validated(
    name: str,
    rule: Validator,
    known: Sequence[Known],
    texts: Sequence[str],
    *,
    approved: Approval = NOBODY,
    work_type: str = "",
) -> Check:
    """Return what a validator says of a phase's facts and of the texts of its output."""
    asked = []
    if rule.says or rule.never:
        asked.append(_says(rule, texts))
    if rule.tests:
        asked.append(_tests([about for kind, about in known if kind == "tests"]))
    if rule.coverage:
        asked.append(_coverage(rule.coverage, known))
    if rule.built:
        asked.append(_built([about for kind, about in known if kind == "gate"]))
    if rule.approved:
        asked.append((approved.given, approved.said, "`--approved WORDS`, the user's own"))
    if rule.typed:
        asked.append((bool(work_type), work_type or "the kind of work is not known", "name it with `--type`"))
    worst = next((one for one in asked if one[0] is False), next((o for o in asked if o[0] is None), None))
    passed, found, todo = worst or (True, "; ".join(one[1] for one in asked), "")
    return Check(name=name, says=rule.about, passed=passed, found=found, todo="" if passed else todo)


Answer = tuple[bool | None, str, str]  # passed, what was found, what to do


def _says(rule: Validator, texts: Iterable[str]) -> Answer:
    whole = "\n".join(texts)
    against = next((word for word in rule.never if _stands(word, whole)), "")
    if against:
        return False, f"the output says {against}", "do what it asks for, then finish the phase again"
    found = next((word for word in rule.says if _stands(word, whole)), "")
    if rule.says and not found:
        return (
            False,
            f"the output does not say {' or '.join(rule.says)}",
            "let whoever checks it say so in the output",
        )
    return True, f"the output says {found}" if found else "it says nothing against it", ""


def _stands(word: str, text: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text))


def _tests(told: Sequence[Attributes]) -> Answer:
    if not told:
        return False, "no test results were found", "name the runner's report with `--report`"
    bad = next((a for a in told if a.failed or a.errors), None)
    if bad:
        return (
            False,
            _count((bad.failed or 0) + (bad.errors or 0), "failed"),
            "mend them, then finish the phase again",
        )
    if not any(a.passed or a.total for a in told):
        return False, "no test was run", "run them, and name the report with `--report`"
    return True, _count(max(a.passed or a.total or 0 for a in told), "passed"), ""


def _count(tests: int, came_to: str) -> str:
    return f"{tests} test{'' if tests == 1 else 's'} {came_to}"


def _coverage(least: float, known: Sequence[Known]) -> Answer:
    told = [a.value for kind, a in known if kind == "metric" and a.name == "coverage"]
    values = [float(v) for v in told if isinstance(v, int | float)]
    if not values:
        return False, "no coverage was found", "name its report with `--report`"
    if max(values) < least:
        return (
            False,
            f"coverage {max(values):g} %, wanted {least:g} %",
            "test more, then finish the phase again",
        )
    return True, f"coverage {max(values):g} %", ""


def _built(told: Sequence[Attributes]) -> Answer:
    bad = next((a for a in told if a.passed is False), None)
    if bad:
        return False, f"{bad.name or bad.command or 'a check'} failed", "mend it, then finish the phase again"
    return (True, f"{len(told)} checks passed", "") if told else (None, "nothing says whether it builds", "")
