"""The example story, handed over for real: small enough, everything planted visible, nothing superseded told."""

from pathlib import Path

import pytest

from batonpass.flow.check import check_manifests
from batonpass.flow.setup import open_project
from evaluation.story import Told, documents, tell


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("story")


@pytest.fixture(scope="module")
def told(project: Path) -> dict[str, Told]:
    return {one.type: one for one in tell(project)}


TYPES = [document["type"] for document in documents()]


@pytest.mark.parametrize("kind", TYPES)
def test_every_planted_point_is_visible(told: dict[str, Told], kind: str) -> None:
    assert told[kind].missing == ()


@pytest.mark.parametrize("kind", TYPES)
def test_nothing_superseded_or_rejected_is_told(told: dict[str, Told], kind: str) -> None:
    assert told[kind].leaked == ()


@pytest.mark.parametrize("kind", TYPES)
def test_it_is_as_much_smaller_as_promised(told: dict[str, Told], kind: str) -> None:
    assert told[kind].ratio >= told[kind].goal


def test_all_three_are_valid_and_every_line_is_proven(project: Path, told: dict[str, Told]) -> None:
    names = [one.outcome.opened.handoff.manifest for one in told.values()]
    found = [p for checked in check_manifests(open_project(str(project)), names) for p in checked.problems]
    assert [p for p in found if p.severity == "error" or p.rule == "proof"] == []
