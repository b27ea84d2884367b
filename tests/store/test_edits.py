import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from batonpass.model.edit import Edit
from batonpass.model.errors import BadContent, Outside, StorageFailed, WrongUse
from batonpass.store import edits
from tests.store.test_sections import FILES

SECTION = Edit(path="agents/dev.md", kind="section", text="Hand over.", at="top")
IGNORE = Edit(path=".gitignore", kind="lines", text="/artifacts/\n/.baton/ledger.db\n")
SCRIPT = Edit(path=".hooks/run.sh", kind="write", text="#!/bin/sh\n", executable=True)
ALL = [SECTION, IGNORE, SCRIPT]


def tree(root: Path) -> dict[str, tuple[bytes | None, int]]:
    return {
        path.relative_to(root).as_posix(): (
            None if path.is_dir() else path.read_bytes(),
            stat.S_IMODE(path.stat().st_mode),
        )
        for path in root.rglob("*")
        if ".baton" not in path.relative_to(root).parts
    }


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents/dev.md").write_bytes(b"\xef\xbb\xbf---\r\nname: dev\r\n---\r\nBody")
    return tmp_path


def test_all_is_put_in_and_taken_out_without_a_trace(project: Path) -> None:
    before = tree(project)
    applied = edits.apply(str(project), ALL)
    assert [change.path for change in applied.changes] == ["agents/dev.md", ".gitignore", ".hooks/run.sh"]
    assert edits.installed(str(project)) == {
        ".gitignore": "lines",
        ".hooks/run.sh": "write",
        "agents/dev.md": "section",
    }
    assert (project / ".gitignore").read_text() == (
        "# batonpass:start\n/artifacts/\n/.baton/ledger.db\n# batonpass:end\n"
    )
    assert os.access(project / ".hooks/run.sh", os.X_OK)
    assert edits.uninstall(str(project)).left == ()
    assert tree(project) == before
    assert not (project / ".baton").exists()


def test_second_time_changes_nothing(project: Path) -> None:
    edits.apply(str(project), ALL)
    once, record = tree(project), (project / ".baton/installed.json").read_bytes()
    assert edits.apply(str(project), ALL).changes == ()
    assert tree(project) == once
    assert (project / ".baton/installed.json").read_bytes() == record


def test_plan_says_what_would_happen_and_does_nothing(project: Path) -> None:
    before = tree(project)
    planned = edits.plan(str(project), ALL)
    assert tree(project) == before
    assert not (project / ".baton").exists()
    assert edits.apply(str(project), ALL) == planned


def test_update_is_taken_back_to_the_first_state(project: Path) -> None:
    (project / "settings.json").write_text("{}")
    before = tree(project)
    for text in ("one", "two"):
        edits.apply(
            str(project),
            [
                Edit(path="settings.json", kind="write", text=text),
                Edit(path="agents/dev.md", kind="section", text=text),
                Edit(path="./new/a.md", kind="section", text=text),
            ],
        )
    edits.uninstall(str(project))
    assert tree(project) == before


def test_changes_people_made_since_stay(project: Path) -> None:
    edits.apply(str(project), ALL)
    for name in ("agents/dev.md", ".gitignore"):
        path = project / name
        path.write_bytes(path.read_bytes() + b"mine\n")
    (project / ".hooks/notes.txt").write_text("mine")
    edits.uninstall(str(project))
    assert (project / "agents/dev.md").read_bytes() == b"\xef\xbb\xbf---\r\nname: dev\r\n---\r\nBodymine\n"
    assert (project / ".gitignore").read_text() == "mine\n"
    assert [path.name for path in (project / ".hooks").iterdir()] == ["notes.txt"]


def test_written_file_that_was_changed_since_is_left_aloud(project: Path) -> None:
    edits.apply(str(project), ALL)
    (project / ".hooks/run.sh").write_text("#!/bin/sh\nmine\n")
    left = edits.uninstall(str(project)).left
    assert [(one.path, one.why) for one in left] == [
        (".hooks/run.sh", "it was changed since it was installed")
    ]
    assert (project / ".hooks/run.sh").read_text() == "#!/bin/sh\nmine\n"
    assert not (project / ".gitignore").exists()


def test_one_edit_can_be_taken_back_alone(project: Path) -> None:
    before = tree(project)["agents/dev.md"]
    edits.apply(str(project), ALL)
    edits.apply(str(project), [Edit(path="agents/dev.md", kind="remove")])
    assert tree(project)["agents/dev.md"] == before
    assert set(edits.installed(str(project))) == {".gitignore", ".hooks/run.sh"}


def test_parts_are_taken_out_even_when_the_record_is_lost(project: Path) -> None:
    before = tree(project)["agents/dev.md"]
    edits.apply(str(project), [SECTION])
    (project / ".baton/installed.json").unlink()
    edits.apply(str(project), [Edit(path="agents/dev.md", kind="remove")])
    assert tree(project)["agents/dev.md"] == before


def test_read_only_file_stays_read_only(project: Path) -> None:
    path = project / "agents/dev.md"
    path.chmod(0o444)
    edits.apply(str(project), [SECTION])
    assert stat.S_IMODE(path.stat().st_mode) == 0o444
    edits.uninstall(str(project))
    assert stat.S_IMODE(path.stat().st_mode) == 0o444


def test_link_is_followed_not_replaced(project: Path) -> None:
    (project / "AGENTS.md").write_text("# Agents\n")
    (project / "CLAUDE.md").symlink_to("AGENTS.md")
    edits.apply(str(project), [Edit(path="CLAUDE.md", kind="section", text="x")])
    assert (project / "CLAUDE.md").is_symlink()
    assert "batonpass:start" in (project / "AGENTS.md").read_text()
    edits.uninstall(str(project))
    assert (project / "AGENTS.md").read_text() == "# Agents\n"


def test_path_that_leads_out_is_refused(project: Path) -> None:
    with pytest.raises(Outside):
        edits.apply(str(project), [SECTION, Edit(path="../x.md", kind="section", text="x")])
    assert edits.installed(str(project)) == {}


def test_one_bad_edit_stops_all(project: Path) -> None:
    (project / "bad.json").write_text("{")
    before = tree(project)
    with pytest.raises(BadContent, match=r"bad\.json:1"):
        edits.apply(str(project), [*ALL, Edit(path="bad.json", kind="json", text="{}")])
    assert tree(project) == before
    assert edits.installed(str(project)) == {}


def test_a_file_whose_markers_somebody_broke_is_left_alone_until_it_is_mended(project: Path) -> None:
    before = tree(project)
    edits.apply(str(project), ALL)
    agent = project / "agents/dev.md"
    whole = agent.read_bytes()
    agent.write_bytes(whole.replace(b"<!-- batonpass:end -->", b"<!-- batonpass:end -->More"))
    for made in (edits.apply(str(project), ALL), edits.uninstall(str(project))):
        (left,) = made.left
        assert left.path == "agents/dev.md"
        assert "dev.md:5: one line '<!-- batonpass:start -->' and no lines" in left.why
    assert edits.installed(str(project)) == {"agents/dev.md": "section"}
    agent.write_bytes(whole)
    assert not edits.uninstall(str(project)).left
    assert tree(project) == before


def test_file_is_edited_in_one_way_only(project: Path) -> None:
    edits.apply(str(project), [SECTION])
    with pytest.raises(WrongUse, match="already holds a section"):
        edits.apply(str(project), [Edit(path="agents/dev.md", kind="write", text="x")])


def test_unreadable_record_says_what_to_do(project: Path) -> None:
    (project / ".baton").mkdir()
    (project / ".baton/installed.json").write_text("[]")
    with pytest.raises(BadContent, match="by hand"):
        edits.apply(str(project), ALL)


@pytest.mark.parametrize("refused", ["run.sh", "dev.md", "settings.json"])
def test_failure_half_way_gives_everything_back(
    project: Path, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    (project / "settings.json").write_text("{}")
    before, replace = tree(project), os.replace

    def refuse(old: str, new: str) -> None:
        if new.endswith(refused):
            raise OSError(5, "Input/output error")
        replace(old, new)

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(StorageFailed, match="Input/output error"):
        edits.apply(str(project), [*ALL, Edit(path="settings.json", kind="write", text="ours")])
    assert tree(project) == before
    assert edits.installed(str(project)) == {}
    assert not (project / ".baton").exists()


def test_died_half_way_can_still_be_taken_back(project: Path) -> None:
    (project / "settings.json").write_text("{}")
    before = tree(project)
    program = f"""
import os
from batonpass.model.edit import Edit
from batonpass.store import edits
replace = os.replace
def replace_and_die(old, new):
    replace(old, new)
    if new.endswith("settings.json"):
        os._exit(9)
os.replace = replace_and_die
edits.apply({str(project)!r}, [Edit(path="settings.json", kind="write", text="ours")])
"""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", program], check=False, env=environment).returncode == 9
    assert (project / "settings.json").read_text() == "ours"
    edits.uninstall(str(project))
    assert tree(project) == before


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    mount = tmp_path / "small"
    mount.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(mount)]
    try:
        done = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        done = False
    if not done:
        pytest.skip("no right to mount a small disk here")
    yield mount
    subprocess.run(["umount", str(mount)], check=True)


def test_full_disk_changes_nothing(small_disk: Path) -> None:
    (small_disk / "a.md").write_text("# A\n")
    before = tree(small_disk)
    big = Edit(path="b.md", kind="write", text="x" * 100_000)
    with pytest.raises(StorageFailed, match="No space left"):
        edits.apply(str(small_disk), [Edit(path="a.md", kind="section", text="x"), big])
    assert tree(small_disk) == before
    assert edits.installed(str(small_disk)) == {}


@settings(max_examples=25)
@given(st.lists(FILES, min_size=1, max_size=3), st.text(alphabet="ab\n", max_size=9), st.booleans())
def test_any_files_come_back_to_the_byte(
    tmp_path_factory: pytest.TempPathFactory,
    contents: list[bytes],
    text: str,
    top: bool,  # noqa: FBT001 - drawn
) -> None:
    root = tmp_path_factory.mktemp("project")
    for number, data in enumerate(contents):
        (root / f"{number}.md").write_bytes(data)
    before = tree(root)
    parts = [
        Edit(path=f"{n}.md", kind="section", text=text, at="top" if top else "end")
        for n in range(len(contents))
    ]
    edits.apply(str(root), [*parts, IGNORE])
    edits.uninstall(str(root))
    assert tree(root) == before
