"""What routes remember, on the disk: written and read again, by this version and by others."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batonpass.model.errors import BatonError, StorageFailed
from batonpass.model.routing import Asked, GroupState, RouteState
from batonpass.store import route_state
from tests import cases

CASES = cases.load(Path(__file__).parent / "cases" / "route-state.md")
NAMES = st.text(min_size=1, max_size=8)
COUNTS = st.dictionaries(NAMES, st.integers(0, 99), max_size=3)
GROUPS = st.builds(
    GroupState,
    standing=st.sampled_from(["pending", "in_progress", "merging", "completed", "failed"]),
    at=NAMES,
    implementer=NAMES,
    flags=st.dictionaries(NAMES, st.booleans(), max_size=2),
    counters=COUNTS,
    measures=COUNTS,
    waiting=st.lists(NAMES, max_size=3).map(tuple),
    asked=st.lists(st.builds(Asked, by=NAMES, of=NAMES), max_size=2).map(tuple),
)
STATES = st.builds(
    RouteState,
    playbook=NAMES,
    settings=st.dictionaries(NAMES, NAMES, max_size=2),
    session=GROUPS,
    groups=st.dictionaries(NAMES, GROUPS, max_size=3),
)


def told(path: Path) -> str:
    """Return what is read, said and written again; or the refusal."""
    try:
        state, problems = route_state.load(str(path), "route.json")
    except BatonError as error:
        return error.sentence()
    said = [f"{problem.severity}: {problem.message}" for problem in problems]
    return "\n".join([*said, json.dumps(route_state.value(state))])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_file_is_read_or_explained(case: cases.Case, tmp_path: Path) -> None:
    path = tmp_path / "route.json"
    path.write_text(case.parts["input"], "utf-8")
    cases.check(case, told(path))


@given(state=STATES)
def test_what_is_written_is_read_again(state: RouteState) -> None:
    text = json.dumps(route_state.value(state))
    assert route_state.parse(text, "route.json") == (state, ())


def test_a_file_that_is_not_there_is_a_new_state(tmp_path: Path) -> None:
    assert route_state.load(str(tmp_path / "none.json"), "none.json") == (RouteState(), ())


def test_a_byte_order_mark_changes_no_line(tmp_path: Path) -> None:
    path = tmp_path / "route.json"
    path.write_bytes(b'\xef\xbb\xbf{"groups":\n {"A": {"standing": "done"}}}')
    assert told(path).startswith("route.json:2: the state's groups.A.standing")


def test_bytes_that_are_no_text_are_explained(tmp_path: Path) -> None:
    path = tmp_path / "route.json"
    path.write_bytes(b'{"groups": "\xff"}')
    assert told(path).startswith("route.json: the state is not UTF-8")


def test_a_state_nested_too_deeply_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "route.json"
    path.write_text("[" * 100_000, "utf-8")
    assert told(path).startswith("route.json: the state is nested too deeply")


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to(tmp_path / "route.json")
    route_state.save(str(tmp_path / "link.json"), RouteState(playbook="bazinga"))
    assert (tmp_path / "link.json").is_symlink()
    assert route_state.load(str(tmp_path / "route.json"), "")[0].playbook == "bazinga"


def test_a_folder_is_no_state(tmp_path: Path) -> None:
    with pytest.raises(StorageFailed, match="cannot read the state"):
        route_state.load(str(tmp_path), "route.json")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="whoever may do all is refused nothing")
def test_what_cannot_be_written_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "route.json"
    route_state.save(str(path), RouteState(playbook="bazinga"))
    before = path.read_bytes()
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StorageFailed):
            route_state.save(str(path), RouteState(playbook="aios"))
    finally:
        tmp_path.chmod(0o700)
    assert path.read_bytes() == before
