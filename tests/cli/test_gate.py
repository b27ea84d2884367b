"""`baton gate` and `baton mode` as people and programs meet them."""

from pathlib import Path

from tests.cli.sample import baton
from tests.flow.session import Session
from tests.flow.sessions import answer, session


def test_it_prints_both_lines_and_blocks_in_enforce_alone(project: Path) -> None:
    path = session(project / "s.jsonl", answer(171_000))
    told = baton("gate", "--spawn", "builder", "--transcript", path)
    assert told.out == "CONTEXT_CHECK: 171000 tokens\nCONTEXT_STATUS: BLOCKED\n"
    assert told.code == 0
    assert "not denied: the mode is warn" in told.err
    assert baton("mode", "enforce").code == 0
    told = baton("gate", "--spawn", "builder", "--transcript", path)
    assert told.code == 1
    assert "run /compact" in told.err


def test_a_heavy_phase_denies_earlier(project: Path) -> None:
    path = session(project / "s.jsonl", answer(161_000))
    baton("mode", "enforce")
    assert baton("gate", "--spawn", "builder", "--transcript", path).code == 0
    assert baton("gate", "--spawn", "builder", "--heavy", "--transcript", path).code == 1


def test_what_nobody_knows_is_said(project: Path) -> None:
    path = session(project / "s.jsonl", {"type": "user", "message": {"role": "user", "content": "hello"}})
    told = baton("gate", "--transcript", path)
    assert told.out == "CONTEXT_CHECK: unknown\nCONTEXT_STATUS: UNKNOWN\n"
    assert told.code == 0


def test_a_mode_is_shown_and_switched(project: Path) -> None:
    assert baton("mode", "--json").json["mode"] == "warn"
    assert baton("mode", "enforce", "--rule", "spawn", "--json").json["rules"] == {"spawn": "enforce"}
    told = baton("mode", "observe", "--json").json
    assert (told["mode"], told["before"], told["released"]) == ("observe", "warn", ["rules.spawn"])
    assert baton("mode", "--rule", "spawn").code == 2
    assert project.exists()


def test_an_emergency_names_the_prompt_of_a_new_session(project: Path) -> None:
    Session(project, tokens=190_000, model="claude-sonnet-4-5").says("Go.").answers("Gone.").save(
        project / "s1.jsonl"
    )
    told = baton("gate", "--spawn", "builder", "--transcript", "s1.jsonl")
    assert told.out.splitlines()[1:] == ["CONTEXT_STATUS: BLOCKED", "OPENING_PROMPT: .baton/openings/s1.md"]
    assert (project / ".baton/openings/s1.md").is_file()
    assert baton("gate", "--transcript", "s1.jsonl", "--json").json["opening"] == ".baton/openings/s1.md"
    assert baton("gate", "--transcript", "s1.jsonl", "--emergency").code == 0


def test_readiness_says_what_enforce_would_have_stopped(project: Path) -> None:
    path = session(project / "s.jsonl", answer(171_000))
    baton("gate", "--spawn", "builder", "--transcript", path)
    told = baton("mode", "--readiness")
    assert told.code == 0
    assert "warn → enforce" in told.out
    assert "enforce would have stopped 1 spawn" in told.out
    assert "85.5 % of the window was used" in told.out
    value = baton("mode", "--readiness", "--days", "3", "--json").json
    assert (value["ready"], value["next"], value["days"]) == (False, "enforce", 3)
    assert [one["who"] for one in value["stopped"]] == ["builder"]
    assert baton("mode", "warn", "--readiness").code == 2
    assert baton("mode", "--days", "3").code == 2
