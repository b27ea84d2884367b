"""Alerts at 70 and 90 % of the handoff's total, and the three budget errors."""

import pytest
from msgspec.structs import replace

from batonpass.decide.alerts import alert, within_budget, working_memory
from batonpass.model.errors import (
    BatonError,
    HandoffTooLargeError,
    ManifestTooLargeError,
    RequiredReadingTooLargeError,
)
from batonpass.tables import load

OAK = load.playbook("oak")


@pytest.mark.parametrize(
    ("tokens", "level", "answer", "reason"),
    [
        (0, "OK", "go", "0% budget used"),
        (6_999, "OK", "go", "70% budget used"),
        (7_000, "WARNING", "advise", "70% budget used, approaching limit"),
        (8_999, "WARNING", "advise", "90% budget used, approaching limit"),
        (9_000, "CRITICAL", "compact", "90% budget used, reduce manifest size"),
        (12_000, "CRITICAL", "compact", "120% budget used, reduce manifest size"),
    ],
)
def test_alerts_begin_at_their_edge(tokens: int, level: str, answer: str, reason: str) -> None:
    verdict = alert(tokens, OAK.budgets, OAK.alerts)
    assert (verdict.level, verdict.answer, verdict.reasons) == (level, answer, (reason,))


def test_an_agent_may_fill_its_working_memory_and_not_more() -> None:
    assert working_memory("backend-architect", 40_000, OAK.budgets).answer == "go"
    verdict = working_memory("backend-architect", 40_001, OAK.budgets)
    assert (verdict.level, verdict.answer) == ("WARNING", "advise")
    assert verdict.reasons == ("backend-architect used 40001 tokens, exceeds budget 40000",)


def test_what_fits_raises_nothing() -> None:
    within_budget(1_000, 2_000, OAK.budgets)


@pytest.mark.parametrize(
    ("manifest", "required", "error", "message"),
    [
        (1_001, 0, ManifestTooLargeError, "Manifest 1001 tokens exceeds 1000; take out 1 tokens"),
        (1_000, 2_001, RequiredReadingTooLargeError, "Required reading 2001 tokens exceeds 2000"),
    ],
)
def test_each_limit_has_its_error(
    manifest: int, required: int, error: type[BatonError], message: str
) -> None:
    with pytest.raises(error, match=message):
        within_budget(manifest, required, OAK.budgets)


def test_a_playbook_may_allow_less_together_than_apart() -> None:
    tight = replace(OAK.budgets, handoff=2_500)
    with pytest.raises(HandoffTooLargeError, match="Total handoff 2700 tokens exceeds 2500"):
        within_budget(900, 1_800, tight)
