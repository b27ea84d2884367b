"""Whom a prompt calls, and what it wants of them."""

from pathlib import Path

import pytest

from batonpass.decide.addressed import addressed, is_command, rest_of
from tests.cases import Case, check, load

AGENTS = {name: name for name in ("dev", "devops", "qa", "data-engineer", "sm")}
CASES = load(Path(__file__).parent / "cases" / "addressed.md")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_name_counts_where_a_person_commands(case: Case) -> None:
    found = addressed(case.parts["prompt"], AGENTS)
    check(case, f"{found}\n" if found else "")


def test_what_is_wanted_is_the_rest() -> None:
    assert rest_of("/AIOX:agents:dev *develop 1.2", "dev") == "*develop 1.2"
    assert rest_of("please @dev build it", "dev") == "please build it"


def test_only_a_command_brings_a_profile_along() -> None:
    assert is_command(" /AIOX:agents:dev")
    assert not is_command("@dev")
