"""`baton context --signs` as people and programs meet it."""

from pathlib import Path

from tests.cli.sample import baton
from tests.flow.session import Session


def test_signs_are_said_with_their_places_and_what_to_do(project: Path) -> None:
    session = Session(project).says("Never edit `src/legacy/`.")
    session.calls("Edit", "updated", file_path="src/legacy/tax.py").save(project / "s1.jsonl")
    told = baton("context", "--signs", "--transcript", "s1.jsonl")
    assert told.code == 0
    assert "it does what it was told not to do" in told.out
    assert "line 2, turn 1: line 1 forbids src/legacy/: src/legacy/tax.py" in told.out
    (sign,) = baton("context", "--signs", "--transcript", "s1.jsonl", "--json").json["signs"]
    assert (sign["name"], sign["action"], sign["shown"][0]["line"]) == ("drift", "instructions", 2)


def test_a_healthy_session_is_said_to_be_one(project: Path) -> None:
    Session(project).says("Hello.").answers("Hello.").save(project / "s1.jsonl")
    told = baton("context", "--signs", "--transcript", "s1.jsonl")
    assert "no sign" in told.out
    assert told.code == 0
