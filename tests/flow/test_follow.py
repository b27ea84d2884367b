"""A session that goes on while it is followed."""

from pathlib import Path

from batonpass.flow.follow import Following
from tests.flow.project import opened
from tests.flow.session import Session


def test_what_was_done_so_far(tmp_path: Path) -> None:
    path = tmp_path / "s1.jsonl"
    following = Following(opened(tmp_path), str(path))
    assert following.new() == ()
    assert following.facts() == ()
    session = Session(tmp_path).says("Write it")
    session.calls("Write", file_path=str(tmp_path / "a.py"), content="").save(path)
    assert [block.kind for block in following.new()] == ["turn", "call", "result"]
    assert [fact.text for fact in following.facts()] == ["Write it", "a.py"]
    session.calls("Bash", command="mv a.py b.py").save(path)
    assert [block.kind for block in following.new()] == ["call", "result"]
    assert [fact.text for fact in following.facts()] == ["Write it", "b.py"]


def test_another_session_in_the_same_place_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "s1.jsonl"
    following = Following(opened(tmp_path), str(path))
    Session(tmp_path).says("The first thing, told at length").answers("Yes").save(path)
    following.new()
    Session(tmp_path).says("Another").save(path)
    following.new()
    assert [fact.text for fact in following.facts()] == ["Another"]
