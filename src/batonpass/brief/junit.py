"""Problems as a JUnit report: a suite for each manifest, a case for each rule, a failure for what stops a build."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from batonpass.brief.problems import one_line, sentence, where
from batonpass.model.problem import Problem

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
Checked = tuple[
    str, Sequence[Problem], Sequence[str]
]  # a manifest's path, what is wrong with it, the rules that ran


def junit(checked: Sequence[Checked], counts: Callable[[Problem], bool]) -> str:
    """Return the report; `counts` says whether a problem fails its case, all others are only printed in it."""
    suites = [_suite(path, problems, rules, counts) for path, problems, rules in checked]
    tests, failures = sum(suite[0] for suite in suites), sum(suite[1] for suite in suites)
    head = f'<testsuites name="batonpass" tests="{tests}" failures="{failures}" errors="0" time="0">'
    return f"{HEAD}{head}\n{''.join(suite[2] for suite in suites)}</testsuites>\n"


def _suite(
    path: str, problems: Sequence[Problem], rules: Sequence[str], counts: Callable[[Problem], bool]
) -> tuple[int, int, str]:
    """Return cases, failures and text of one manifest; rules that others than ours found come last."""
    of_rule = {rule: list(found) for rule, found in groupby(sorted(problems, key=_rule), key=_rule)}
    names = [*rules, *(rule for rule in of_rule if rule not in rules)]
    cases = [_case(path, rule, of_rule.get(rule, []), counts) for rule in names]
    failures = sum(any(map(counts, of_rule.get(rule, []))) for rule in names)
    head = f'<testsuite name={_value(path)} tests="{len(cases)}" failures="{failures}" errors="0" skipped="0" time="0">'
    return len(cases), failures, f"  {head}\n{''.join(cases)}  </testsuite>\n"


def _rule(problem: Problem) -> str:
    return problem.rule


def _case(path: str, rule: str, problems: Sequence[Problem], counts: Callable[[Problem], bool]) -> str:
    head = f'    <testcase classname={_value(path)} name={_value(rule)} time="0"'
    inside = "".join(_told(problems, counts))
    return f"{head}>\n{inside}    </testcase>\n" if inside else f"{head}/>\n"


def _told(problems: Sequence[Problem], counts: Callable[[Problem], bool]) -> Iterator[str]:
    failing = [problem for problem in problems if counts(problem)]
    if failing:
        first = failing[0]
        text = escape("\n".join(map(_line, failing)))
        yield f"      <failure type={_value(first.severity)} message={_value(sentence(first))}>{text}</failure>\n"
    others = [problem for problem in problems if not counts(problem)]
    if others:
        yield f"      <system-out>{escape(chr(10).join(map(_line, others)))}</system-out>\n"


def _line(problem: Problem) -> str:
    return one_line(f"{where(problem)}: {problem.severity}[{problem.rule}] {sentence(problem)}")


def _value(text: str) -> str:
    """Return an attribute's value; what XML has no sign for is spelled out."""
    return quoteattr(one_line(text))
