"""`baton route` as people and programs meet it; the page about it is followed word by word."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.sample import baton

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "route.md"
BAZINGA = ("--playbook", "bazinga")


def blocks(language: str) -> list[str]:
    fences = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [text for name, text in fences if name == language]


def shown() -> Iterator[tuple[str, list[str]]]:
    """Yield each call of the page with the lines shown of its answer."""
    for block in blocks(""):
        for part in block.split("$ baton ")[1:]:
            call, *lines = part.strip().splitlines()
            yield call, lines


def without_numbers(text: str) -> str:
    return re.sub(r"\.toml:\d+", ".toml:N", text)


@pytest.mark.usefixtures("project")
def test_the_page_shows_what_is_printed() -> None:
    calls = list(shown())
    assert len(calls) == 5
    for call, lines in calls:
        done = baton(*shlex.split(call))
        assert done.code == 0, done.err
        printed = without_numbers(done.out + done.err).splitlines()
        assert [line for line in lines if line.rstrip() and without_numbers(line) not in printed] == [], call


def test_the_routes_of_the_page_have_a_loop_until_its_limit_is_added(project: Path) -> None:
    routes, limit = blocks("toml")
    path = project / ".baton" / "playbooks" / "ours.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(routes, "utf-8")
    done = baton("route", "--playbook", "ours", "--check")
    assert done.code == 1
    assert all(line in done.out.splitlines() for line in blocks("")[-1].splitlines())
    path.write_text(routes + "\n" + limit, "utf-8")
    done = baton("route", "--playbook", "ours", "--check")
    assert (done.code, done.out) == (0, "✓ ours: 2 agents, 3 routes, 0 problems\n")


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("arguments", "code", "out"),
    [
        (["--agent", "qa", "--status", "PASS"], 0, "spawn tech_lead\n"),
        (["--agent", "validator", "--status", "ACCEPT"], 0, "end_session\n"),
        (["--agent", "pm", "--status", "NEEDS_CLARIFICATION"], 0, "pause_for_user\n"),
        (["--agent", "qa", "--status", "NICE"], 1, "spawn tech_lead\n"),
        (["--agent", "qa", "--status", "NICE", "--set", "unknown=3"], 1, "pause_for_user\n"),
        (["--agent", "pm", "--status", "CONTINUE", "--set", "plans=29"], 1, "pause_for_user\n"),
        (["--agent", "qa", "--status", "PASS", "--without", "tech_lead"], 1, "halt\n"),
        (["--agent", "qa", "--status", "PASS", "--check"], 2, ""),
        (["--agent", "qa", "--status", "PASS", "--set", "testing_mode"], 2, ""),
        ([], 2, ""),
    ],
)
def test_the_first_line_and_the_exit_code(arguments: list[str], code: int, out: str) -> None:
    done = baton("route", *BAZINGA, *arguments)
    assert (done.code, done.out) == (code, out), done.err


@pytest.mark.usefixtures("project")
def test_a_program_gets_all_of_it() -> None:
    told = baton("route", *BAZINGA, "--agent", "tl", "--status", "ESCALATE_TO_OPUS", "--json").json
    assert (told["next_agent"], told["action"], told["model"]) == ("tech_lead", "respawn", "opus")
    assert told["include_context"] == ["escalation_reason", "original_review"]
    assert told["state"]["session"]["counters"] == {"opus_reviews": 1}
    assert re.fullmatch(r"bazinga\.toml:\d+", told["why"][0]["place"])
    ended = baton("route", *BAZINGA, "--agent", "pm", "--status", "BAZINGA", "--json").json
    assert (ended["next_agent"], ended["then"]) == (None, "validator")
    asked = baton("route", "--playbook", "aios", "--agent", "po", "--status", "Approved", "--json").json
    assert asked["command"] == "*develop {story-id}"
    assert asked["alternatives"][0]["command"] == "*develop-yolo {story-id}"


@pytest.mark.usefixtures("project")
def test_a_state_is_a_value() -> None:
    call = ("route", *BAZINGA, "--agent", "qa", "--status", "FAIL", "--group", "A", "--state", "-", "--json")
    first = baton(*call, stdin="").json
    second = baton(*call, stdin=json.dumps(first["state"])).json
    assert (first["next_agent"], second["next_agent"]) == ("developer", "senior_software_engineer")
    broken = baton(*call[:-1], stdin="{")
    assert broken.code == 1
    assert broken.err.startswith("baton: standard input:1: the state is no JSON")


def test_a_broken_state_is_explained(project: Path) -> None:
    (project / "route.json").write_text('{\n "groups": {"A": {"waiting": "developer"}}\n}\n', "utf-8")
    done = baton("route", *BAZINGA, "--agent", "qa", "--status", "PASS", "--state", "route.json")
    assert done.code == 1
    assert done.err == (
        "baton: route.json:2: the state's groups.A.waiting: expected `array`, got `str`; "
        "mend it there, or take the file away to begin anew\n"
    )


def test_a_mistake_in_a_playbook_is_placed_below_the_project(project: Path) -> None:
    (project / "mine.toml").write_text(
        'extends = "bazinga"\nname = "mine"\n\n[routes.of.qa_expert]\nNICE = { to = "orchestrator" }\n',
        "utf-8",
    )
    done = baton("route", "--playbook", "mine.toml", "--check")
    assert done.code == 1
    assert "mine.toml:5 qa_expert NICE leads to orchestrator, and nothing follows orchestrator" in done.out


@pytest.mark.usefixtures("project")
def test_a_diagram_is_mermaid() -> None:
    done = baton("route", "--playbook", "basecamp", "--diagram")
    assert done.out.startswith("flowchart TD\n")
    assert '-->|"PROCEED"|' in done.out
