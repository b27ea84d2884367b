"""Who is next, with a state on the disk; and what is wrong with a team's routes."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from batonpass.flow.routing import Told, check, diagram, route
from batonpass.flow.setup import Setup, open_project
from batonpass.model.errors import BadContent, NotFound, WrongUse
from batonpass.tables import load
from tests import cases

CHECKS = cases.load(Path(__file__).parent / "cases" / "route-check.md")
TEAM = 'extends = "oak"\nname = "mine"\nagents = ["writer", "reviewer"]\n\n'


def bazinga(root: Path) -> Setup:
    return open_project(str(root), playbook="bazinga")


def found(root: Path, name: str) -> str:
    """Return what is wrong with a playbook's routes, line by line."""
    places = load.playbook_places(name, str(root))
    problems = check(open_project(str(root), playbook=name), places)
    lines = [f"{Path(p.path).name}:{p.line}: {p.rule}: {p.message}; {p.todo}" for p in problems]
    assert all(p.severity == "error" for p in problems)
    return "\n".join(lines)


@pytest.mark.parametrize("case", CHECKS, ids=lambda case: case.id)
def test_routes_are_checked_without_a_run(case: cases.Case, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(TEAM + case.parts["input"], "utf-8")
    cases.check(case, found(tmp_path, "mine.toml"))


@pytest.mark.parametrize("name", load.names("playbooks"))
def test_the_routes_we_bring_are_sound(name: str, tmp_path: Path) -> None:
    if load.playbook(name).routes.of:
        assert found(tmp_path, name) == ""


LIMITED_OTHERWISE = {"question-cap", "merge-cap"}  # by the user, and by how often a group is approved
CAPS = [name for name in load.playbook("bazinga").routes.overrides if name.endswith("-cap")]


@pytest.mark.parametrize("cap", CAPS)
def test_without_a_cap_of_bazinga_there_is_a_loop(cap: str, tmp_path: Path) -> None:
    own = f'extends = "bazinga"\nname = "mine"\n[routes.overrides.{cap}.when]\nstatus = ["NEVER"]\n'
    (tmp_path / "mine.toml").write_text(own, "utf-8")
    told = found(tmp_path, "mine.toml")
    assert f"the rule {cap}: no route ever comes to it" in told
    assert ("route-endless" in told) == (cap not in LIMITED_OTHERWISE), told


def test_what_was_decided_is_remembered(tmp_path: Path) -> None:
    state = str(tmp_path / "route.json")
    failed = Told(agent="qa_expert", status="FAIL", groups=("A",))
    assert route(bazinga(tmp_path), failed, state).verdict.next_agent == "developer"
    assert (
        route(bazinga(tmp_path), failed, state, keep=False).verdict.next_agent == "senior_software_engineer"
    )
    assert route(bazinga(tmp_path), failed, state).verdict.next_agent == "senior_software_engineer"
    assert json.loads(Path(state).read_text("utf-8")) == {
        "schema_version": 1,
        "playbook": "bazinga",
        "groups": {
            "A": {
                "standing": "in_progress",
                "at": "senior_software_engineer",
                "implementer": "senior_software_engineer",
                "counters": {"qa_attempts": 2},
            }
        },
    }


def test_the_same_run_is_decided_once(tmp_path: Path) -> None:
    state = str(tmp_path / "route.json")
    failed = Told(agent="qa_expert", status="FAIL", groups=("A",), run="run-1")
    first = route(bazinga(tmp_path), failed, state).verdict
    assert route(bazinga(tmp_path), failed, state).verdict == first
    assert first.next_agent == "developer"
    again = Told(agent="qa_expert", status="FAIL", groups=("A",), run="run-2")
    assert route(bazinga(tmp_path), again, state).verdict.next_agent == "senior_software_engineer"


def test_groups_that_end_at_the_same_time_are_all_counted(tmp_path: Path) -> None:
    state, names = str(tmp_path / "route.json"), [f"G{number}" for number in range(4)]

    def fail(name: str) -> None:
        for _ in range(3):
            route(bazinga(tmp_path), Told(agent="qa_expert", status="FAIL", groups=(name,)), state)

    with ThreadPoolExecutor(len(names)) as pool:
        list(pool.map(fail, names))
    groups = json.loads(Path(state).read_text("utf-8"))["groups"]
    assert {name: group["counters"]["qa_attempts"] for name, group in groups.items()} == dict.fromkeys(
        names, 3
    )
    assert [path.name for path in tmp_path.iterdir()] == ["route.json"], "locks are taken away"


def test_a_state_of_another_playbook_is_refused(tmp_path: Path) -> None:
    state = tmp_path / "route.json"
    state.write_text('{"playbook": "aios"}', "utf-8")
    with pytest.raises(WrongUse, match="a state of the playbook aios; wanted a state of bazinga"):
        route(bazinga(tmp_path), Told(agent="qa_expert", status="FAIL"), str(state))


def test_a_broken_state_stays_as_it_is(tmp_path: Path) -> None:
    state = tmp_path / "route.json"
    state.write_text('{"groups": {\n', "utf-8")
    with pytest.raises(BadContent, match=r"mine:2: the state is no JSON"):
        route(bazinga(tmp_path), Told(agent="qa_expert", status="FAIL"), str(state), shown="mine")
    assert state.read_text("utf-8") == '{"groups": {\n'


def test_what_the_playbook_has_no_more_is_forgotten_and_said(tmp_path: Path) -> None:
    state = tmp_path / "route.json"
    state.write_text(
        '{"settings": {"testing_mode": "some"}, "groups": {"A": {"waiting": ["designer", "developer"]}}}',
        "utf-8",
    )
    told = Told(agent="tech_lead", status="UNBLOCKING_GUIDANCE", groups=("A",))
    verdict = route(bazinga(tmp_path), told, str(state)).verdict
    assert (verdict.next_agent, verdict.answer) == ("developer", "advise")
    assert [problem.message for problem in verdict.problems] == [
        "the state remembers designer of A, which the playbook does not have",
        "the state remembers the setting testing_mode = some, which the playbook does not have",
    ]


def test_an_end_without_a_group_is_asked_about(tmp_path: Path) -> None:
    state = tmp_path / "route.json"
    state.write_text('{"groups": {"A": {}, "B": {}}}', "utf-8")
    verdict = route(bazinga(tmp_path), Told(agent="qa_expert", status="FAIL"), str(state)).verdict
    assert [problem.message for problem in verdict.problems] == [
        "no group is named, and the state knows A, B"
    ]


@pytest.mark.parametrize("name", ["qa", "QA Expert", "qa-expert", "@qa_expert", "qa_expert_2"])
def test_agents_have_other_names(name: str, tmp_path: Path) -> None:
    assert route(bazinga(tmp_path), Told(agent=name, status="PASS")).verdict.agent == "qa_expert"


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (
            Told(agent="nobody", status="PASS"),
            "no agent 'nobody' in the playbook bazinga; wanted one of developer",
        ),
        (Told(agent="qa", status=" "), "an empty status; wanted one of PASS, FAIL"),
        (Told(agent="qa", status="PASS", groups=("A", "B")), "2 groups that qa_expert worked on"),
        (
            Told(agent="qa", status="PASS", flags=("urgent",)),
            "no flag 'urgent'; wanted one of security, research",
        ),
        (
            Told(agent="qa", status="PASS", settings={"speed": "1"}),
            "no setting 'speed'; wanted one of testing_mode",
        ),
        (
            Told(agent="qa", status="PASS", settings={"testing_mode": "some"}),
            "wanted one of full, minimal, disabled",
        ),
        (
            Told(agent="qa", status="PASS", settings={"qa_attempts": "-1"}),
            "qa_attempts = '-1'; wanted a whole number",
        ),
    ],
)
def test_what_the_playbook_does_not_know_is_refused(told: Told, said: str, tmp_path: Path) -> None:
    with pytest.raises((WrongUse, NotFound), match=said):
        route(bazinga(tmp_path), told)


def test_a_playbook_without_routes_says_so(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(TEAM, "utf-8")
    with pytest.raises(WrongUse, match="the playbook mine has no routes"):
        diagram(open_project(str(tmp_path), playbook="mine.toml"))


def test_many_rules_about_one_route_are_checked_in_time(tmp_path: Path) -> None:
    flags = "".join(
        f'[routes.flags.f{n}]\nwords = ["w{n}"]\n'
        f'[routes.overrides.o{n}]\nwhen = {{ flag = "f{n}", to = ["reviewer"] }}\nmodel = "m{n}"\nbecause = ""\n'
        for n in range(40)
    )
    (tmp_path / "mine.toml").write_text(TEAM + CHECKS[0].parts["input"] + flags, "utf-8")
    assert found(tmp_path, "mine.toml") == ""
