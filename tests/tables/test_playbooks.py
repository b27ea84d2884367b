"""Playbooks of a project's own: built on others, refused with file and line."""

from pathlib import Path

import msgspec
import pytest

from batonpass.model.errors import BatonError, WrongUse
from batonpass.tables import load
from batonpass.tables.lines import line_of
from tests import cases

CASES = cases.load_all(Path(__file__).parent / "cases")


def put(root: Path, name: str, text: str) -> None:
    path = root / ".baton" / "playbooks" / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def told(root: Path, name: str) -> str:
    """Return what an error says, or what differs from OaK's playbook."""
    try:
        own = msgspec.to_builtins(load.playbook(name, str(root)))
    except BatonError as error:
        return error.sentence().replace(str(root / ".baton" / "playbooks") + "/", "")
    oak = msgspec.to_builtins(load.playbook("oak"))
    return "\n".join(f"{key}: {own[key]}" for key in own if own[key] != oak[key])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_playbook_of_ones_own(case: cases.Case, tmp_path: Path) -> None:
    put(tmp_path, "mine", case.parts["input"])
    cases.check(case, told(tmp_path, "mine"))


def test_two_that_inherit_from_each_other_are_refused(tmp_path: Path) -> None:
    put(tmp_path, "one", 'extends = "two"\n')
    put(tmp_path, "two", '\n\nextends = "one"\n')
    with pytest.raises(WrongUse, match=r"two\.toml:3: it inherits from itself"):
        load.playbook("one", str(tmp_path))


def test_a_mistake_is_placed_in_the_file_it_was_written_in(tmp_path: Path) -> None:
    put(tmp_path, "base", 'extends = "oak"\n\n[alerts]\nwarning = "soon"\n')
    put(tmp_path, "mine", 'extends = "base"\n\n[alerts]\ncritical = 0.8\n')
    with pytest.raises(WrongUse, match=r"base\.toml:4: alerts\.warning"):
        load.playbook("mine", str(tmp_path))


def test_a_projects_own_of_our_name_builds_on_ours(tmp_path: Path) -> None:
    put(tmp_path, "oak", 'extends = "oak"\nretention_days = 3\n')
    assert load.playbook("oak", str(tmp_path)).retention_days == 3
    assert load.playbook("oak").retention_days == 30


def test_a_playbook_can_be_named_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "team.toml").write_text('extends = "oak"\nname = "team"\n', "utf-8")
    assert load.playbook("team.toml", str(tmp_path)).name == "team"
    assert load.playbook_files("team.toml", str(tmp_path)) == (str(tmp_path / "team.toml"),)


def test_one_that_is_not_there_names_those_that_are(tmp_path: Path) -> None:
    put(tmp_path, "mine", 'extends = "oak"\n')
    with pytest.raises(WrongUse, match=r"one of .*mine, .*oak"):
        load.playbook("yours", str(tmp_path))


@pytest.mark.parametrize(
    ("path", "line"),
    [(("a",), 1), (("t", "b"), 4), (("t", "b", "c"), 4), (("l", "1", "x"), 9), (("q", "r.s", "v"), 11)],
)
def test_a_key_is_found_again(path: tuple[str, ...], line: int) -> None:
    text = 'a = [\n"b = 1"]\n[t]\nb = { c = 1 }\n[[l]]\nx = 1\n[[l]]\n\nx = 2\n[q."r.s"]\nv = 1\n'
    assert line_of(text, path) == line
