"""Modes of a project, a playbook and a rule: one command each way, at once, recorded."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from batonpass.flow.install import Wanted, init, uninstall
from batonpass.flow.mode import switch
from batonpass.flow.setup import open_project
from batonpass.model.config import Config
from batonpass.model.errors import WrongUse
from batonpass.model.modes import Modes
from batonpass.tables import load
from tests.flow.project import opened, tree

OAK = replace(load.playbook("oak"), rules={"spawn": "enforce"})


@pytest.mark.parametrize(
    ("config", "project", "spawn"),
    [
        (Config(), "warn", "enforce"),
        (Config(mode="observe"), "observe", "observe"),
        (Config(mode="observe", modes={"oak": "enforce"}), "enforce", "enforce"),
        (Config(mode="enforce", rules={"spawn": "warn"}), "enforce", "warn"),
        (Config(mode="enforce", modes={"other": "observe"}), "enforce", "enforce"),
    ],
)
def test_the_nearest_word_counts(config: Config, project: str, spawn: str) -> None:
    modes = Modes.of(config, OAK)
    assert (modes.project, modes.of_rule("spawn")) == (project, spawn)


def test_a_switch_holds_at_once_and_is_recorded(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    for mode in ("observe", "warn", "enforce", "warn", "observe"):
        switch(setup, mode)
        assert open_project(str(tmp_path)).mode == mode
    assert [(e.data["before"], e.data["mode"]) for e in setup.store.events("mode.changed")][:2] == [
        ("warn", "observe"),
        ("observe", "warn"),
    ]


def test_switching_back_leaves_nothing_stricter(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    switch(setup, "enforce", rule="spawn")
    switch(setup, "observe", rule="size")
    switch(setup, "enforce", playbook="oak")
    told = switch(setup, "warn")
    assert set(told.released) == {"rules.spawn", "modes.oak"}
    assert open_project(str(tmp_path)).modes == Modes("warn", {"size": "observe"})


def test_a_project_that_chose_no_mode_has_the_gates_of_its_playbook(tmp_path: Path) -> None:
    init(open_project(str(tmp_path), playbook="omaw"), Wanted(playbook="omaw"))
    setup = open_project(str(tmp_path))
    assert (setup.mode, setup.modes.of_rule("phase")) == ("warn", "enforce")
    assert switch(setup, "warn").released == ("rules.phase",)
    assert open_project(str(tmp_path)).modes == Modes("warn", {})


def test_a_project_that_chose_one_has_that(tmp_path: Path) -> None:
    init(open_project(str(tmp_path), playbook="omaw"), Wanted(playbook="omaw", mode="warn"))
    assert open_project(str(tmp_path)).modes.of_rule("phase") == "warn"


def test_an_unknown_rule_or_playbook_is_refused(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    before = tree(tmp_path)
    with pytest.raises(WrongUse, match="no rule 'spwan'; wanted one of spawn"):
        switch(setup, "warn", rule="spwan")
    with pytest.raises(WrongUse, match="no playbook called"):
        switch(setup, "warn", playbook="aok")
    assert tree(tmp_path) == before


def test_what_init_wrote_can_still_be_taken_back(tmp_path: Path) -> None:
    setup = open_project(str(tmp_path))
    init(setup, Wanted(mode="warn"))
    switch(open_project(str(tmp_path)), "enforce")
    assert open_project(str(tmp_path)).mode == "enforce"
    assert uninstall(setup).left == ()
    assert not (tmp_path / ".baton/config.toml").exists()
