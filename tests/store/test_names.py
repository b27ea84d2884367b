from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batonpass.model.errors import WrongUse
from batonpass.store.names import check_artifacts, directory_name, file_name, free_name, may_be, segment


def stored_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of copies that stand in one folder."""
    taken: set[str] = set()
    return tuple(free_name(name, taken) for name in names)


ID = "0123456789ab"
TIME = "2026-03-01T10:00:00Z"


@pytest.mark.parametrize(
    "name", ["backend-architect", "qa_expert", "Dev.2", "开发者", "agent 7".replace(" ", "")]
)
def test_ordinary_agents_keep_their_name(name: str) -> None:
    assert segment(name) == name


@pytest.mark.parametrize(
    ("name", "begin"),
    [
        ("a b", "a-b-"),
        ("../up", "up-"),
        ("a/b", "a-b-"),
        ("NUL", "NUL-"),
        ("latest", "latest-"),
        (".hidden", "hidden-"),
        ("", "unnamed-"),
    ],
)
def test_other_agents_get_a_name_of_their_own(name: str, begin: str) -> None:
    assert segment(name).startswith(begin)
    assert segment(name) != segment(f"{name}?")


@given(st.text(max_size=300), st.text(max_size=300))
def test_names_are_safe_and_stable(one: str, other: str) -> None:
    for name in (segment(one), file_name(one)):
        assert name not in ("", ".", "..", "latest")
        assert len(name.encode()) <= 255
        assert not set('/\\:*?"<>|\0\n') & set(name)
        assert name.rstrip(" .") == name
    assert file_name(file_name(one)) == file_name(one)
    assert segment(segment(one)) == segment(one)
    stored = stored_names([one, other, one])
    assert len({name.casefold() for name in stored}) == 3
    check_artifacts(stored)


def test_copies_keep_their_names_where_they_can() -> None:
    assert stored_names(
        ["docs/Plan (v2).md", "src/a.py", "lib/a.py", "A.py", "x/manifest.json", "a:b.md", "aux.tar.gz"]
    ) == (
        "Plan (v2).md",
        "a.py",
        "a-2.py",
        "A-3.py",
        "manifest-2.json",
        "a-b.md",
        "aux-.tar.gz",
    )


@pytest.mark.parametrize("name", ["x" * 300, "x" * 300 + ".md", "a." + "b" * 300, "é" * 150 + ".md"])
def test_long_names_stay_apart_and_short_enough(name: str) -> None:
    stored = stored_names([name] * 12)
    assert len(set(stored)) == 12
    assert all(len(one.encode()) <= 200 for one in stored)
    check_artifacts(stored)


def test_directory_says_when_what_and_which() -> None:
    assert directory_name(TIME, "Login: OAuth2 flow", ID) == "2026-03-01T100000Z-login-oauth2-flow-012345"
    assert directory_name(TIME, "", ID, taken=True) == f"2026-03-01T100000Z-untitled-{ID}"


@pytest.mark.parametrize("begun", ["0123", ID[:6], ID[:8], ID])
def test_directory_tells_which_ids_it_may_hold(begun: str) -> None:
    assert may_be("2026-03-01T100000Z-login-oauth2-flow-012345", begun)
    assert not may_be("2026-03-01T100000Z-login-oauth2-flow-987654", begun)


@pytest.mark.parametrize(
    ("timestamp", "handoff_id"),
    [("2026-03-01", ID), ("../x", ID), (TIME, "UPPER12"), (TIME, "a/b"), (TIME, "")],
)
def test_strange_times_and_ids_are_refused(timestamp: str, handoff_id: str) -> None:
    with pytest.raises(WrongUse):
        directory_name(timestamp, "x", handoff_id)
