"""An attempt failed and is made again, with the real client: its output is not in the next prompt."""

from pathlib import Path

import pytest

from tests.hosts.client import House, needs_client, spawn
from tests.hosts.model import Answer, Asked, Call, Model, says

pytestmark = needs_client

LINES = [
    f"tests/test_cart.py::test_total_{n} saw {n * 7} where {n * 9} was due in basket {n}" for n in range(60)
]
FAILED = "\n".join(
    ["I built the cart, and the tests fail.", "", "$ pytest -q", *LINES, "E   AssertionError: 29 != 30"]
)
TASK = (
    "Build the cart in src/cart.py so that the totals of all baskets are rounded to whole cents everywhere."
)


def trying(quoted: str) -> list[Answer]:
    """Return the main agent's answers: an attempt, another one with the first one's output in its prompt, done."""
    again = f"{TASK}\n\nThe first attempt said:\n\n{quoted}\n\nMend the rounding."
    asked = (spawn("general-purpose", text, run_in_background=False) for text in (TASK, again))
    return [*(says(Call("Agent", given)) for given in asked), says("done")]


@pytest.mark.parametrize("quoted", [FAILED, "\n".join(f"> {line}" for line in FAILED.splitlines())])
@pytest.mark.parametrize("mode", ["observe", "warn"])
def test_what_failed_is_told_in_a_few_lines(tmp_path: Path, mode: str, quoted: str) -> None:
    house, turns = House(tmp_path), trying(quoted)
    house.install(f'mode = "{mode}"\n')
    with Model(lambda asked: says(FAILED) if asked.agent else turns[asked.turn]) as model:
        house.run(model, "begin")
    assert house.journal("hook.failed") == []
    _, again = model.of_agents()
    kept = [line for line in LINES if line in again.text]
    if mode == "observe":
        assert kept == LINES
        return
    assert len(kept) <= 2  # the first and the last line that tell of an error may be named
    assert TASK in again.text
    assert "Mend the rounding." in again.text
    assert "# Attempt 1 failed with AssertionError" in again.text
    assert "final-message.md" in again.text


def test_what_an_attempt_said_that_went_well_stays(tmp_path: Path) -> None:
    house, well = (
        House(tmp_path),
        "\n".join(f"Basket {n} holds {n} apples and as many pears." for n in range(40)),
    )
    house.install('mode = "enforce"\n')
    turns = trying(well)
    with Model(lambda asked: says(well) if asked.agent else turns[asked.turn]) as model:
        house.run(model, "begin")
    assert well in model.of_agents()[1].text


def test_an_agent_without_a_prompt_is_left_alone(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.install('mode = "enforce"\n')
    turns = [says(Call("Agent", spawn("general-purpose", "", run_in_background=False))), says("done")]

    def script(asked: Asked) -> Answer:
        return says("fine") if asked.agent else turns[asked.turn]

    with Model(script) as model:
        assert house.run(model, "begin").result == "done"
    assert house.journal("hook.failed") == []
