"""Where the context is too full no agent starts, with the real client: denied, compacted, let through."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hosts.client import House, needs_client, spawn, texts
from tests.hosts.model import Answer, Asked, Call, Model, says

pytestmark = needs_client

FULL, ROOMY = 172_000, 20_000  # 86 % and 10 % of the window
DENIED = re.compile(r"baton: [\d.]+ % of the window is used")
CALL = Call("Agent", spawn("general-purpose", "Look at it", run_in_background=False))


def starting(context: Callable[[], int]) -> Callable[[Asked], Answer]:
    """Return a script that starts an agent at each prompt of a person, in a context so full."""

    def script(asked: Asked) -> Answer:
        if asked.summing_up:
            return says("They looked at it.")
        if asked.agent:
            return says("It is fine.")
        if "tool_result" in str(asked.messages[-1]["content"]):
            return says("done", context=context())
        return says(CALL, context=context())

    return script


def test_a_spawn_at_86_percent_is_denied_and_after_a_compaction_the_same_one_passes(tmp_path: Path) -> None:
    house, size = House(tmp_path), FULL
    house.install('mode = "enforce"\n')
    with Model(starting(lambda: size)) as model:
        first = house.run(model, "look at it")
        assert model.of_agents() == []
        assert DENIED.search(model.main[-1].text)
        assert "/compact" in model.main[-1].text
        compacted = house.run(model, "/compact", "--resume", first.id)
        size = ROOMY
        house.run(model, "look at it again", "--resume", compacted.id)
    assert len(model.of_agents()) == 1
    assert [e["denied"] for e in house.journal("gate.checked") if e["moment"] == "spawn"] == [True, False]
    assert house.journal("hook.failed") == []


@pytest.mark.parametrize("mode", ["observe", "warn"])
def test_elsewhere_it_starts_and_only_warn_says_so(tmp_path: Path, mode: str) -> None:
    house = House(tmp_path)
    house.install(f'mode = "{mode}"\n')
    with Model(starting(lambda: FULL)) as model:
        house.run(model, "look at it")
    assert len(model.of_agents()) == 1
    assert bool(DENIED.search(texts(model.main))) is (mode == "warn")
    assert [e["denied"] for e in house.journal("gate.checked") if e["moment"] == "spawn"] == [False]


@pytest.mark.parametrize(("main", "nested", "denied"), [(ROOMY, FULL, True), (FULL, ROOMY, False)])
def test_a_nested_spawn_is_measured_on_the_caller_that_makes_it(
    tmp_path: Path, main: int, nested: int, *, denied: bool
) -> None:
    house = House(tmp_path)
    house.install('mode = "enforce"\n' if denied else 'mode = "enforce"\nrules = {spawn = "warn"}\n')

    def script(asked: Asked) -> Answer:
        if "tool_result" in str(asked.messages[-1]["content"]) or "Look at it" in asked.first:
            return says("done", context=nested if asked.agent else main)
        if asked.agent:
            return says(CALL, context=nested)
        return says(
            Call("Agent", spawn("general-purpose", "Have it looked at", run_in_background=False)),
            context=main,
        )

    with Model(script) as model:
        house.run(model, "begin")
    checks = [e for e in house.journal("gate.checked") if e["moment"] == "spawn"]
    assert [(e["tokens"], e["denied"]) for e in checks] == [(main, False), (nested, denied)]
    assert all(e["exact"] for e in checks)
    assert any("Look at it" in asked.first for asked in model.of_agents()) is not denied


def test_four_spawns_at_once_are_all_measured_on_what_is_on_the_disk(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.install('mode = "enforce"\n')
    turns = [
        says(Call("Bash", {"command": "true"}), context=ROOMY),
        says(*[CALL] * 4, context=FULL),
        says("done"),
    ]
    with Model(lambda asked: turns[asked.turn]) as model:
        house.run(model, "begin")
    assert model.of_agents() == []
    assert len(DENIED.findall(model.main[-1].text)) == 4
