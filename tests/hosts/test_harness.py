"""The house the other tests live in: the real client, a scripted model, and a hook between them."""

from pathlib import Path

from tests.hosts.client import House, needs_client, settings, spawn
from tests.hosts.model import Answer, Asked, Call, Model, says

pytestmark = needs_client


def test_a_hook_of_the_project_runs_and_its_words_reach_the_model(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.install(hooks=settings("SessionStart", command="echo from-the-hook of {event}"))
    with Model(lambda _: says("fine")) as model:
        done = house.run(model, "hello")
    assert (done.code, done.result) == (0, "fine")
    assert "from-the-hook of SessionStart" in model.main[0].text


def test_a_subagent_answers_with_what_its_own_script_says(tmp_path: Path) -> None:
    house = House(tmp_path)

    def script(asked: Asked) -> Answer:
        if asked.agent:
            return says("FOUND-IT")
        if asked.turn == 0:
            return says(Call("Agent", spawn("general-purpose", "look", run_in_background=False)))
        return says("done")

    with Model(script) as model:
        done = house.run(model, "begin")
    assert done.result == "done"
    assert [asked.agent != "" for asked in model.requests] == [False, True, False]
    assert "FOUND-IT" in model.main[-1].text
