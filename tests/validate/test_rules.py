"""Every rule keeps quiet over its good cases, and says of its bad ones what they say it says."""

from pathlib import Path

import pytest

from batonpass.validate import rules
from batonpass.validate.all import RULES
from batonpass.validate.check import check
from batonpass.validate.rule import Case, Rule
from tests.validate.world import world

GOOD = [pytest.param(rule, case, id=f"{rule.NAME}: {case.title}") for rule in RULES for case in rule.GOOD]
BAD = [pytest.param(rule, case, id=f"{rule.NAME}: {case.title}") for rule in RULES for case in rule.BAD]


@pytest.mark.parametrize(("rule", "case"), GOOD)
def test_good(rule: Rule, case: Case) -> None:
    subject, senses = world(case)
    assert check(subject, senses, only=(rule.NAME,)) == ()


@pytest.mark.parametrize(("rule", "case"), BAD)
def test_bad(rule: Rule, case: Case) -> None:
    subject, senses = world(case)
    found = check(subject, senses, only=(rule.NAME,))
    assert [(p.severity, p.pointer) for p in found] == [(f.severity, f.pointer) for f in case.finds]
    for problem, finding in zip(found, case.finds, strict=True):
        assert finding.said in problem.message
        assert problem.rule == rule.NAME


@pytest.mark.parametrize(("rule", "case"), BAD)
def test_every_problem_says_where_and_what_to_do(rule: Rule, case: Case) -> None:
    subject, senses = world(case)
    for problem in check(subject, senses, only=(rule.NAME,)):
        assert problem.path == "manifest.json"
        assert bool(problem.line) == bool(problem.pointer)
        assert problem.todo or problem.severity == "note"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.NAME)
def test_a_rule_explains_itself(rule: Rule) -> None:
    assert rule.SAYS
    assert rule.WHY.endswith(".")
    assert rule.GOOD
    assert rule.BAD


def test_every_rule_file_is_listed() -> None:
    files = {path.stem for path in Path(str(rules.__file__)).parent.glob("[!_]*.py")}
    assert {rule.NAME for rule in RULES} == files
