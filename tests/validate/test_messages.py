"""Every rule about messages keeps quiet over its good cases, and says of its bad ones what they say it says."""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from batonpass.tables import load
from batonpass.validate import messages
from batonpass.validate.all_messages import MESSAGE_RULES
from batonpass.validate.check_message import check_message
from batonpass.validate.message import MessageCase, MessageRule
from tests.validate.messages import SEED, message, sound

GOOD = [pytest.param(r, c, id=f"{r.NAME}: {c.title}") for r in MESSAGE_RULES for c in r.GOOD]
BAD = [pytest.param(r, c, id=f"{r.NAME}: {c.title}") for r in MESSAGE_RULES for c in r.BAD]
EXAMPLES = [(kind, phase) for kind, phases in json.loads(SEED.read_bytes()).items() for phase in phases]


@pytest.mark.parametrize(("rule", "case"), GOOD)
def test_good(rule: MessageRule, case: MessageCase) -> None:
    assert list(rule.check(message(case))) == []


@pytest.mark.parametrize(("rule", "case"), BAD)
def test_bad(rule: MessageRule, case: MessageCase) -> None:
    found = [p for p in check_message(message(case)) if p.rule == rule.NAME]
    assert [(p.severity, p.pointer) for p in found] == [(f.severity, f.pointer) for f in case.finds]
    for problem, finding in zip(found, case.finds, strict=True):
        assert finding.said in problem.message
        assert problem.todo


@pytest.mark.parametrize("rule", MESSAGE_RULES, ids=lambda rule: rule.NAME)
def test_a_rule_explains_itself(rule: MessageRule) -> None:
    assert rule.SAYS
    assert rule.WHY.endswith(".")
    assert rule.GOOD
    assert rule.BAD
    assert rule.OF


def test_every_rule_file_is_listed() -> None:
    files = {path.stem for path in Path(str(messages.__file__)).parent.glob("[!_]*.py")}
    assert {rule.NAME.replace("-", "_") for rule in MESSAGE_RULES} == files


@pytest.mark.parametrize(("kind", "phase"), EXAMPLES)
def test_the_seeds_own_examples_are_sound(kind: Any, phase: str) -> None:
    assert check_message(message(MessageCase(title="", kind=kind, phase=phase))) == ()
    assert jsonschema_rs.is_valid(load.schema(kind), sound(kind, phase))


GOOD_SUMMARY = (
    "Existing auth at src/lib/auth.ts (session-based). Follow src/server/routers/user.ts pattern for new router."
    " No naming conflicts. Recommend extending auth.ts with JWT, creating auth router."
)
BAD_SUMMARY = (
    "I searched through the codebase and found several files. The first file I looked at was src/lib/auth.ts which"
    " contains the following code: [500 lines of code]. Then I looked at..."
)


def test_the_seeds_good_and_bad_summaries_are_told_apart() -> None:
    good = message(MessageCase(title="", message={"context_summary": GOOD_SUMMARY}))
    bad = message(MessageCase(title="", message={"context_summary": BAD_SUMMARY}))
    assert check_message(good) == ()
    assert {(p.rule, p.severity) for p in check_message(bad)} == {
        ("raw-code", "error"),
        ("narration", "error"),
    }
