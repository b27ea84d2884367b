"""What a fact is worth: told before heard, said before spelled, the whole run before one suite."""

import pytest

from batonpass.compact.rank import quality, tier_weight
from batonpass.compact.speech import speech
from batonpass.model.fact import Attributes, Fact, Kind

SAID = "We keep the lamp on until the last ferry is in, so that no one has to ask."
SPELLED = (
    "Configuration-management: Ansible/Terraform integration, `retry_policy.exponential`, Prometheus-exporter"
)


def worth(text: str, confidence: float, kind: Kind = "decision", **about: int) -> float:
    return quality(Fact(kind, text, (), confidence=confidence, attributes=Attributes(**about)), 0.0)  # type: ignore[arg-type] # counts only


def test_a_sentence_is_more_speech_than_a_row_of_terms() -> None:
    assert speech(SAID, 0.0) > 0.5
    assert speech(SPELLED, 0.0) < 0.01


def test_what_is_said_loudly_is_less_speech() -> None:
    assert speech(SAID, 0.4) < speech(SAID, 0.0)


@pytest.mark.parametrize("text", ["我们在最后一班渡轮进港之前一直开着灯", "最終便が入るまで灯りをつけておく"])
def test_scripts_without_spaces_are_speech_too(text: str) -> None:
    assert speech(text, 0.0) > 10 * speech(SPELLED, 0.0)


def test_what_a_section_tells_is_worth_the_same_however_it_is_spelled() -> None:
    assert worth(SPELLED, 1.0) >= worth(SAID, 1.0)
    assert worth(SPELLED, 0.5) < worth(SAID, 0.5)


def test_what_a_section_tells_weighs_more_than_what_was_heard() -> None:
    assert tier_weight(1.0) > tier_weight(0.95) > tier_weight(0.8)


def test_a_run_of_more_tests_is_worth_more() -> None:
    suite, whole = "8 passed", "318 passed, 4 failed"
    assert worth(whole, 0.7, "tests", passed=318, failed=4) > worth(suite, 0.7, "tests", passed=8)
