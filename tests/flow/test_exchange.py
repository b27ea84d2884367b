"""Requests and responses between an orchestrator and its agents: judged, remembered, and made from each other."""

import json
from pathlib import Path
from typing import Any

import pytest

from batonpass.flow.exchange import REQUEST, RESPONSE, Answer, Written, answer, last, read
from batonpass.flow.requests import Wanted, make
from batonpass.flow.setup import Setup
from batonpass.model.errors import BadContent, NotFound, Refused, WrongUse
from tests.flow.project import opened
from tests.validate.messages import sound


@pytest.fixture
def setup(tmp_path: Path) -> Setup:
    return opened(tmp_path)


def written(kind: str, phase: str, **by: Any) -> Written:
    return read(json.dumps(sound(kind, phase) | by))


def answered(setup: Setup, phase: str, **by: Any) -> Answer:
    return answer(setup, written("response", phase, **by), written("request", phase))


def test_a_good_answer_goes_on_with_the_next_phase(setup: Setup) -> None:
    told = answered(setup, "research")
    assert told.judged.problems == ()
    assert (told.action.do, told.action.phase) == ("continue", "write")
    assert told.kept.files == ("src/lib/auth.ts", "src/server/routers/user.ts")
    assert told.alert.level == "OK"


def test_after_the_last_phase_nothing_follows(setup: Setup) -> None:
    assert answered(setup, "validate").action.do == "finish"


def test_stop_halts_and_says_why(setup: Setup) -> None:
    told = answered(setup, "write", decision="STOP", status="blocked", issues=["Would break the mobile API"])
    assert told.action.do == "halt"
    assert told.action.reasons == ("Would break the mobile API", "the status is blocked")
    assert told.action.retries == 0


def test_clarify_waits_for_the_user(setup: Setup) -> None:
    told = answered(setup, "research", decision="CLARIFY", status="partial", issues=["Sessions or tokens?"])
    assert (told.action.do, told.action.questions) == ("ask", ("Sessions or tokens?",))


def test_proceed_against_its_own_findings_halts(setup: Setup) -> None:
    findings = sound("response", "validate")["findings"] | {"blocking_issues": ["login fails"]}
    told = answered(setup, "validate", findings=findings)
    assert told.action.do == "halt"
    assert told.action.reasons == ("it is blocked: login fails",)
    assert not told.judged.valid


def test_the_tokens_of_a_phase_have_their_alarm(setup: Setup) -> None:
    notes = ["An hour is enough for phones"] * 300
    told = answered(
        setup, "write", findings=sound("response", "write")["findings"] | {"implementation_notes": notes}
    )
    assert told.alert.level == "CRITICAL"


def test_a_playbook_may_say_other_numbers(tmp_path: Path) -> None:
    own = tmp_path / ".baton" / "playbooks" / "tight.toml"
    own.parent.mkdir(parents=True)
    own.write_text('extends = "oak"\nname = "tight"\n[exchange.research]\ntotal = 200\n', "utf-8")
    told = answered(opened(tmp_path, config='playbook = "tight"\n'), "research")
    assert told.alert.level == "CRITICAL"
    assert [p.rule for p in told.judged.problems] == ["budget"]


def test_the_next_request_carries_the_summary_and_nothing_else(setup: Setup) -> None:
    first = make(
        setup,
        Wanted(
            task="auth-001", phase="research", feature="jwt", instructions="Find it", constraints=("TDD",)
        ),
    )
    assert first.problems == ()
    answered(setup, "research")
    fields = make(setup, Wanted(task="auth-001", instructions="Implement it")).written.fields
    assert fields["phase"] == "write"
    assert fields["expected_output"] == "files_changed"
    assert fields["context"] == {
        "feature": "jwt",
        "spec_path": None,
        "relevant_files": ["src/lib/auth.ts", "src/server/routers/user.ts"],
        "constraints": ["TDD"],
        "previous_findings": sound("response", "research")["context_summary"],
    }


def test_messages_can_be_named_instead_of_remembered(setup: Setup) -> None:
    before, response = written("request", "research"), written("response", "research")
    fields = make(setup, Wanted(instructions="Go"), before=before, response=response).written.fields
    assert (fields["task_id"], fields["phase"]) == ("auth-001", "write")
    assert fields["context"]["spec_path"] == "specs/auth/requirements.md"


def test_nothing_is_asked_after_a_stop(setup: Setup) -> None:
    make(setup, Wanted(task="auth-001", phase="research", feature="jwt", instructions="Find it"))
    answered(setup, "research", decision="STOP", issues=["auth.ts does it already"])
    with pytest.raises(Refused, match="ts does it already"):
        make(setup, Wanted(task="auth-001", instructions="Implement it"))


def test_nothing_is_asked_after_a_proceed_that_its_findings_contradict(setup: Setup) -> None:
    broken = {"conflicts": [{"description": "auth is taken", "severity": "critical"}]}
    answered(setup, "research", findings=broken)
    with pytest.raises(Refused, match="against its own findings: a critical conflict"):
        make(setup, Wanted(task="auth-001", feature="jwt", instructions="Write it"))
    named = written("response", "research", task_id="auth-002", findings=broken)
    with pytest.raises(Refused, match="a critical conflict: auth is taken"):
        make(setup, Wanted(feature="jwt", instructions="Write it"), response=named)


def test_after_a_question_the_same_phase_is_asked_again(setup: Setup) -> None:
    make(setup, Wanted(task="auth-001", phase="research", feature="jwt", instructions="Find it"))
    answered(setup, "research", decision="CLARIFY", issues=["Sessions or tokens?"])
    fields = make(setup, Wanted(task="auth-001", instructions="Tokens, says the user")).written.fields
    assert fields["phase"] == "research"


@pytest.mark.parametrize(
    ("wanted", "error", "said"),
    [
        (Wanted(), WrongUse, "without a task"),
        (Wanted(task="t"), WrongUse, "without a phase"),
        (Wanted(task="t", phase="deploy"), NotFound, "deploy"),
        (Wanted(task="t", phase="write"), WrongUse, "without feature"),
        (Wanted(task="t", phase="write", feature="jwt"), WrongUse, "without instructions"),
    ],
)
def test_what_is_missing_is_said(setup: Setup, wanted: Wanted, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        make(setup, wanted)


def test_each_message_is_recorded_once_and_without_its_findings(setup: Setup) -> None:
    answered(setup, "research")
    answered(setup, "research")
    assert len(setup.store.events(RESPONSE)) == 1
    assert "findings" not in json.dumps(setup.store.events(RESPONSE)[0].data)
    assert last(setup, REQUEST, "auth-001") is None


def test_an_endless_summary_is_a_problem_and_still_recorded(setup: Setup) -> None:
    told = answered(setup, "research", context_summary="src/auth.ts " * 20_000)
    assert "summary-size" in {p.rule for p in told.judged.problems}
    assert last(setup, RESPONSE, "auth-001") == {"too_long": 240_112, "phase": "research"}


def test_what_is_no_json_is_said(setup: Setup) -> None:
    with pytest.raises(BadContent, match="one JSON object"):
        read("[1]")
    assert setup.store.events() == ()
