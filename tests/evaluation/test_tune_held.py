"""Voices that are held out are not learned from, and what is heard of them is counted."""

import pytest

from evaluation.tune_examples import Example, of_voice, voices, written
from evaluation.tune_held import by_kind, hears, held_out
from evaluation.tune_train import Model, train

CLASSES = {
    "other",
    "blocker",
    "constraint",
    "decision",
    "dependency",
    "error",
    "file",
    "insight",
    "instruction",
}
CLASSES |= {
    "metric",
    "next_step",
    "non_goal",
    "question",
    "quoted",
    "rejected",
    "risk",
    "superseded",
    "tests",
}


@pytest.fixture(scope="module")
def model() -> Model:
    texts = [("blue sky", "risk"), ("blue sea", "risk"), ("red sand", "other"), ("red sun", "other")] * 3
    return train([Example(tuple(text.split()), kind, 1.0, "") for text, kind in texts])


def test_a_voice_held_out_is_not_learned_from() -> None:
    own = {e.traits for e in of_voice("telegraph")}
    assert own
    assert not own & {e.traits for e in written(without=["telegraph"])}
    assert own <= {e.traits for e in written(without=["orchard"])}


@pytest.mark.parametrize("name", voices())
def test_a_voice_is_written_in_classes_that_are_heard(name: str) -> None:
    assert {e.kind for e in of_voice(name)} <= CLASSES


def test_a_text_is_heard_as_what_its_traits_say(model: Model) -> None:
    assert hears(model, Example(("blue",), "risk", 1.0, "")) == "risk"
    assert hears(model, Example(("red",), "other", 1.0, "")) == "other"


def test_what_was_heard_is_counted_by_kind() -> None:
    told = by_kind([("risk", "risk"), ("risk", "other"), ("other", "risk"), ("other", "other")])
    assert (told["risk"].recall, told["risk"].precision, told["risk"].f1) == (0.5, 0.5, 0.5)


def test_the_table_names_every_voice_and_kind(model: Model) -> None:
    table = held_out(
        model, {"dawn": [Example(("blue",), "risk", 1.0, ""), Example(("red",), "risk", 1.0, "")]}
    )
    assert "dawn                2   0.50" in table
    assert "risk                2    0.50       1.00  0.67  other 1" in table
