"""`baton capsule`: one line for the person who watches."""

from pathlib import Path

import pytest

from tests.cli.sample import baton

pytestmark = pytest.mark.usefixtures("project")
DONE = '{"status": "READY_FOR_QA", "summary": ["Built carts", "Created 2 files: a.py, b.py", "All 9 tests pass"]}'
TEAM = ("--playbook", "bazinga")


def test_an_agents_end_with_all_three_lines_and_who_is_next() -> None:
    done = baton("capsule", "-", "--agent", "dev", "--group", "A", *TEAM, stdin=DONE)
    assert done.out == (
        "🔨 Group A [Developer] | Built carts | Created 2 files: a.py, b.py | All 9 tests pass → QA Expert\n"
    )


def test_who_is_next_may_be_said() -> None:
    done = baton("capsule", "-", "--agent", "developer", "--next", "the archive", *TEAM, stdin=DONE)
    assert done.out.endswith("→ the archive\n")


def test_prose_is_understood_too() -> None:
    said = "I could not go on.\n\n**Status:** BLOCKED\n\nThe staging service has no key.\n"
    line = baton("capsule", "-", "--agent", "developer", "--group", "A", *TEAM, stdin=said).out
    assert line.startswith("⚠️ Group A [Developer] blocked | ")
    assert line.endswith("→ Investigator\n")


def test_a_handoff_of_the_team_is_told_as_its_end() -> None:
    handed = (
        "--agent",
        "developer",
        "--type",
        "plan",
        "--status",
        "READY_FOR_QA",
        "--session",
        "s",
        "--group",
        "A",
    )
    assert baton("compact", "docs/plan.md", *handed, *TEAM).code == 0
    assert baton("capsule", "developer", *TEAM).out.startswith("🔨 Group A [Developer] | Add OAuth2 beside")


def test_another_turn_of_events() -> None:
    done = baton(
        "capsule", "--moment", "merged", "--set", "group=A", "--set", "branch=carts", "--set", "into=main"
    )
    assert done.out == "✅ Group A merged | carts → main | Tests passing → PM check\n"
    assert "merged  group, branch, into\n" in baton("capsule", "--list").out
    assert baton("capsule", "--list", "--json").json["moments"]["merged"] == ["group", "branch", "into"]


def test_plain_letters_where_it_is_asked_for() -> None:
    line = baton("capsule", "-", "--agent", "developer", "--ascii", *TEAM, stdin=DONE).out
    assert line.isascii()
    assert line.startswith("[*] [Developer] | Built carts")


def test_a_width_is_kept_to() -> None:
    line = baton("capsule", "-", "--agent", "developer", "--width", "70", *TEAM, stdin=DONE).out
    assert len(line) <= 70
    assert "All 9 tests pass → QA Expert" in line


def test_wrong_use_says_what_was_wanted(project: Path) -> None:
    assert project
    assert "wanted MANIFEST, - or --moment" in baton("capsule").err
    assert "wanted --agent A" in baton("capsule", "-", stdin=DONE).err
    assert baton("capsule", "--moment", "party").code == 2
