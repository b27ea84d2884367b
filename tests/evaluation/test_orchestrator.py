"""The simulated orchestrator sees what it would see: prompts, returns, capsules, who is next, and nothing of the outputs."""

import pytest

from evaluation.orchestrator import CHAIN, MANAGER, OWN, SHORT, Context, simulated


@pytest.fixture(scope="module")
def context() -> Context:
    return simulated(2, whole=3)


def test_every_agent_is_spawned_and_ends(context: Context) -> None:
    agents = [agent for agent, _ in CHAIN]
    assert [one.agent for one in context.spent] == [MANAGER, *agents, *agents, MANAGER]
    assert all(one.left >= SHORT for one in context.spent)


def test_all_that_enters_the_context_is_counted(context: Context) -> None:
    assert all(min(one.prompt, one.back, one.capsule, one.routed) > 0 for one in context.spent)
    assert context.tokens == OWN + sum(
        one.prompt + one.back + one.capsule + one.routed for one in context.spent
    )


def test_a_prompt_and_a_return_are_short_however_long_the_output(context: Context) -> None:
    longer = simulated(1, whole=1)
    assert (
        max(context.longest_prompt, context.longest_return, longer.longest_prompt, longer.longest_return)
        <= 150
    )
    assert longer.left > 20 * context.left / len(context.spent)
    assert longer.by_group[0] <= 1.1 * context.by_group[0]


def test_each_group_costs_the_same(context: Context) -> None:
    first, second = context.by_group
    assert max(first, second) <= 1.1 * min(first, second)
