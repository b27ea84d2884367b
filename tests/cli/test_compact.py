"""`baton compact`: a path for programs, a receipt for people, one sentence for what went wrong."""

from pathlib import Path

import pytest

from tests.cli.sample import RESEARCH, baton, compact

pytestmark = pytest.mark.usefixtures("project")


def test_standard_output_holds_exactly_the_manifest_path(project: Path) -> None:
    done = compact()
    assert done.code == 0, done.err
    assert done.out.count("\n") == 1
    path = project / done.out.strip()
    assert path.name == "manifest.json"
    assert path.is_file()


def test_a_person_gets_a_receipt_beside_it() -> None:
    lines = compact("research", "--to", "backend-architect").err.splitlines()
    assert lines[0] == "✓ top-down-analyzer → backend-architect · research · How login works today"
    assert "budget used" in lines[1]
    assert lines[2].strip().startswith("5 of 5 facts kept: 1 overview, 2 insights, 1 constraint, 1 risk")


def test_the_same_call_again_is_the_same_handoff() -> None:
    first, second = compact(), compact()
    assert first.out == second.out
    assert "stood already, nothing was doubled" in second.err


def test_json_says_everything_in_one_object(project: Path) -> None:
    told = compact("research", "--json").json
    assert told["manifest"]["from_agent"] == "top-down-analyzer"
    assert (project / told["path"]).is_file()
    assert (told["new"], told["rejected"]) == (True, False)
    assert told["receipt"]["kinds"]["insight"] == {"found": 2, "kept": 2, "recoverable": 0}
    assert told["alert"]["level"] == "OK"


def test_a_view_stands_in_place_of_the_path() -> None:
    done = compact("research", "--view", "capsule")
    assert done.out.startswith("✓ top-down-analyzer · research · How login works")
    assert done.out.count("\n") == 1


def test_standard_input_and_folders_are_sources_too() -> None:
    told = baton("compact", "-", "--agent", "debug-specialist", "--json", stdin=RESEARCH).json
    assert told["manifest"]["scope"] == "How login works today"
    told = baton("compact", "docs", "--agent", "code-reviewer", "--json").json
    assert {"plan.md", "research.md"} <= set(told["manifest"]["detail_files"])


def test_paths_are_those_of_the_current_folder(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project / "docs")
    done = baton("compact", "research.md", "--agent", "top-down-analyzer")
    assert Path(done.out.strip()) == next((project / "artifacts").glob("*/2*/manifest.json")).resolve()


def test_another_project_and_another_folder_for_handoffs(
    project: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.chdir(elsewhere)
    document = str(project / "docs" / "research.md")
    done = baton("compact", document, "--agent", "code-reviewer", "--root", str(project), "--out", "kept")
    assert done.code == 0, done.err
    assert len(list((elsewhere / "kept").glob("code-reviewer/2*/manifest.json"))) == 1
    assert not (project / "artifacts").exists()


def test_a_handoff_outside_of_the_project_finds_its_originals(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    done = compact("research", "--out", str(elsewhere), "--json")
    assert done.json["path"].startswith(elsewhere.as_posix())
    assert done.json["problems"] == []
    assert baton("validate", done.json["path"]).code == 0
    (project / "docs" / "research.md").unlink()
    assert "the original docs/research.md is gone" in baton("validate", done.json["path"]).out


def test_what_must_be_read_is_counted(project: Path) -> None:
    (project / "docs" / "api.yaml").write_text("paths: {}\n", "utf-8")
    told = compact("plan", "--require", "api.yaml", "--json").json
    assert told["manifest"]["required_reading"][0]["file"] == "api.yaml"
    assert told["receipt"]["required_reading_tokens"] > 0


@pytest.mark.parametrize(
    ("mode", "code", "standing"), [("observe", 0, False), ("warn", 1, False), ("enforce", 1, True)]
)
def test_the_mode_decides_what_an_error_does(project: Path, mode: str, code: int, standing: bool) -> None:  # noqa: FBT001 - a table's column
    assert baton("init", "--yes", "--mode", mode).code == 0
    (project / "docs" / "empty.md").write_text("Nothing worth a word.\n", "utf-8")
    done = baton("compact", "docs/empty.md", "--agent", "code-reviewer", "--json")
    assert done.code == code
    assert done.json["rejected"] is standing
    assert [p["severity"] for p in done.json["problems"]] == ["error"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["gone.md", "--agent", "a"], 2, "gone.md: does not exist"),
        (["photo.png", "--agent", "a"], 1, "photo.png: the file is binary and was not read; give"),
        (["empty.md", "--agent", "a"], 1, "empty.md: the file is empty; write"),
        (["*.rst", "--agent", "a"], 2, "*.rst: nothing matches"),
        (["docs/plan.md"], 2, "Missing option '--agent'; see `baton compact --help`"),
        (["docs/plan.md", "--agent", "a", "--type", "poem"], 2, "'poem' is not one of"),
        (["docs/plan.md", "--agent", "a", "--require", "gone.yaml"], 2, "no file gone.yaml"),
        (["docs/plan.md", "--agent", "a", "--budget", "0"], 2, "0 is not in the range x>=1"),
        (["docs/plan.md", "--agent", "a", "--budget", "1001"], 2, "wanted at most 1000"),
        (["docs/plan.md", "--agent", "a", "--root", "nowhere"], 2, "'nowhere' does not exist"),
        ([], 2, "Missing "),
    ],
)
def test_bad_input_gets_one_sentence(project: Path, arguments: list[str], code: int, said: str) -> None:
    (project / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    (project / "empty.md").write_bytes(b"")
    done = baton("compact", *arguments)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
    assert done.err.startswith("baton: ")
    assert done.err.count("\n") == 1
    assert not (project / "artifacts").exists(), "nothing half-written"


def test_an_error_is_json_where_json_was_asked_for() -> None:
    done = baton("compact", "gone.md", "--agent", "a", "--json")
    error = done.json["error"]
    assert (error["slug"], error["found"], error["place"]) == ("not-found", "does not exist", "gone.md")
    assert set(error) == {"slug", "found", "wanted", "todo", "place", "message"}
    assert "gone.md: does not exist" in done.err
