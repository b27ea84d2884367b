"""Do manifests hold? Also foreign ones, and ones somebody has touched."""

import json
import shutil
from pathlib import Path

import pytest

from batonpass.flow.check import check_manifests
from batonpass.flow.gate import gate
from batonpass.flow.hand_over import hand_over
from batonpass.flow.setup import Setup
from batonpass.model.errors import NotFound
from batonpass.model.manifest import spelled
from batonpass.model.terms import Terms
from tests.flow.project import RESEARCH, opened, put
from tests.validate.fixture import build, examples


@pytest.fixture
def setup(tmp_path: Path) -> Setup:
    """Hand over one document of the project."""
    put(tmp_path, "notes/login.md", RESEARCH)
    setup = opened(tmp_path)
    hand_over(setup, Terms(agent="researcher", type="research"), ["notes/login.md"])
    return setup


def found(setup: Setup, name: str) -> list[tuple[str, str, str]]:
    """Return severity, rule and place of every problem."""
    (checked,) = check_manifests(setup, [name])
    return [(p.severity, p.rule, p.pointer) for p in checked.problems]


def folder(setup: Setup) -> Path:
    return Path(setup.root, setup.store.find("researcher").directory)


def test_what_was_published_holds(setup: Setup) -> None:
    assert found(setup, "researcher") == []
    assert gate(setup, str(folder(setup))).decision == "PASS"


def test_no_names_are_all_that_is_open(setup: Setup) -> None:
    hand_over(setup, Terms(agent="planner"), ["notes/login.md"])
    assert len(check_manifests(setup, [])) == 2


def test_it_is_found_by_name_id_and_path(setup: Setup) -> None:
    handoff = setup.store.find("researcher")
    for name in ("researcher", handoff.id, handoff.id[:6], handoff.directory, handoff.manifest):
        assert check_manifests(setup, [name])[0].path == handoff.manifest


def test_a_foreign_manifest_is_unproven_and_not_invalid(tmp_path: Path) -> None:
    path = build(tmp_path)["plan"]
    (checked,) = check_manifests(opened(tmp_path), [str(path)])
    assert checked.valid
    (proof,) = (p for p in checked.problems if p.rule == "proof")
    assert proof.severity == "warning"
    assert "unproven" in proof.message


def test_a_manifest_that_was_changed_by_hand_is_an_error(setup: Setup) -> None:
    path = folder(setup) / "manifest.json"
    path.write_text(path.read_text("utf-8").replace("1 hour", "2 hours"), "utf-8")
    problems = found(setup, "researcher")
    assert ("error", "proof") in {p[:2] for p in problems}
    assert not gate(setup, str(folder(setup))).passed


def test_a_stored_copy_that_was_changed_is_an_error(setup: Setup) -> None:
    path = folder(setup) / "login.md"
    path.write_text(path.read_text("utf-8").replace("1 hour", "2 hours"), "utf-8")
    assert {p[:2] for p in found(setup, "researcher")} == {("error", "proof")}


def test_a_stored_copy_that_is_gone_is_an_error(setup: Setup) -> None:
    (folder(setup) / "login.md").unlink()
    assert ("error", "proof") in {p[:2] for p in found(setup, "researcher")}
    assert ("error", "files", "/detail_files/0") in found(setup, "researcher")


def test_an_original_that_was_changed_is_told_and_no_error(setup: Setup, tmp_path: Path) -> None:
    put(tmp_path, "notes/login.md", RESEARCH.replace("1 hour", "2 hours"))
    (checked,) = check_manifests(setup, ["researcher"])
    assert checked.valid
    assert any("drifted" in p.message for p in checked.problems)


def test_an_original_that_is_gone_is_told_and_no_error(setup: Setup, tmp_path: Path) -> None:
    (tmp_path / "notes" / "login.md").unlink()
    assert check_manifests(setup, ["researcher"])[0].valid


def test_a_handoff_carried_elsewhere_still_holds(setup: Setup, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere"
    shutil.copytree(folder(setup), other)
    (checked,) = check_manifests(setup, [str(other / "manifest.json")])
    assert not any(p.rule == "proof" and p.severity == "error" for p in checked.problems)


@pytest.mark.parametrize("text", ["", "{ not json", "[1, 2]", "\xff\xfe"])
def test_what_is_no_manifest_is_a_problem_and_stops_nobody(setup: Setup, tmp_path: Path, text: str) -> None:
    put(tmp_path, "broken/manifest.json", text)
    broken, good = check_manifests(setup, ["broken/manifest.json", "researcher"])
    assert [(p.severity, p.rule) for p in broken.problems] == [("error", "readable")]
    assert good.valid


def test_a_broken_proof_is_a_problem(setup: Setup) -> None:
    (folder(setup) / "proof.json").write_text("{", "utf-8")
    assert found(setup, "researcher") == [("error", "readable", "")]


def test_a_path_that_leaves_the_root_is_an_error(setup: Setup, tmp_path: Path) -> None:
    path = build(tmp_path)["plan"]
    fields = json.loads(path.read_bytes())
    fields["required_reading"] = [{"file": "../../../../../etc/passwd", "description": "secrets"}]
    path.write_text(json.dumps(fields), "utf-8")
    assert ("error", "files", "/required_reading/0") in found(setup, str(path))


def test_a_directory_that_leaves_the_root_is_an_error(setup: Setup, tmp_path: Path) -> None:
    fields = {"from_agent": "builder", "artifacts_directory": "../..", "detail_files": ["secret.md"]}
    put(tmp_path, "manifest.json", spelled(fields).decode())
    (checked,) = check_manifests(setup, ["manifest.json"], only=("files",))
    assert {p.pointer for p in checked.problems} == {"/artifacts_directory", "/detail_files/0"}
    assert all("leads out of the root" in p.message for p in checked.problems)


def test_a_manifest_in_the_root_is_called_by_its_name(setup: Setup, tmp_path: Path) -> None:
    put(tmp_path, "bad.json", '{"from_agent": 1}')
    (checked,) = check_manifests(setup, ["bad.json"])
    assert {checked.path, *(p.path for p in checked.problems)} == {"bad.json"}


def test_rules_can_be_chosen(setup: Setup) -> None:
    path = folder(setup) / "login.md"
    path.unlink()
    assert {p.rule for p in check_manifests(setup, ["researcher"], only=["files"])[0].problems} == {"files"}
    assert "files" not in {p.rule for p in check_manifests(setup, ["researcher"], skip=["files"])[0].problems}
    with pytest.raises(NotFound, match="fils"):
        check_manifests(setup, ["researcher"], only=["fils"])


def test_a_name_nobody_has_is_wrong_use(setup: Setup) -> None:
    with pytest.raises(NotFound, match="no handoff 'nobody'"):
        check_manifests(setup, ["nobody"])


def test_the_gate_says_where_a_manifest_was_expected(setup: Setup) -> None:
    told = gate(setup, "artifacts/nobody")
    assert not told.passed
    assert "Expected: artifacts/nobody/manifest.json" in told.text


def test_a_manifest_alone_names_where_its_files_are(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    own = {"artifacts_directory": "artifacts/real/", "detail_files": ["report.md"], "optional_context": []}
    reading = [{"file": "api.yaml", "description": "The API"}]
    fields = {**examples()["research"], **own, "required_reading": reading}
    put(tmp_path, "artifacts/real/report.md", RESEARCH)
    put(tmp_path, "artifacts/real/api.yaml", "paths: {}\n")
    put(tmp_path, "m3.json", spelled(fields).decode())
    (checked,) = check_manifests(setup, ["m3.json"], only=["files"])
    assert checked.problems == ()
    put(tmp_path, "report.md", RESEARCH)
    put(tmp_path, "api.yaml", "paths: {}\n")
    put(tmp_path, "m4.json", spelled(fields | {"artifacts_directory": "artifacts/nope/"}).decode())
    (checked,) = check_manifests(setup, ["m4.json"], only=["files"])
    assert [p.message for p in checked.problems] == ["artifacts/nope/ does not exist, wanted a directory"]
