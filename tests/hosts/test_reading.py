"""The manifest comes before the full text, and what is opened of handoffs is counted, with the real client."""

from pathlib import Path
from typing import Any

import pytest

from tests.hosts.client import House, needs_client, spawn, texts
from tests.hosts.model import Answer, Asked, Call, Model, says
from tests.hosts.reports import MARK, report

pytestmark = needs_client

START = Call("Agent", spawn("general-purpose", "Build part-0", run_in_background=False))


def path_of(house: House, name: str) -> str:
    """Return a file of the one handoff there is."""
    (found,) = house.project.glob(f"artifacts/general-purpose/20*/{name}")
    return str(found)


def then(house: House, *files: str, agent: bool = False) -> Any:
    """Return a script: one agent reports, then the files of its handoff are read, by the main agent or another."""

    def reading(turn: int) -> Answer:
        return (
            says(Call("Read", {"file_path": path_of(house, files[turn])}))
            if turn < len(files)
            else says("done")
        )

    def script(asked: Asked) -> Answer:
        if asked.agent and "OPEN-IT" in asked.first:
            return reading(asked.turn)
        if asked.agent:
            write = Call("Write", {"file_path": str(house.project / "a.py"), "content": "x = 1\n"})
            return says(write) if asked.turn == 0 else says(report("part-0", 4))
        if asked.turn == 0:
            return says(START)
        if agent:
            then_read = Call("Agent", spawn("Explore", "OPEN-IT", run_in_background=False))
            return says(then_read) if asked.turn == 1 else says("done")
        return reading(asked.turn - 1)

    return script


def read(tmp_path: Path, mode: str, *files: str, agent: bool = False) -> tuple[House, Model]:
    house = House(tmp_path)
    house.install(f'mode = "{mode}"\n')
    with Model(then(house, *files, agent=agent)) as model:
        house.run(model, "begin")
    assert house.journal("hook.failed") == []
    return house, model


def test_the_full_text_is_denied_before_its_manifest_and_read_after_it(tmp_path: Path) -> None:
    house, model = read(tmp_path, "enforce", "final-message.md", "manifest.json", "final-message.md")
    denied, _, let_through = (asked.last for asked in model.main[2:5])
    assert MARK not in denied
    assert Path(path_of(house, "manifest.json")).relative_to(house.project).as_posix() in denied
    assert MARK in let_through
    assert [e["denied"] for e in house.journal("reading.checked")] == [True]


@pytest.mark.parametrize(("mode", "advised"), [("observe", False), ("warn", True)])
def test_elsewhere_it_is_read_and_only_warn_says_what_to_read_first(
    tmp_path: Path, mode: str, *, advised: bool
) -> None:
    house, model = read(tmp_path, mode, "final-message.md")
    assert MARK in texts(model.main)
    assert ("before final-message.md" in texts(model.main)) is advised
    assert [e["denied"] for e in house.journal("reading.checked")] == [False]


def test_an_agent_that_was_told_the_manifest_in_its_brief_need_not_read_it(tmp_path: Path) -> None:
    _, model = read(tmp_path, "enforce", "final-message.md", agent=True)
    assert "Handoff" in next(asked.first for asked in model.of_agents() if "OPEN-IT" in asked.first)
    assert MARK in texts(model.of_agents()[2:])


def test_what_is_opened_counts_towards_the_budget_of_who_opens_it(tmp_path: Path) -> None:
    house, _ = read(tmp_path, "warn", "manifest.json", "final-message.md", agent=True)
    reads = {(e["reader"], e["what"]): e["tokens"] for e in house.journal("handoff.read")}
    assert reads["Explore", "final-message.md"] > 1000
    (ended,) = (e for e in house.journal("agent.ended") if e["agent"] == "Explore")
    assert ended["opened"] >= reads["Explore", "final-message.md"]


def test_what_the_main_agent_opens_is_counted_when_its_turn_ends(tmp_path: Path) -> None:
    house, _ = read(tmp_path, "warn", "manifest.json", "final-message.md")
    reads = [(e["reader"], e["what"]) for e in house.journal("handoff.read")]
    assert reads.count(("main", "final-message.md")) == reads.count(("main", "manifest.json")) == 1
