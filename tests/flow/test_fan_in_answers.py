"""Responses of agents that ran side by side become one. The cases stand in `cases/merged_responses.md`."""

import json
from pathlib import Path
from typing import Any

import pytest

from batonpass.flow.fan_in_answers import Combined, are_responses, fan_in_answers
from batonpass.flow.requests import Wanted, make
from batonpass.flow.setup import Setup
from batonpass.model.errors import Refused
from batonpass.model.exchange import RULES
from tests import cases
from tests.flow.project import opened, put

CASES = cases.load(Path(__file__).parent / "cases" / "merged_responses.md")
ASKED = frozenset({"policy", "missing", "expected"})


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Setup:
    monkeypatch.chdir(tmp_path)
    return opened(tmp_path)


def respond(root: Path, name: str, **by: Any) -> str:
    fields = {
        "task_id": name,
        "phase": "write",
        "status": "complete",
        "decision": "PROCEED",
        "findings": {"files_created": [{"path": f"src/{name}.ts", "purpose": ""}]},
        "context_summary": f"Created src/{name}.ts because orders of kind {name} need it.",
        "tokens_used": 100,
    }
    return str(put(root, f"{name}.json", json.dumps(fields | by)))


def shown(made: Combined) -> str:
    fields = made.answer.judged.written.fields
    problems = [f"{p.severity} {p.rule}: {p.message}" for p in made.answer.judged.problems]
    return "\n".join([json.dumps(fields, indent=1, ensure_ascii=False), *problems]) + "\n"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_responses(case: cases.Case, setup: Setup) -> None:
    names = [name for name in case.parts if name not in ASKED]
    for name in names:
        put(Path(setup.root), name, case.parts[name])
    policy = case.parts.get("policy", "").strip()
    missing = case.parts.get("missing", "").splitlines()
    made = fan_in_answers(setup, names, policy=policy or None, missing=missing)  # type: ignore[arg-type] # one of RULES
    cases.check(case, shown(made))


@pytest.mark.parametrize("count", [2, 3, 7, 30, 200])
def test_it_is_bounded_and_counts_everyone_whatever_their_number_is(setup: Setup, count: int) -> None:
    why = "The staging service of this kind of orders has no key, so that its contract tests cannot be run at all"
    names = [
        respond(
            Path(setup.root), f"t{n}", **({} if n % 3 else {"decision": "STOP", "issues": [f"{n}: {why}"]})
        )
        for n in range(count)
    ]
    made = fan_in_answers(
        setup, names, policy="majority_pass", missing=[f"gone-{n}" for n in range(count // 3)]
    )
    judged = made.answer.judged
    assert judged.tokens <= 1000
    assert judged.problems == ()
    told = judged.written.fields["findings"]["aggregation"]
    failed = len(range(0, count, 3)) + count // 3
    assert (told["total"], told["failed"]) == (count + count // 3, failed)


def test_what_is_told_of_each_is_within_the_limit_of_a_summary(setup: Setup) -> None:
    names = [
        respond(Path(setup.root), f"t{n}", context_summary=f"Created src/t{n}.ts. " * 60) for n in range(12)
    ]
    made = fan_in_answers(setup, names)
    assert 50 < made.answer.summary_tokens <= 500


def test_after_it_a_later_phase_goes_on_or_not(setup: Setup) -> None:
    names = [
        respond(Path(setup.root), "auth-1"),
        respond(Path(setup.root), "auth-2", decision="STOP", issues=["No key"]),
    ]
    made = fan_in_answers(setup, names)
    assert made.answer.judged.written.fields["task_id"] == "auth"
    with pytest.raises(Refused, match="No key"):
        make(setup, Wanted(task="auth", feature="f", instructions="i"))


def test_a_document_is_no_response(setup: Setup) -> None:
    put(Path(setup.root), "notes.md", "# Notes\n")
    put(Path(setup.root), "manifest.json", '{"from_agent": "a"}')
    assert not are_responses(setup, ["notes.md", "manifest.json", "absent.json"])
    assert are_responses(setup, ["absent.json", respond(Path(setup.root), "t")])


def test_every_policy_has_a_case() -> None:
    assert {case.parts["policy"].strip() for case in CASES if "policy" in case.parts} == set(RULES)
