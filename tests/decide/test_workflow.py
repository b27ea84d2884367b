"""What the handoffs of a workflow cost together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batonpass.decide.workflow import Passed, add_up
from batonpass.tables import load

BUDGETS = load.playbook("oak").budgets
STORY = (
    Passed(
        from_agent="top-down-analyzer",
        to_agent="backend-architect",
        manifest_tokens=450,
        source_tokens=22_500,
    ),
    Passed(manifest_tokens=520, required_tokens=850, source_tokens=10_400),
    Passed(manifest_tokens=580),
)


def test_a_story_of_three_handoffs() -> None:
    budget = add_up(STORY, BUDGETS)
    assert (budget.handoffs, budget.total_tokens, budget.remaining) == (3, 2_400, 65_600)
    assert budget.utilisation == pytest.approx(2_400 / 68_000)
    assert budget.max_single_utilisation == pytest.approx(0.137), "the plan, with what must be read"
    assert budget.average_tokens == 800
    assert budget.mean_compression == 35, "of 50 and 20; the third was not counted"


def test_nothing_passed_yet() -> None:
    budget = add_up((), BUDGETS)
    assert (budget.total_tokens, budget.remaining, budget.utilisation) == (0, 68_000, 0)
    assert (budget.max_single_utilisation, budget.average_tokens, budget.mean_compression) == (0, 0, 0)


def test_an_overspent_workflow_says_by_how_much() -> None:
    assert add_up([Passed(manifest_tokens=68_001)], BUDGETS).remaining == -1


TOKENS = st.integers(0, 100_000)
HANDOFFS = st.lists(
    st.builds(Passed, manifest_tokens=TOKENS, required_tokens=TOKENS, source_tokens=TOKENS), max_size=8
)


@given(HANDOFFS)
def test_the_order_of_handoffs_does_not_matter_to_what_is_spent(passed: list[Passed]) -> None:
    forth, back = add_up(passed, BUDGETS), add_up(passed[::-1], BUDGETS)
    assert (forth.total_tokens, forth.remaining) == (back.total_tokens, back.remaining)
    assert forth.total_tokens + forth.remaining == forth.target
