"""An agent with a role leaves a handoff file for the next one: filled from what is known, never beyond it."""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from batonpass.compact.filling.fill import fill
from batonpass.compact.filling.known import Known
from batonpass.extract.spoken import of_file, spoken
from batonpass.flow.asked import Evidence
from batonpass.flow.check import check_manifests
from batonpass.flow.edit import correct, editable
from batonpass.flow.expand import expand
from batonpass.flow.hand_over import hand_over
from batonpass.flow.outcome import opened
from batonpass.flow.setup import open_project
from batonpass.flow.view import view
from batonpass.measure.vocabulary import Vocabulary
from batonpass.model.errors import NotFound
from batonpass.model.roles import Role
from batonpass.model.terms import Stamp, Terms
from batonpass.read.parse import parse_text
from batonpass.tables import load
from tests import cases
from tests.flow.project import Clock, put
from tests.flow.session import Session
from tests.flow.team import BUILT, TESTED, ended, layout, own_file, team
from tests.read.repository import Repository
from tests.store.writers import run

CASES = cases.load_all(Path(__file__).parent / "roles")
APART = ("schema_version", "id", "timestamp", "session_id", "artifacts")
ROLES = load.playbook("bazinga").handoffs.roles


def valid(told: dict[str, Any], agent: str) -> bool:
    return jsonschema_rs.is_valid(load.schema(f"handoff-{ROLES[agent]}"), told)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_role_file(case: cases.Case, tmp_path: Path) -> None:
    setup, agent = team(tmp_path), case.parts["agent"].strip()
    name = "own.json" if case.parts["input"].startswith("{") else "report.md"
    told = own_file(setup, ended(setup, agent, case.parts["input"], name))
    jsonschema_rs.validator_for(load.schema(f"handoff-{ROLES[agent]}")).validate(told)
    shown = {key: value for key, value in told.items() if key not in APART}
    cases.check(case, json.dumps(shown, indent=2, ensure_ascii=False))


def test_every_role_of_the_team_has_its_schema() -> None:
    assert set(ROLES) == {
        "developer",
        "senior_software_engineer",
        "qa_expert",
        "tech_lead",
        "project_manager",
        "investigator",
        "requirements_engineer",
    }
    for agent in ROLES:
        assert not valid({"from_agent": agent}, agent), "the fields of a role are missing"


def test_evidence_fills_a_field_before_words_do(tmp_path: Path) -> None:
    setup = team(tmp_path)
    session = (
        Session(tmp_path)
        .says("Build it")
        .calls("Write", file_path=str(tmp_path / "src/real.py"), content="x")
    )
    session.calls("Bash", "===== 3 passed, 1 failed in 2.50s =====", command="pytest tests/unit")
    put(tmp_path, "src/real.py", "x")
    transcript = session.answers("Done.").save(tmp_path / "t.jsonl")
    report = (
        "# Work\n\nCreated src/claimed.py.\n\n**Tests:**\n- Total: 9\n- Passing: 9\n\nStatus: READY_FOR_QA\n"
    )
    told = hand_over(
        setup,
        Terms(agent="developer", session="S1", group="AUTH"),
        texts={"report.md": report},
        transcripts=(str(transcript),),
    )
    fields = own_file(setup, told.opened.handoff)
    assert fields["implementation"]["files_created"] == ["src/real.py"]
    assert (fields["tests"]["total"], fields["tests"]["passing"], fields["tests"]["failing"]) == (4, 3, 1)
    assert fields["status"] == "READY_FOR_QA"


def test_the_branch_is_gits_where_git_is_asked(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    setup = team(tmp_path)
    repository.git("checkout", "-q", "-b", "feature/auth")
    told = hand_over(
        setup,
        Terms(agent="developer", session="S1"),
        texts={"report.md": BUILT + "\nBranch: somewhere-else\n"},
        evidence=Evidence(since="HEAD"),
    )
    assert own_file(setup, told.opened.handoff)["branch"] == "feature/auth"


def test_what_stands_behind_a_field_can_be_opened(tmp_path: Path) -> None:
    setup = team(tmp_path)
    handoff = ended(setup, "qa_expert", TESTED)
    (passage,) = expand(setup, handoff.id, "/failures/0")
    assert "`test_refresh` (tests/auth.py:40)" in passage.text
    (passage,) = expand(setup, handoff.id, "/tests_run/integration")
    assert "13/15 passed" in passage.text


def test_the_limit_holds_and_says_what_was_left_away(tmp_path: Path) -> None:
    setup = team(tmp_path)
    files = "".join(f"- src/part_{n}/module_{n}.py (created)\n" for n in range(400))
    demand = "> Nobody who is logged in today may be logged out.\n"
    report = f"{BUILT}\n## User request\n\n{demand}\n## Files\n\n{files}"
    handoff = ended(setup, "developer", report)
    data = setup.store.read(handoff, "handoff.json").decode()
    fields = own_file(setup, handoff)
    assert Vocabulary().count(data) <= load.role("implementer").limit
    assert fields["instructions"] == ["Nobody who is logged in today may be logged out."]
    kept = len(fields["implementation"]["files_created"])
    assert kept > 20
    assert fields["omitted"]["implementation.files_created"] + kept >= 400
    assert valid(fields, "developer")


def test_even_words_alone_are_kept_within_the_limit(tmp_path: Path) -> None:
    setup = team(tmp_path)
    words = " ".join(f"word{n}" for n in range(3000))
    report = f"# Plan\n\n## User request\n\n> Never {words}\n\n**Root cause:** {words}\n\nStatus: ROOT_CAUSE_FOUND\n"
    handoff = ended(setup, "investigator", report)
    assert (
        setup.meter.count(setup.store.read(handoff, "handoff.json").decode())
        <= load.role("investigator").limit
    )
    assert valid(own_file(setup, handoff), "investigator")


def test_the_layout_of_a_session(tmp_path: Path) -> None:
    setup = team(tmp_path)
    ended(setup, "developer", BUILT)
    ended(setup, "qa_expert", TESTED)
    ended(setup, "project_manager", "# Plan\n\nTwo groups.\n\nStatus: PLANNING_COMPLETE\n")
    assert layout(tmp_path) == [
        "AUTH/handoff_developer.1.json",
        "AUTH/handoff_developer.json",
        "AUTH/handoff_implementation.json",
        "AUTH/handoff_qa_expert.1.json",
        "AUTH/handoff_qa_expert.json",
        "handoff_project_manager.1.json",
        "handoff_project_manager.json",
        "tests/AUTH_developer.1.md",
        "tests/AUTH_developer.md",
        "tests/AUTH_qa_expert.1.md",
        "tests/AUTH_qa_expert.md",
    ]
    kept = tmp_path / "bazinga/artifacts/S1/tests/AUTH_qa_expert.md"
    assert kept.read_text("utf-8") == TESTED
    fields = json.loads((tmp_path / "bazinga/artifacts/S1/AUTH/handoff_qa_expert.json").read_bytes())
    assert fields["artifacts"]["details"] == "bazinga/artifacts/S1/tests/AUTH_qa_expert.md"
    assert (tmp_path / fields["artifacts"]["manifest"]).is_file(), "the checked handoff with its proof"


def test_every_round_stays_and_the_plain_name_is_the_newest(tmp_path: Path) -> None:
    clock = Clock()
    setup = team(tmp_path, clock)
    ended(setup, "developer", BUILT)
    clock.forward(minutes=5)
    ended(setup, "senior_software_engineer", BUILT.replace("RS256", "EdDSA"))
    clock.forward(minutes=5)
    ended(setup, "developer", BUILT.replace("RS256", "ES384"))
    folder = tmp_path / "bazinga/artifacts/S1/AUTH"
    summary = {path.name: json.loads(path.read_bytes())["summary"][23:28] for path in folder.iterdir()}
    assert summary == {
        "handoff_developer.1.json": "RS256",
        "handoff_developer.2.json": "ES384",
        "handoff_developer.json": "ES384",
        "handoff_senior_software_engineer.1.json": "EdDSA",
        "handoff_senior_software_engineer.json": "EdDSA",
        "handoff_implementation.json": "ES384",
    }


def test_the_same_call_again_is_the_same_round(tmp_path: Path) -> None:
    setup = team(tmp_path)
    first = ended(setup, "developer", BUILT)
    before = layout(tmp_path)
    (tmp_path / "bazinga/artifacts/S1/AUTH/handoff_developer.json").unlink()
    assert ended(setup, "developer", BUILT).id == first.id
    assert layout(tmp_path) == before, "what was lost is put back, and nothing is added"


def test_one_of_several_at_once_has_an_alias_of_its_own(tmp_path: Path) -> None:
    setup = team(tmp_path)
    ended(setup, "developer_1", BUILT)
    ended(setup, "developer_2", BUILT.replace("RS256", "ES384"))
    names = [name for name in layout(tmp_path) if "implementation" in name]
    assert names == [
        "AUTH/handoff_implementation_developer_1.json",
        "AUTH/handoff_implementation_developer_2.json",
    ]


def test_what_an_agent_wrote_there_itself_is_kept_as_a_round(tmp_path: Path) -> None:
    setup = team(tmp_path)
    own = put(tmp_path, "bazinga/artifacts/S1/AUTH/handoff_developer.json", '{"from_agent": "developer"}')
    ended(setup, "developer", BUILT)
    assert own.with_name("handoff_developer.1.json").read_text("utf-8") == '{"from_agent": "developer"}'
    assert json.loads(own.read_bytes())["summary"].startswith("Tokens are signed")


def test_without_a_session_or_a_role_nothing_is_laid_out(tmp_path: Path) -> None:
    setup = team(tmp_path)
    alone = ended(setup, "developer", BUILT, session="")
    assert own_file(setup, alone)["session_id"] == ""
    other = ended(setup, "validator", "# Checked\n\nAll criteria hold.\n\nStatus: ACCEPT\n")
    assert not (tmp_path / "bazinga/artifacts/S1").exists()
    with pytest.raises(NotFound, match="validator left no handoff file of a role"):
        view(setup, opened(setup, other), "handoff")


def test_what_was_rejected_is_not_laid_out(tmp_path: Path) -> None:
    setup = team(tmp_path, config='mode = "enforce"\n')
    handoff = hand_over(
        setup,
        Terms(agent="developer", type="plan", session="S1", group="AUTH"),
        texts={"plan.md": "# A plan\n\nWe will see.\n"},
    ).opened.handoff
    assert handoff.standing == "rejected"
    assert not (tmp_path / "bazinga/artifacts/S1").exists()


def test_the_prompt_block_shows_the_fields_of_the_role(tmp_path: Path) -> None:
    setup = team(tmp_path)
    handoff = ended(setup, "qa_expert", TESTED)
    block = view(setup, opened(setup, handoff), "brief")
    assert '"failures":[{"test_name":"test_refresh","location":"tests/auth.py:40"' in block
    assert "**In full**: bazinga/artifacts/S1/tests/AUTH_qa_expert.md" in block
    assert setup.store.read(handoff, "brief.md").decode() == block, "what hooks give is the same"


OWN = (
    '{"from_agent": "developer", "status": "BLOCKED", "summary": "No key", "concerns": ["Whose key is it?"]}'
)


def test_what_an_agent_wrote_there_itself_is_handed_over_with_the_rest(tmp_path: Path) -> None:
    clock = Clock()
    setup = team(tmp_path, clock)
    put(tmp_path, "bazinga/artifacts/S1/AUTH/handoff_developer.json", OWN)
    first = ended(setup, "developer", "Created src/key.py.\n")
    told = own_file(setup, first)
    assert (told["status"], told["summary"], told["concerns"]) == ("BLOCKED", "No key", ["Whose key is it?"])
    assert told["implementation"]["files_created"] == ["src/key.py"]
    clock.forward(minutes=1)
    assert ended(setup, "developer", "Created src/key.py.\n").id == first.id, "a hook fires twice"
    later = own_file(setup, ended(setup, "developer", "# Keys\n\nThe key has come and is used now.\n"))
    assert (later["status"], later["concerns"]) == ("UNKNOWN", []), "it says nothing of a later round"


def test_a_torn_file_of_its_own_is_told_and_kept(tmp_path: Path) -> None:
    setup = team(tmp_path)
    put(tmp_path, "bazinga/artifacts/S1/AUTH/handoff_developer.json", OWN[:60])
    told = hand_over(setup, Terms(agent="developer", session="S1", group="AUTH"), texts={"report.md": BUILT})
    assert any(problem.path or "handoff_developer.json" in problem.message for problem in told.problems)
    assert own_file(setup, told.opened.handoff)["status"] == "READY_FOR_QA"


def test_what_a_person_corrects_is_in_the_next_round(tmp_path: Path) -> None:
    setup = team(tmp_path)
    handoff = ended(setup, "developer", BUILT)
    text = editable(setup, handoff.id).replace(
        "Should refresh tokens be rotated?", "Refresh tokens are rotated daily."
    )
    correct(setup, handoff.id, text)
    told = own_file(setup, handoff)
    assert "Refresh tokens are rotated daily." in [one["text"] for one in told["corrections"]]
    assert valid(told, "developer")
    assert "AUTH/handoff_developer.2.json" in layout(tmp_path)
    block = setup.store.read(handoff, "brief.md").decode()
    assert "Refresh tokens are rotated daily." in block


PLACE = "bazinga/artifacts/S1/AUTH/handoff_developer.json"


def test_a_role_file_is_held_against_the_schema_of_its_role(tmp_path: Path) -> None:
    setup = team(tmp_path)
    ended(setup, "developer", BUILT)
    assert check_manifests(setup, [PLACE])[0].problems == ()
    data = (tmp_path / PLACE).read_text("utf-8")
    bad = data.replace('"total":null', '"total":"some"').replace('"branch":null,\n', "")
    put(tmp_path, "handoff_bad.json", bad)
    found = check_manifests(setup, ["handoff_bad.json"])[0].problems
    assert [(p.rule, p.severity, p.pointer, p.path) for p in found] == [
        ("role-file", "error", "/branch", "handoff_bad.json"),
        ("role-file", "error", "/tests/total", "handoff_bad.json"),
    ]
    assert found[1].line == data[: data.index('"tests"')].count("\n") + 1


def test_a_role_file_over_its_limit_and_a_torn_one_are_told(tmp_path: Path) -> None:
    setup = team(tmp_path)
    told = own_file(setup, ended(setup, "developer", BUILT))
    put(tmp_path, "handoff_long.json", json.dumps(told | {"concerns": ["why not " * 1000]}))
    put(tmp_path, "handoff_torn.json", '{"from_agent": "developer",\n"sta')
    long, torn = check_manifests(setup, ["handoff_long.json", "handoff_torn.json"])
    assert "the handoff file of a role `implementer` has at most 1000" in long.problems[0].message
    (problem,) = torn.problems
    assert (problem.rule, problem.line) == ("readable", 2)
    assert problem.message.startswith("cut off in line 2; wanted a handoff file")


def test_a_role_file_means_the_handoff_it_is_a_view_of(tmp_path: Path) -> None:
    setup = team(tmp_path)
    handoff = ended(setup, "developer", BUILT)
    for name in (
        PLACE,
        PLACE.replace("developer", "developer.1"),
        PLACE.replace("developer", "implementation"),
    ):
        assert setup.store.find(name).id == handoff.id
    (passage,) = expand(setup, PLACE, "/concerns/0")
    assert "rotated" in passage.text


@given(
    role=st.sampled_from([load.role(name) for name in load.names("roles")]),
    parts=st.lists(
        st.sampled_from(
            [
                "# Issues",
                "## Test Summary",
                "### HIGH",
                "#### TL-A-1-1: It fails",
                "**Tests:**",
                "- Total: x",
                "- [HIGH] broken in src/a.py:3: Fix: mend it. Why: it is",
                "**Root cause:** none",
                "| Suite | Passed | Failed |\n|---|---|---|\n| E2E | 1 | |",
                "| ID | Severity | Line |\n|---|---|---|\n| | LOW | 3 |",
                "Hypothesis 1: a → b → c → d → e",
                "Option 3",
                "**Pros:**",
                "- `",
                "Confidence: 0.0",
                "Success criteria",
                "> Do not lose data",
                "Challenge level 9",
            ]
        )
        | st.text(max_size=40),
        max_size=12,
    ),
)
def test_no_document_is_too_strange_for_a_role(role: Role, parts: list[str]) -> None:
    source = parse_text("\n\n".join(parts), "report.md", str)
    said = spoken(source, role)
    known = Known((), said, Terms(agent="a"), Stamp("0" * 12, "2026-03-01T10:00:00Z", "x/"), status="S")
    filled = fill(role, known, len)
    assert jsonschema_rs.is_valid(load.schema(f"handoff-{role.name}"), filled.fields)


@given(
    role=st.sampled_from([load.role(name) for name in load.names("roles")]),
    own=st.dictionaries(
        st.sampled_from(
            ["tests", "issues", "failures", "coverage", "summary", "iteration", "artifacts", "root cause"]
        )
        | st.text(max_size=8),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
            lambda inner: (
                st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
            ),
            max_leaves=6,
        ),
        max_size=8,
    ),
)
def test_no_file_of_an_agents_own_is_too_strange_for_a_role(role: Role, own: dict[str, Any]) -> None:
    source = parse_text(json.dumps(own), "own.json", str)
    said = of_file(role, own, source)
    known = Known((), said, Terms(agent="a"), Stamp("0" * 12, "2026-03-01T10:00:00Z", "x/"), status="S")
    assert jsonschema_rs.is_valid(load.schema(f"handoff-{role.name}"), fill(role, known, len).fields)


WHOLE = """{
"from_agent": "developer",
"status": "BLOCKED",
"summary": "The importer reads both formats",
"implementation": {"files_created": ["src/read.py"], "files_modified": [], "key_changes": ["One reader a format"]},
"tests": {"total": 9, "passing": 8, "failing": 1, "coverage": "71.5%"},
"tech_debt_logged": false,
"concerns": ["Is UTF-16 used?", "Large files are slow"],
"blockers": ["No sample of the old format"],
"decisions": [{"decision": "Stream the file", "rationale": "it does not fit into memory"}],
"issues": [{"severity": "HIGH", "title": "Leak", "location": "src/a.py:3", "fix": "close it"}],
"blocking_summary": {"total_blocking": 2}
}"""


def test_a_handoff_of_an_agents_own_file_says_what_its_fields_say(tmp_path: Path) -> None:
    setup = team(tmp_path)
    handoff = ended(setup, "developer", WHOLE, "own.json")
    told = opened(setup, handoff).manifest
    assert told["status"] == handoff.status == "BLOCKED"
    assert told["summary"] == {
        "overview": "The importer reads both formats",
        "approaches": ["One reader a format"],
        "metrics": ["coverage: 71.5%"],
        "risks": ["Leak: src/a.py:3; close it", "Large files are slow"],
    }
    assert told["files_created"] == ["src/read.py"]
    assert (told["tests"]["passed"], told["tests"]["failed"], told["tests"]["total"]) == (8, 1, 9)
    assert told["questions"] == ["Is UTF-16 used?"]
    assert told["blockers"] == ["No sample of the old format"]
    assert told["key_decisions"] == [
        {"decision": "Stream the file", "rationale": "it does not fit into memory"}
    ]
    (passage,) = expand(setup, handoff.id, "/blockers/0")
    assert passage.first == 9


def hand_over_one(root: str, number: int) -> None:
    setup = open_project(root)
    text = BUILT.replace("RS256", f"RS{number}")
    hand_over(setup, Terms(agent="developer", session="S1", group="AUTH"), texts={"report.md": text})


def test_agents_that_end_at_once_take_no_round_from_each_other(tmp_path: Path) -> None:
    team(tmp_path)
    run(hand_over_one, str(tmp_path), 4)
    folder = tmp_path / "bazinga/artifacts/S1/AUTH"
    rounds = [json.loads((folder / f"handoff_developer.{n}.json").read_bytes()) for n in (1, 2, 3, 4)]
    assert sorted(one["summary"][23:26] for one in rounds) == ["RS0", "RS1", "RS2", "RS3"]
    assert len({one["id"] for one in rounds}) == 4
    assert json.loads((folder / "handoff_developer.json").read_bytes()) == rounds[3]
    assert json.loads((folder / "handoff_implementation.json").read_bytes()) == rounds[3]
    for one in rounds:
        assert (tmp_path / one["artifacts"]["manifest"]).is_file()
