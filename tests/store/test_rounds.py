"""The handoff files of roles: two writers never take anything from each other."""

from pathlib import Path

import pytest

from batonpass.model.errors import NotFound, Outside
from batonpass.model.roles import Round, Slot
from batonpass.store.local import LocalStore
from tests.store.writers import put_or_write, put_ten_rounds, run

DEVELOPER = Slot("S1", "AUTH", "developer", ("handoff_implementation",))


@pytest.fixture
def store(tmp_path: Path) -> LocalStore:
    return LocalStore(str(tmp_path), say=print)


def folder(root: Path) -> Path:
    return root / "artifacts" / "S1" / "AUTH"


def test_processes_that_write_at_once_keep_every_round(tmp_path: Path) -> None:
    run(put_ten_rounds, str(tmp_path), 6)
    for agent in ("developer_0", "developer_1"):
        rounds = sorted(folder(tmp_path).glob(f"handoff_{agent}.*.json"))
        assert len({path.read_bytes() for path in rounds}) == len(rounds) == 30
        numbers = sorted(int(path.name.split(".")[1]) for path in rounds)
        assert numbers == list(range(1, 31))
        newest = folder(tmp_path) / f"handoff_{agent}.30.json"
        assert (folder(tmp_path) / f"handoff_{agent}.json").read_bytes() == newest.read_bytes()
    alias = (folder(tmp_path) / "handoff_implementation.json").read_bytes()
    last = {(folder(tmp_path) / f"handoff_developer_{n}.30.json").read_bytes() for n in (0, 1)}
    assert alias in last
    assert [p.name for p in folder(tmp_path).iterdir() if p.name.startswith(".")] == [], "no leftovers"


def test_an_agent_that_writes_the_file_itself_takes_no_round_away(tmp_path: Path) -> None:
    run(put_or_write, str(tmp_path), 4)
    rounds = [path.read_bytes() for path in folder(tmp_path).glob("handoff_developer_*.*.json")]
    assert {data for data in rounds if b'"by"' in data} == {
        b'{"by": %d, "round": %d}' % (number, i) for number in (1, 2, 3) for i in range(10)
    }
    assert len(set(rounds)) == len(rounds)


def test_a_round_is_created_once_and_the_same_bytes_are_the_same_round(
    store: LocalStore, tmp_path: Path
) -> None:
    first = store.rounds.put(DEVELOPER, b"one")
    second = store.rounds.put(DEVELOPER, b"two")
    assert store.rounds.put(DEVELOPER, b"one") == first
    assert store.rounds.all(DEVELOPER) == (second, first)
    assert first == Round(1, "artifacts/S1/AUTH/handoff_developer.1.json")
    assert store.rounds.place(DEVELOPER) == "artifacts/S1/AUTH/handoff_developer.json"
    assert store.rounds.read(store.rounds.place(DEVELOPER)) == b"two"
    assert (folder(tmp_path) / "handoff_implementation.json").read_bytes() == b"two"


def test_a_writer_that_died_before_the_plain_name_was_replaced_is_mended(
    store: LocalStore, tmp_path: Path
) -> None:
    store.rounds.put(DEVELOPER, b"one")
    (folder(tmp_path) / "handoff_developer.2.json").write_bytes(b"two")
    assert [one.number for one in store.rounds.all(DEVELOPER)] == [2, 1]
    store.rounds.put(DEVELOPER, b"two")
    assert (folder(tmp_path) / "handoff_developer.json").read_bytes() == b"two"


def test_what_another_wrote_under_an_alias_is_kept(store: LocalStore, tmp_path: Path) -> None:
    folder(tmp_path).mkdir(parents=True)
    (folder(tmp_path) / "handoff_implementation.json").write_bytes(b"by hand")
    store.rounds.put(DEVELOPER, b"one")
    assert (folder(tmp_path) / "handoff_implementation.1.json").read_bytes() == b"by hand"
    assert (folder(tmp_path) / "handoff_implementation.json").read_bytes() == b"one"


def test_what_an_agent_wrote_itself_comes_first_and_has_no_number(store: LocalStore, tmp_path: Path) -> None:
    store.rounds.put(DEVELOPER, b"one")
    (folder(tmp_path) / "handoff_developer.json").write_bytes(b"by hand")
    assert [one.number for one in store.rounds.all(DEVELOPER)] == [0, 1]


@pytest.mark.parametrize("name", ["../../etc", "a/b", "..", "con", "x" * 300, "developer.2", "ÄÖ ü"])
def test_no_name_leads_out_or_into_the_place_of_another(store: LocalStore, tmp_path: Path, name: str) -> None:
    store.rounds.put(DEVELOPER, b"mine")
    made = store.rounds.put(Slot("S1", "AUTH", name), b"other")
    assert made.number == 1
    assert (folder(tmp_path) / made.path.rsplit("/", 1)[-1]).is_file()
    assert store.rounds.all(DEVELOPER)[0].number == 1
    for slot in (Slot(name, "AUTH", "developer"), Slot("S1", name, "developer")):
        path = tmp_path / store.rounds.put(slot, b"other").path
        assert path.is_relative_to(tmp_path / "artifacts")


def test_only_files_of_the_layout_are_read(store: LocalStore, tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"x")
    with pytest.raises(Outside):
        store.rounds.read("secret")
    with pytest.raises(NotFound, match=r"handoff_developer\.9\.json"):
        store.rounds.read("artifacts/S1/AUTH/handoff_developer.9.json")


def test_details_have_rounds_as_well(store: LocalStore, tmp_path: Path) -> None:
    store.rounds.put_details(DEVELOPER, "tests", b"first")
    second = store.rounds.put_details(DEVELOPER, "tests", b"second")
    assert second.path == "artifacts/S1/tests/AUTH_developer.2.md"
    assert (tmp_path / store.rounds.details_place(DEVELOPER, "tests")).read_bytes() == b"second"
