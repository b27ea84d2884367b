"""Budgets enforced, one handoff at a time: the three errors, the numbers noted, the two alarms."""

import logging
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batonpass import (
    BudgetAlert,
    ContextBudget,
    HandoffManifest,
    HandoffTooLargeError,
    ManifestTooLargeError,
    RequiredReadingTooLargeError,
    count_tokens,
)
from tests.oak.seed import read_file, snippet

logger = logging.getLogger("seed")
original = snippet("context_budget", logger=logger, read_file=read_file)
original_alert = snippet("budget_alert").BudgetAlert()
both = pytest.mark.parametrize("classes", [ContextBudget, original.ContextBudget], ids=["ours", "theirs"])


def manifest(folder: Path, reading: int = 0, insights: int = 1) -> HandoffManifest:
    """Return a manifest of about so many tokens, with a required file of exactly so many."""
    (folder / "spec.md").write_text(" path" * reading, "utf-8")
    return HandoffManifest(
        "planner",
        "research",
        "2026-03-01T10:00:00Z",
        "Login",
        {"key_insights": [" insight" * insights]},
        f"{folder}/",
        required_reading=["spec.md - what to read"] if reading else [],
    )


@both
def test_what_fits_is_valid_and_its_numbers_are_noted(classes: Any, tmp_path: Path) -> None:
    ours = manifest(tmp_path, reading=850)
    assert classes().validate_manifest(ours) is True
    assert (
        ours.context_budget["required_reading_tokens"] == ours.context_budget.required_reading_tokens == 850
    )
    assert ours.context_budget["total_available_tokens"] == 10_000


@both
@pytest.mark.parametrize(
    ("size", "error"),
    [({"insights": 1000}, ManifestTooLargeError), ({"reading": 2001}, RequiredReadingTooLargeError)],
)
def test_what_does_not_fit_is_an_error_that_says_so(
    classes: Any, size: dict[str, int], error: type[Exception], tmp_path: Path
) -> None:
    ours = manifest(tmp_path, **size)
    with pytest.raises(error, match=r"\d+ tokens exceeds (1000|2000)"):
        classes().validate_manifest(ours)
    assert ours.context_budget is None


@both
def test_both_together_have_a_limit_of_their_own(classes: Any, tmp_path: Path) -> None:
    strict = type("Strict", (classes,), {"MAX_HANDOFF_TOTAL": 500})
    with pytest.raises(HandoffTooLargeError, match=r"Total handoff \d+ tokens exceeds 500"):
        strict().validate_manifest(manifest(tmp_path, reading=450))
    assert strict().validate_manifest(manifest(tmp_path, reading=100))


@both
def test_reading_that_is_gone_is_no_budget(classes: Any, tmp_path: Path) -> None:
    ours = manifest(tmp_path, reading=10)
    (tmp_path / "spec.md").unlink()
    with pytest.raises(FileNotFoundError):
        classes().validate_manifest(ours)


def test_the_size_is_that_of_the_file_that_is_saved(tmp_path: Path) -> None:
    ours = manifest(tmp_path)
    ours.summary["key_insights"] = ["令牌在一小时后过期，没有刷新机制"]
    ContextBudget().validate_manifest(ours)
    counted, ours.context_budget = ours.context_budget["manifest_tokens"], None
    ours.save(str(tmp_path / "manifest.json"))
    assert counted == count_tokens((tmp_path / "manifest.json").read_text("utf-8"))


@both
def test_working_memory_is_warned_of_above_forty_thousand(
    classes: Any, caplog: pytest.LogCaptureFixture
) -> None:
    classes().track_agent_usage("builder", 40_000)
    assert caplog.messages == []
    classes().track_agent_usage("builder", 40_001)
    assert caplog.messages == ["builder used 40001 tokens, exceeds budget 40000"]
    assert caplog.records[0].levelname == "WARNING"


@given(st.integers(0, 20_000))
def test_the_alert_says_what_the_text_says(tokens: int) -> None:
    assert BudgetAlert().check_budget(ContextBudget(), tokens) == original_alert.check_budget(
        original.ContextBudget, tokens
    )


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        (6_999, "OK: 70% budget used"),
        (7_000, "WARNING: 70% budget used, approaching limit"),
        (9_000, "CRITICAL: 90% budget used, reduce manifest size"),
        (12_000, "CRITICAL: 120% budget used, reduce manifest size"),
    ],
)
def test_alerts_begin_at_seventy_and_ninety_percent(tokens: int, said: str) -> None:
    assert BudgetAlert().check_budget(ContextBudget(), tokens) == said


def test_an_alert_may_have_limits_of_its_own() -> None:
    class Careful(BudgetAlert):
        WARNING_THRESHOLD = 0.5

    class Small(ContextBudget):
        MAX_HANDOFF_TOTAL = 1000

    assert Careful().check_budget(budget=Small(), tokens_used=500).startswith("WARNING: 50%")
