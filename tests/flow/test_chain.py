"""An agent of a team starts: whose handoffs it is given, how much room they have, and what is said where one is missing."""

import json
from pathlib import Path
from typing import Any

import pytest

from batonpass.flow.prompts import check_prompt
from batonpass.flow.reasoning import save
from batonpass.flow.room import room_of
from batonpass.flow.setup import Setup
from batonpass.flow.take_over import brief, take_over
from batonpass.flow.wish import Wish
from batonpass.model.errors import BatonError, HandoffMissing, HandoffTooLargeError
from batonpass.model.handoff import Selection
from batonpass.tables import load
from tests import cases
from tests.flow.project import Clock, put
from tests.flow.team import BUILT, PLANNED, TESTED, ended, team

CHAINS = cases.load(Path(__file__).parent / "chains.md")
REPORTS = {"developer": BUILT, "qa_expert": TESTED, "project_manager": PLANNED}
OTHER = "# Work\n\nIt is done and says so in a sentence.\n\nStatus: READY_FOR_QA\n"
GROUP = Selection(session="S1", group="AUTH")


def told(setup: Setup, agent: str) -> str:
    """Return whose handoffs an agent is given, by the heads of their blocks; or the error."""
    name, whole, _ = agent.partition(" whole session")
    try:
        text = take_over(setup, name, Selection(session="S1") if whole else GROUP)
    except BatonError as error:
        return error.sentence()
    heads = (
        line.removeprefix("## ").split(",", maxsplit=1)[0]
        for line in text.splitlines()
        if ", handoff: " in line
    )
    return "\n".join(heads) or "nobody"


@pytest.mark.parametrize("case", CHAINS, ids=lambda case: case.id)
def test_whose_handoffs(case: cases.Case, tmp_path: Path) -> None:
    clock = Clock()
    setup = team(tmp_path, clock)
    for number, line in enumerate(case.parts["left"].splitlines()):
        agent, _, group = line.partition(" ")
        text = REPORTS.get(agent, OTHER) + f"\nRound {number} of them.\n"
        ended(setup, agent, text, group={"-": "", "": "AUTH"}.get(group, group))
        clock.forward(minutes=1)
    cases.check(case, told(setup, case.parts["for"].strip()))


def test_the_newest_round_is_given(tmp_path: Path) -> None:
    clock = Clock()
    setup = team(tmp_path, clock)
    for name in ("RS256", "ES384", "EdDSA"):
        ended(setup, "developer", BUILT.replace("RS256", name))
        clock.forward(minutes=1)
    text = take_over(setup, "qa_expert", GROUP)
    assert "signed with EdDSA" in text
    assert "RS256" not in text
    assert "ES384" not in text


def test_what_the_user_demanded_reaches_everybody(tmp_path: Path) -> None:
    setup = team(tmp_path)
    ended(setup, "project_manager", PLANNED, group="")
    ended(setup, "developer", BUILT)
    text = take_over(setup, "qa_expert", GROUP)
    assert text.count("Nobody who is logged in today may be logged out.") == 1
    assert "## What the user demanded\n\n> Nobody who is" in text


def test_questions_of_others_stay_open_and_are_told_once(tmp_path: Path) -> None:
    clock = Clock()
    setup = team(tmp_path, clock)
    plan = PLANNED.replace(
        "## Task Groups", "## Open questions\n\n- Which region hosts the keys?\n\n## Task Groups"
    )
    ended(setup, "project_manager", plan, group="")
    ended(setup, "developer", BUILT)
    text = take_over(setup, "qa_expert", GROUP)
    assert "## Open questions\n\n- Which region hosts the keys? (project_manager)" in text
    assert text.count("Should refresh tokens be rotated?") == 1, "the developer's own handoff says it"


def test_saved_reasoning_of_the_right_agents_the_last_five_bounded(tmp_path: Path) -> None:
    clock = Clock()
    setup = team(tmp_path, clock)
    ended(setup, "developer", BUILT)
    for number in range(7):
        save(
            setup,
            f"Thought {number} " + "why " * 400,
            session="S1",
            group="AUTH",
            agent="developer",
            phase="approach",
        )
        clock.forward(seconds=1)
    save(setup, "A plan", session="S1", group="AUTH", agent="project_manager", phase="approach")
    text = take_over(setup, "qa_expert", GROUP)
    assert [number for number in range(7) if f"Thought {number}" in text] == [2, 3, 4, 5, 6]
    assert "A plan" not in text
    assert setup.meter.count(text.split("## Why it was done so")[1]) < 5 * 75 + 60


def test_reasoning_gives_way_and_a_handoff_never(tmp_path: Path) -> None:
    clock = Clock()
    setup = team(tmp_path, clock)
    ended(setup, "developer", BUILT)
    bare = setup.meter.count(take_over(setup, "qa_expert", GROUP))
    for number in range(5):
        save(
            setup,
            f"Thought {number} " + "why " * 90,
            session="S1",
            group="AUTH",
            agent="developer",
            phase="approach",
        )
        clock.forward(seconds=1)
    text = take_over(setup, "qa_expert", GROUP, budget=bare + 230)
    assert "Thought 4" in text
    assert "Thought 0" not in text
    assert "older: `baton reasoning query --session S1`" in text
    assert "signed with RS256" in text
    assert setup.meter.count(text) <= bare + 230


def test_over_budget_is_an_error_that_names_what_to_leave_out(tmp_path: Path) -> None:
    clock = Clock()
    setup = team(tmp_path, clock)
    built = ended(setup, "developer", BUILT)
    clock.forward(minutes=1)
    tested = ended(setup, "qa_expert", TESTED)
    with pytest.raises(HandoffTooLargeError) as raised:
        take_over(setup, "tech_lead", GROUP, budget=400)
    assert f"developer {built.id} {built.brief_tokens}" in str(raised.value)
    assert f"qa_expert {tested.id} {tested.brief_tokens}" in str(raised.value)
    assert "tokens) with --without" in raised.value.todo
    assert setup.store.reads() == (), "nothing was given"


def test_what_is_left_out_on_demand_is_named(tmp_path: Path) -> None:
    clock = Clock()
    setup = team(tmp_path, clock)
    built = ended(setup, "developer", BUILT)
    clock.forward(minutes=1)
    ended(setup, "qa_expert", TESTED)
    text = brief(setup, "tech_lead", GROUP, Wish(without=("developer",))).text
    assert "signed with RS256" not in text
    path = "bazinga/artifacts/S1/AUTH/handoff_developer.json"
    assert f"- {path} (from developer, {built.brief_tokens} tokens)" in text
    given = {read.handoff: read.tokens for read in setup.store.reads()}
    assert given[built.id] == 0, "it was only named"


def test_names_only_names_the_role_files_with_their_tokens(tmp_path: Path) -> None:
    setup = team(tmp_path)
    built = ended(setup, "developer", BUILT)
    text = take_over(setup, "qa_expert", GROUP, budget=50, name_only=True)
    path = "bazinga/artifacts/S1/AUTH/handoff_developer.json"
    assert f"- {path} (from developer, {built.brief_tokens} tokens)" in text
    assert "none is ever shortened" in text


@pytest.mark.parametrize(
    ("agent", "model", "tokens"),
    [
        ("project_manager", "", 20_000),
        ("qa_expert", "", 25_000),
        ("project_manager", "claude-opus-5", 25_000),
        ("validator", "", 10_000),
    ],
)
def test_an_agent_has_its_share_of_the_window(agent: str, model: str, tokens: int) -> None:
    assert room_of(load.playbook("bazinga"), agent, model) == tokens


def test_a_missing_handoff_is_recorded_and_an_error_in_every_mode(tmp_path: Path) -> None:
    setup = team(tmp_path, config='mode = "observe"\n')
    with pytest.raises(
        HandoffMissing, match=r"wanted bazinga/artifacts/S1/AUTH/handoff_developer\.json, or that of"
    ) as raised:
        take_over(setup, "qa_expert", GROUP)
    assert raised.value.exit_code == 1
    assert [event.data["agent"] for event in setup.store.events("gap.found")] == [
        "developer or senior_software_engineer"
    ]


OWN = {
    "from_agent": "developer",
    "to_agent": "qa_expert",
    "timestamp": "2026-03-01T10:30:00Z",
    "session_id": "S1",
    "group_id": "AUTH",
    "status": "READY_FOR_QA",
    "summary": "Written by the agent itself",
    "concerns": ["Is it too slow?"],
}
PLACE = "bazinga/artifacts/S1/AUTH/handoff_developer.json"


def own(root: Path, place: str = PLACE, **more: Any) -> Path:
    return put(root, place, json.dumps(OWN | more, indent=2))


def test_a_file_that_an_agent_wrote_itself_is_given(tmp_path: Path) -> None:
    setup = team(tmp_path)
    own(tmp_path)
    text = take_over(setup, "qa_expert", GROUP)
    assert "## developer: READY_FOR_QA" in text
    assert '"concerns":["Is it too slow?"]' in text
    assert "no proof stands beside it" in text


def test_a_file_under_the_name_of_whoever_built_it_is_given(tmp_path: Path) -> None:
    setup = team(tmp_path)
    own(tmp_path, PLACE.replace("developer", "implementation"), from_agent="senior_software_engineer")
    assert "## senior_software_engineer: READY_FOR_QA" in take_over(setup, "qa_expert", GROUP)


def test_what_an_agent_wrote_after_it_handed_over_is_the_newest(tmp_path: Path) -> None:
    setup = team(tmp_path)
    ended(setup, "developer", BUILT)
    own(tmp_path)
    text = take_over(setup, "qa_expert", GROUP)
    assert "Written by the agent itself" in text
    assert "signed with RS256" not in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{\n"from_agent":"developer",\n"stat', "handoff_developer.json:3: cut off in line 3"),
        ("", "handoff_developer.json: an empty file"),
        (
            '{"from_agent": "developer", "status": "BLOCKED", "schema_version": "2.0"}',
            ":1: schema version 2.0, wanted 1.0",
        ),
        ('{"from_agent": "developer"}', "no handoff file: it has no status"),
        ("[]", "no handoff file: JSON, but a list"),
        ("Nothing of the kind", ":1: no JSON from line 1 on"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_and_the_round_before_is_given(
    tmp_path: Path, text: str, said: str
) -> None:
    setup = team(tmp_path)
    ended(setup, "developer", BUILT)
    put(tmp_path, PLACE, text)
    found = brief(setup, "qa_expert", GROUP, Wish())
    assert "signed with RS256" in found.text
    assert said in found.text
    assert "bazinga/artifacts/S1/AUTH/handoff_developer.1.json is given instead" in found.text
    of_files = [problem for problem in found.problems if problem.rule == "prior-handoff"]
    assert [problem.path for problem in of_files] == [PLACE]
    assert of_files[0].todo


def test_where_no_round_can_be_read_the_error_says_so(tmp_path: Path) -> None:
    setup = team(tmp_path)
    put(tmp_path, PLACE, '{"from_agent": "dev')
    with pytest.raises(HandoffMissing, match=r"handoff_developer\.json:1: cut off in line 1"):
        take_over(setup, "qa_expert", GROUP)


def test_a_torn_round_is_kept_and_the_next_one_holds(tmp_path: Path) -> None:
    setup = team(tmp_path)
    put(tmp_path, PLACE, '{"from_agent": "dev')
    ended(setup, "developer", BUILT)
    found = brief(setup, "qa_expert", GROUP, Wish())
    assert [problem for problem in found.problems if problem.rule == "prior-handoff"] == []
    assert (tmp_path / PLACE).with_name("handoff_developer.1.json").read_text(
        "utf-8"
    ) == '{"from_agent": "dev'


PROMPT = """\
# You test. NO DELEGATION.

Challenge level: as high as it goes. Say PASS, FAIL or BLOCKED.
"""


def rules(setup: Setup, text: str, agent: str = "qa_expert", session: str = "") -> list[tuple[str, str]]:
    found = check_prompt(setup, agent, text, Selection(session=session, group="AUTH"), "prompt.md")
    return [(problem.rule, problem.message.rsplit("hold ", maxsplit=1)[-1]) for problem in found]


def test_a_prompt_holds_the_markers_of_its_role(tmp_path: Path) -> None:
    setup = team(tmp_path)
    assert rules(setup, PROMPT) == []
    assert rules(setup, "It PASSED, BY_FAIL, blocked. challenge\nlevel 3.") == [
        ("prompt-markers", "'PASS'"),
        ("prompt-markers", "'FAIL'"),
        ("prompt-markers", "'BLOCKED'"),
    ]
    assert rules(setup, "anything", agent="tech_stack_scout") == []


def test_every_marker_of_every_role_is_looked_for(tmp_path: Path) -> None:
    setup = team(tmp_path)
    for agent, markers in setup.playbook.taking_over.markers.items():
        whole = " ".join(markers)
        assert rules(setup, whole, agent) == []
        assert rules(setup, "", agent) == [("prompt-markers", repr(marker)) for marker in markers]


def test_a_prompt_names_the_handoffs_its_agent_needs(tmp_path: Path) -> None:
    setup = team(tmp_path)
    assert [rule for rule, _ in rules(setup, PROMPT, session="S1")] == ["prompt-handoff"]
    handoff = ended(setup, "developer", BUILT)
    assert [rule for rule, _ in rules(setup, PROMPT, session="S1")] == ["prompt-handoff"]
    for named in (handoff.id, PLACE, take_over(setup, "qa_expert", GROUP)):
        assert rules(setup, f"{PROMPT}\n{named}", session="S1") == []


def test_a_prompt_that_no_single_read_holds_is_told(tmp_path: Path) -> None:
    setup = team(tmp_path)
    assert rules(setup, PROMPT + "word " * 26_000) == [
        ("prompt-size", "the prompt takes 26027 tokens, and an agent reads 25000 of a file at once")
    ]
