import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from batonpass.model.errors import NotFound, Outside, StorageFailed, WrongUse
from batonpass.model.event import Event
from batonpass.model.handoff import Kept, Selection
from batonpass.model.terms import Stamp
from batonpass.store import latest
from batonpass.store.local import LocalStore
from batonpass.store.lock import claim, held
from batonpass.tables import load
from tests.store import writers
from tests.store.sample import TIME, handoff_id, ids, manifest, proof, publish, stage

LATER = "2026-03-02T10:00:00Z"
CONTENT = {"manifest.json": manifest(), "proof.json": proof()}


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def store(tmp_path: Path, said: list[str]) -> LocalStore:
    return LocalStore(str(tmp_path), say=said.append)


def files(root: Path) -> list[str]:
    return sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if not p.is_dir())


def test_people_find_everything_by_agent_time_and_scope(store: LocalStore, tmp_path: Path) -> None:
    publish(store, files={"docs/api.md": b"# API\n"})
    place = f"planner/2026-03-01T100000Z-scope-one-{handoff_id('one')[:6]}"
    visible = [name for name in files(tmp_path / "artifacts") if not name.startswith(".")]
    names = ("brief.md", "docs/api.md", "full-plan.md", "manifest.json", "proof.json")
    assert visible == [f"{place}/{name}" for name in names]
    assert (tmp_path / "artifacts/planner/latest/full-plan.md").read_bytes().startswith(b"# The whole plan")
    assert os.readlink(tmp_path / "artifacts/planner/latest") == place.removeprefix("planner/")


def test_staging_never_gets_into_a_commit(store: LocalStore, tmp_path: Path) -> None:
    stage(store)
    assert (tmp_path / "artifacts/.staging/.gitignore").read_text() == "*\n"


def test_artifacts_may_lie_elsewhere(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    store = LocalStore(str(tmp_path / "project"), say=print, artifacts=str(elsewhere))
    handoff = publish(store).handoff
    assert handoff.directory.startswith(f"{elsewhere.as_posix()}/planner/")
    assert store.find("planner").id == store.find(handoff.directory).id == handoff.id


def test_taken_name_gets_more_of_the_id(store: LocalStore) -> None:
    publish(store)
    six = handoff_id("one")[:6]
    other = f"{six}ffffffffffffff"
    assert store.place("planner", "scope one", other, TIME).endswith(f"-{other[:16]}/")
    assert store.place("planner", "scope one", handoff_id("one"), TIME).endswith(f"-{six}/")


@pytest.mark.parametrize(
    "name",
    ["../out.md", "/etc/passwd", "a//b", "", "a\\b.md", "CON", "aux.txt", "end. ", "a:b", "Manifest.JSON"],
)
def test_unsafe_file_names_are_refused(store: LocalStore, tmp_path: Path, name: str) -> None:
    with pytest.raises(WrongUse):
        store.stage(
            Stamp(handoff_id("one"), TIME, store.place("planner", "s", handoff_id("one"), TIME)),
            "planner",
            {**CONTENT, name: b""},
        )
    assert not (tmp_path / "artifacts").exists()


def test_names_that_are_one_file_on_some_systems_are_refused(store: LocalStore) -> None:
    with pytest.raises(WrongUse, match="apart"):
        stage(store, files={"Notes.md": b"", "notes.md": b""})


def test_only_the_place_given_is_taken(store: LocalStore) -> None:
    for directory in ("artifacts/other/x/", "../planner/x/", "artifacts/planner/"):
        with pytest.raises(WrongUse, match="place"):
            store.stage(Stamp(handoff_id("one"), TIME, directory), "planner", CONTENT)


def test_agent_folder_that_leads_out_is_refused(store: LocalStore, tmp_path: Path) -> None:
    (tmp_path / "artifacts").mkdir()
    (tmp_path / "away").mkdir()
    (tmp_path / "artifacts/planner").symlink_to(tmp_path / "away", target_is_directory=True)
    with pytest.raises(Outside):
        publish(store)


def test_reading_never_leaves_the_handoff(store: LocalStore) -> None:
    handoff = publish(store).handoff
    with pytest.raises(Outside):
        store.read(handoff, "../latest/../../../.baton/ledger.db")


def test_stray_link_called_latest_is_not_followed(store: LocalStore, tmp_path: Path) -> None:
    handoff = publish(store).handoff
    link = tmp_path / "artifacts/planner/latest"
    link.unlink()
    link.symlink_to("../../..", target_is_directory=True)
    assert latest.read(str(link.parent)) == ""
    assert store.find("planner").id == handoff.id  # the ledger knows better


def test_latest_is_a_text_file_where_links_fail(
    store: LocalStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(1314, "a required privilege is not held by the client")

    publish(store, "linked")
    monkeypatch.setattr(os, "symlink", refuse)
    handoff = publish(store, "two", at=LATER).handoff
    path = tmp_path / "artifacts/planner/latest"
    assert path.is_file()
    assert not path.is_symlink()
    assert path.read_text().strip() == handoff.directory.split("/")[-2]
    for what in (
        "planner",
        "planner/latest",
        "artifacts/planner/latest",
        "artifacts/planner/latest/full-plan.md",
    ):
        assert store.find(what).id == handoff.id


def test_foreign_manifest_is_found_by_its_path(store: LocalStore, tmp_path: Path) -> None:
    (tmp_path / "handoff_dev.json").write_bytes(manifest("foreign", id=None))
    found = store.find("handoff_dev.json")
    assert (found.agent, found.file, found.id) == ("planner", "handoff_dev.json", "")
    (tmp_path / "broken.json").write_text("{")
    assert store.find(str(tmp_path / "broken.json")).agent == ""


def test_old_version_is_found_by_its_path(store: LocalStore) -> None:
    handoff = publish(store).handoff
    store.correct(handoff, manifest(scope="mended"), proof(), at=LATER)
    old = store.find(f"{handoff.directory}manifest.1.json")
    assert (old.scope, old.proof) == ("scope one", "proof.1.json")


def test_only_published_handoffs_are_corrected(store: LocalStore, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_bytes(manifest())
    with pytest.raises(WrongUse, match="not published"):
        store.correct(store.find("manifest.json"), manifest(), proof(), at=LATER)


def test_mended_rejection_becomes_latest(store: LocalStore) -> None:
    handoff = publish(store, standing="rejected").handoff
    with pytest.raises(NotFound, match="rejected"):
        store.find("planner")
    store.correct(handoff, manifest(), proof(), at=LATER)
    assert store.find("planner").id == handoff.id


def test_handoff_from_another_machine_is_found_without_a_ledger(store: LocalStore, tmp_path: Path) -> None:
    publish(store)
    clone = tmp_path / "clone"
    clone.mkdir()
    (tmp_path / "artifacts").rename(clone / "artifacts")
    other = LocalStore(str(clone), say=print)
    assert other.find(handoff_id("one")).agent == "planner"
    assert ids(other.open_handoffs(Selection())) == [handoff_id("one")]


def test_parallel_writers_lose_tear_and_double_nothing(store: LocalStore, tmp_path: Path) -> None:
    writers.run(writers.publish_ten, str(tmp_path), 8)
    expected = {handoff_id(f"{number}-{i}") for number in range(8) for i in range(10)}
    on_disk = [json.loads(path.read_bytes()) for path in tmp_path.glob("artifacts/*/2*/manifest.json")]
    assert sorted(m["id"] for m in on_disk) == sorted(expected)
    for path in tmp_path.glob("artifacts/*/2*"):
        assert len(list(path.iterdir())) == 4
    assert sorted(ids(store.handoffs(Selection()))) == sorted(expected)
    assert len(store.events("handoff.published")) == 80
    for agent in (tmp_path / "artifacts").glob("agent-*"):
        newest = max(p.name[:18] for p in agent.iterdir() if p.name != "latest")
        assert os.readlink(agent / "latest")[:18] == newest
    assert not list(tmp_path.glob("artifacts/.staging/*-*"))


def test_parallel_writers_of_the_same_handoff_publish_it_once(store: LocalStore, tmp_path: Path) -> None:
    writers.run(writers.publish_the_same, str(tmp_path), 8)
    assert len(list(tmp_path.glob("artifacts/planner/2*"))) == 10
    assert len(store.events()) == len(store.handoffs(Selection())) == 10


def test_parallel_first_questions_make_one_ledger(tmp_path: Path) -> None:
    writers.run(writers.ask_for_the_ledger, str(tmp_path), 8)
    assert not list(tmp_path.rglob("*.tmp*"))


def test_clean_sweeps_what_dead_processes_left(store: LocalStore, tmp_path: Path) -> None:
    writers.run(writers.die_before_publishing, str(tmp_path), 2)
    alive = stage(store, "alive")
    assert len(list(tmp_path.glob("artifacts/.staging/*/manifest.json"))) == 3
    torn = tmp_path / "artifacts/planner/.latest.1f-0123456789ab.tmp"
    torn.parent.mkdir()
    torn.touch()
    for dry_run in (True, False):
        assert len(store.clean(now=LATER, days=30, keep_newest=1, dry_run=dry_run).swept) == 3
    assert not torn.exists()
    assert [p.parent.name for p in tmp_path.glob("artifacts/.staging/*/manifest.json")] == [
        os.path.basename(alive.folder)
    ]
    assert store.publish(alive).new


def forge(store: LocalStore, directory: str) -> None:
    """Record an old handoff at a directory that is not its own."""
    old = "2026-01-01T00:00:00Z"
    said = {"handoff": handoff_id("forged"), "stamped": old, "agent": "x"}
    store.record(Event("handoff.published", old, {**said, "directory": directory}))


def test_clean_removes_nothing_but_handoffs(store: LocalStore, tmp_path: Path) -> None:
    forge(store, "artifacts/")
    (tmp_path / "artifacts/planner").mkdir(parents=True)
    (tmp_path / "artifacts/manifest.json").write_bytes(manifest("forged"))
    assert store.clean(now=LATER, days=1, keep_newest=0).removed == ()
    assert (tmp_path / "artifacts/planner").is_dir()


def test_clean_removes_no_handoff_in_the_name_of_another(store: LocalStore) -> None:
    place = store.place("planner", "s", handoff_id("one"), LATER)
    silent = {**CONTENT, "manifest.json": manifest(at=LATER)}  # does not name its own directory
    kept = store.publish(store.stage(Stamp(handoff_id("one"), LATER, place), "planner", silent)).handoff
    forge(store, kept.directory)
    assert store.clean(now=LATER, days=1, keep_newest=0).removed == ()
    assert store.find("planner").id == kept.id


def test_latest_follows_what_clean_leaves(store: LocalStore, tmp_path: Path) -> None:
    publish(store, "old", at="2026-01-01T00:00:00Z")
    publish(store, "new", at="2026-01-02T00:00:00Z")
    store.clean(now=LATER, days=1, keep_newest=0, pinned=Kept(handoffs=frozenset({handoff_id("old")})))
    link = tmp_path / "artifacts/planner/latest"
    assert os.readlink(link).endswith(handoff_id("old")[:6])
    store.clean(now=LATER, days=1, keep_newest=0)
    assert not os.path.lexists(link)


def test_lock_file_that_was_swept_away_locks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, opens = str(tmp_path / "x.lock"), os.open

    def opened_and_swept(*arguments: str | int) -> int:
        descriptor = opens(*arguments)  # type: ignore[arg-type] # passed on as they came
        os.unlink(path)
        return descriptor

    if os.name == "nt":
        pytest.skip("an open file cannot be unlinked here")
    with monkeypatch.context() as patched:
        patched.setattr(os, "open", opened_and_swept)
        assert claim(path) is None
    descriptor = claim(path)
    assert descriptor is not None
    assert claim(path) is None
    os.close(descriptor)


def test_rename_that_fails_takes_the_record_back(store: LocalStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: str) -> None:
        raise OSError(5, "Input/output error")

    staged = stage(store)
    with monkeypatch.context() as patched:
        patched.setattr(os, "rename", refuse)
        with pytest.raises(StorageFailed, match="Input/output error"):
            store.publish(staged)
    assert not os.path.exists(staged.folder)
    assert [event.name for event in store.events()] == ["handoff.published", "handoff.removed"]


def test_files_are_on_the_disk_before_their_name_is(
    store: LocalStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    sync, rename = os.fsync, os.rename

    def watched_sync(descriptor: int) -> None:
        order.append(os.path.basename(os.readlink(f"/proc/self/fd/{descriptor}")))
        sync(descriptor)

    def watched_rename(old: str, new: str) -> None:
        order.append(f"rename to {os.path.basename(os.path.dirname(new))}")
        rename(old, new)

    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("no /proc here to see which file is synced")
    monkeypatch.setattr(os, "fsync", watched_sync)
    monkeypatch.setattr(os, "rename", watched_rename)
    staged = stage(store)
    store.publish(staged)
    at = order.index("rename to planner")
    folder = os.path.basename(staged.folder)
    assert {"manifest.json", "proof.json", "brief.md", "full-plan.md", folder} <= set(order[:at])
    assert "2026-03.jsonl" in order[:at]  # recorded before it is visible
    assert order[at + 1] == "planner"


def test_died_between_record_and_rename_is_published_by_the_next_try(
    store: LocalStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: str) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "rename", die)
        with pytest.raises(KeyboardInterrupt):
            publish(store)
    assert store.by_key(handoff_id("one")) is None
    assert store.open_handoffs(Selection()) == ()
    handoff = publish(store, at=LATER).handoff
    assert ids(store.open_handoffs(Selection())) == [handoff.id]
    assert store.find(handoff.id).directory == handoff.directory


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    mount = tmp_path / "small"
    mount.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(mount)]
    try:
        done = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        done = False
    if not done:
        pytest.skip("no right to mount a small disk here; the limit on file sizes is tested below")
    yield mount
    subprocess.run(["umount", str(mount)], check=True)


def test_full_disk_keeps_what_is_there_and_leaves_nothing_half_written(small_disk: Path) -> None:
    store = LocalStore(str(small_disk), say=print)
    kept = publish(store).handoff
    before = files(small_disk)
    with pytest.raises(StorageFailed, match=r"No space left.*baton clean"):
        publish(store, "big", at=LATER, files={"big.md": b"x" * 300_000})
    assert files(small_disk) == before
    assert store.find("planner").id == kept.id


def test_clean_works_on_a_full_disk(small_disk: Path) -> None:
    store = LocalStore(str(small_disk), say=print)
    publish(store, files={"big.md": b"x" * 60_000})
    with pytest.raises(OSError, match="No space"):
        (small_disk / "filler").write_bytes(b"x" * 300_000)
    assert ids(store.clean(now=LATER, days=0, keep_newest=0).removed) == [handoff_id("one")]


def test_read_only_disk_says_so_and_still_answers(small_disk: Path) -> None:
    said: list[str] = []
    store = LocalStore(str(small_disk), say=said.append)
    handoff = publish(store).handoff
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    before = files(small_disk)
    with pytest.raises(StorageFailed, match=r"Read-only file system.*writable"):
        publish(store, "two")
    assert ids(store.open_handoffs(Selection())) == [handoff.id]
    assert store.find(handoff.id).directory == handoff.directory
    assert store.search("every word") != ()
    assert all("cannot be used" in line for line in said)
    assert files(small_disk) == before


def test_limit_on_file_sizes_leaves_nothing_half_written(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="no limits on file sizes here")
    program = f"""
import resource, signal
from batonpass.model.errors import StorageFailed
from batonpass.store.local import LocalStore
from batonpass.store.lock import claim, held
from batonpass.tables import load
from tests.store.sample import publish
store = LocalStore({str(tmp_path)!r}, say=print)
publish(store)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    publish(store, "big", files={{"big.md": b"x" * 100_000}})
except StorageFailed as error:
    print(error)
"""
    assert resource
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment
    )
    assert "cannot store: File too large" in ran.stdout
    assert len(list(tmp_path.glob("artifacts/planner/2*"))) == 1
    assert not list(tmp_path.glob("artifacts/.staging/*-*"))


def test_file_in_the_way_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "artifacts").write_text("a file, not a folder")
    with pytest.raises(StorageFailed, match="artifacts"):
        publish(LocalStore(str(tmp_path), say=print))
    assert files(tmp_path) == ["artifacts"]


def test_hung_holder_of_the_lock_is_told(store: LocalStore, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {**load.limits(), "store": {**load.limits()["store"], "lock_seconds": 0.05}}
    monkeypatch.setattr(load, "limits", lambda: limits)
    staged = stage(store)
    with held(store.staging.lock), pytest.raises(StorageFailed, match="locked by another process"):
        store.publish(staged)
    assert not os.path.exists(staged.folder)


def test_published_files_are_readable_by_others(store: LocalStore, tmp_path: Path) -> None:
    handoff = publish(store).handoff
    mode = stat.S_IMODE((tmp_path / handoff.manifest).stat().st_mode)
    assert mode & stat.S_IRUSR
    assert mode == 0o644 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
