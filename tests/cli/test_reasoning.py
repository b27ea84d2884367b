"""`baton reasoning` as a person calls it."""

from pathlib import Path

import pytest

from tests.cli.sample import baton

pytestmark = pytest.mark.usefixtures("project")
WHERE = ("--session", "s1", "--group", "A", "--playbook", "bazinga")
SAVE = ("reasoning", "save", *WHERE, "--agent", "developer", "--phase")


def test_saving_prints_the_file_that_shows_it(project: Path) -> None:
    done = baton(*SAVE, "risks", "-", stdin="Phones that lose an answer look like thieves.\n")
    assert (done.code, done.out) == (0, "bazinga/artifacts/s1/reasoning/A_developer.md\n")
    assert "look like thieves." in (project / done.out.strip()).read_text("utf-8")


def test_a_person_reads_who_thought_what_on_what() -> None:
    baton(*SAVE, "risks", "Phones lose answers.", "--confidence", "low", "--reference", "src/phone.ts")
    shown = baton("reasoning", "query", "--phase", "risks").out.splitlines()
    assert shown[0].startswith("developer · risks  s1 · group A · ")
    assert shown[0].endswith("low confidence")
    assert shown[1:] == ["  Phones lose answers.", "  see src/phone.ts"]
    assert baton("reasoning", "query", "--session", "s2").out == "No reasoning was saved here.\n"


def test_only_what_the_next_one_is_given() -> None:
    baton(*SAVE, "risks", "Phones lose answers.")
    assert baton("reasoning", "query", *WHERE, "--for", "qa").out
    given = baton("reasoning", "query", *WHERE, "--for", "validator", "--json").json
    assert given == {"reasoning": []}


def test_what_is_missing_is_named_with_the_way_out() -> None:
    handed = ("compact", "docs/plan.md", "--agent", "developer", "--type", "plan", *WHERE)
    assert baton(*handed).code == 0
    baton(*SAVE, "understanding", "Partners check tokens alone.")
    done = baton("reasoning", "check", *WHERE, "--before", "qa_expert")
    assert done.code == 1
    assert "saved no reasoning of its completion" in done.out
    baton(*SAVE, "completion", "All of it is built.")
    done = baton("reasoning", "check", *WHERE, "--before", "qa_expert")
    assert (done.code, done.out) == (0, "✓ No reasoning is missing before qa_expert.\n")


def test_wrong_use_says_what_was_wanted() -> None:
    done = baton(*SAVE, "afterthought", "Late.")
    assert done.code == 2
    assert "wanted one of understanding, approach" in done.err
