"""The three full examples of the published method hold under every rule."""

import json
from pathlib import Path

import pytest

from batonpass.model.problem import Problem
from batonpass.tables import load
from batonpass.validate.check import check
from batonpass.validate.subject import Subject
from tests.validate.fixture import NAMES, below, build, examples
from tests.validate.world import senses


def checked(root: Path, name: str, *only: str) -> tuple[Problem, ...]:
    path = build(root)[name]
    manifest = json.loads(path.read_bytes())
    agents = load.playbook("oak").agents
    subject = Subject(manifest=manifest, data=path.read_bytes(), path=path.relative_to(root).as_posix())
    return check(subject, senses(below(root), agents, directory=manifest["artifacts_directory"]), only=only)


@pytest.mark.parametrize("name", NAMES)
def test_as_it_stands_it_fits_the_schema(name: str, tmp_path: Path) -> None:
    assert checked(tmp_path, name, "schema") == ()


@pytest.mark.parametrize("name", NAMES)
def test_where_its_files_are_no_rule_finds_an_error(name: str, tmp_path: Path) -> None:
    found = checked(tmp_path, name)
    assert [p for p in found if p.severity == "error"] == []
    assert {p.rule for p in found} == {"proof", "size"}, "only: unproven, and a count that was guessed"


@pytest.mark.parametrize("name", NAMES)
def test_elsewhere_only_its_files_are_missing(name: str) -> None:
    manifest = examples()[name]
    subject = Subject(manifest=manifest, data=json.dumps(manifest).encode())
    errors = [p for p in check(subject, senses({})) if p.severity == "error"]
    assert [p.pointer for p in errors] == ["/artifacts_directory"]
