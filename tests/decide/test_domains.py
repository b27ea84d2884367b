"""Which domains of rules are active, and which bracket a context is in."""

from pathlib import Path

import pytest

from batonpass.decide.domains import active, bracket
from batonpass.read import synapse
from batonpass.tables import load
from tests.cases import Case, check
from tests.cases import load as cases

CASES = cases(Path(__file__).parent / "cases" / "domains.md")
BRACKETS = [[one["name"], one["left"]] for one in load.table("switch")["bracket"]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_triggers_make_domains_active(tmp_path: Path, case: Case) -> None:
    (tmp_path / ".synapse").mkdir()
    (tmp_path / ".synapse" / "manifest").write_text(case.parts["manifest"], "utf-8")
    said = dict(line.split("=", 1) for line in case.parts["now"].split("\n") if line)
    now = {"agent": "", "workflow": "", "task": ""} | said
    check(
        case,
        "".join(f"{name}\n" for name in active(synapse.domains(str(tmp_path)), case.parts["prompt"], now)),
    )


@pytest.mark.parametrize(
    ("left", "name"),
    [
        (1.0, "FRESH"),
        (0.6, "FRESH"),
        (0.59, "MODERATE"),
        (0.4, "MODERATE"),
        (0.39, "DEPLETED"),
        (0.25, "DEPLETED"),
        (0.24, "CRITICAL"),
        (0.0, "CRITICAL"),
        (-0.1, "CRITICAL"),
    ],
)
def test_a_bracket_is_what_is_left_of_the_window(left: float, name: str) -> None:
    assert bracket(BRACKETS, 1 - left) == name


def test_squads_bring_domains_of_their_own(tmp_path: Path) -> None:
    for folder, text in (
        (".synapse", "UI_RECALL=button\n"),
        ("squads/shop/.synapse", "SHOP_RECALL=basket\n"),
    ):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "manifest").write_text(text, "utf-8")
    assert [told["name"] for told in synapse.domains(str(tmp_path))] == ["UI", "SHOP"]


def test_a_session_file_tells_what_is_active(tmp_path: Path) -> None:
    (tmp_path / ".synapse" / "sessions").mkdir(parents=True)
    text = (
        '{"active_agent": {"id": "dev"}, "active_workflow": {"id": "story_development"}, "active_task": null}'
    )
    (tmp_path / ".synapse" / "sessions" / "s1.json").write_text(text, "utf-8")
    assert synapse.session(str(tmp_path), "s1") == {
        "agent": "dev",
        "workflow": "story_development",
        "task": "",
    }
    assert synapse.session(str(tmp_path), "../s1") == {
        "agent": "dev",
        "workflow": "story_development",
        "task": "",
    }
    assert synapse.session(str(tmp_path), "s2") == {"agent": "", "workflow": "", "task": ""}
