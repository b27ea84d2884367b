"""Turns to sums: what each agent took, and how full the context is at the end."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from batonpass.measure.usage import entry
from batonpass.model.act import Act, Spent
from batonpass.model.source import Block

Models = dict[str, dict[str, float]]  # tables/models.toml
PER = 1_000_000  # prices are for a million tokens


class Spending(Struct, frozen=True, omit_defaults=True):
    """What one agent took altogether."""

    agent: str  # "" for the one the transcript belongs to
    model: str
    answers: int
    input: int
    cache_read: int
    cache_write: int
    output: int
    cost_usd: float | None = None  # None: the client does not say, and the model has no price


def spending(blocks: Iterable[Block], models: Models) -> tuple[Spending, ...]:
    """Return what each agent took, in the order they first answered; every answer counts once."""
    answers: dict[str, dict[object, Spent]] = {}
    for act, spent in _counted(blocks):
        told = answers.setdefault(act.agent, {})
        told[spent.answer or len(told)] = spent  # the numbers on its last line are the right ones
    return tuple(_sum(agent, tuple(told.values()), models) for agent, told in answers.items())


def _counted(blocks: Iterable[Block]) -> Iterator[tuple[Act, Spent]]:
    for block in blocks:
        if block.act is not None and block.act.spent is not None:
            yield block.act, block.act.spent


def _sum(agent: str, told: tuple[Spent, ...], models: Models) -> Spending:
    costs = [cost(spent, models) for spent in told]
    known = [c for c in costs if c is not None]
    return Spending(
        agent=agent,
        model=next((s.model for s in reversed(told) if s.model), ""),
        answers=len(told),
        input=sum(s.input for s in told),
        cache_read=sum(s.cache_read for s in told),
        cache_write=sum(s.cache_write for s in told),
        output=sum(s.output for s in told),
        cost_usd=round(sum(known), 6) if len(known) == len(costs) else None,
    )


def cost(spent: Spent, models: Models) -> float | None:
    """Return what an answer cost: as its client says, else by the table's prices."""
    if spent.cost_usd is not None:
        return spent.cost_usd
    prices = entry(spent.model, models)
    if "input" not in prices:
        return None
    read, write = prices.get("cache_read", prices["input"]), prices.get("cache_write", prices["input"])
    dollars = spent.input * prices["input"] + spent.output * prices.get("output", 0.0)
    return (dollars + spent.cache_read * read + spent.cache_write * write) / PER


def last_answer(blocks: Iterable[Block], own: str) -> Spent | None:
    """Return the numbers of an agent's last answer, None where a compaction made them void."""
    found = None
    for block in blocks:
        act = block.act
        if act is not None and act.agent == own:
            if block.kind == "turn" and act.role == "summary":
                found = None
            elif act.spent is not None and act.spent.context:
                found = act.spent
    return found


def since_summary(blocks: Iterable[Block], own: str) -> list[Block]:
    """Return what an agent has in its context: all since the last compaction, its summary included."""
    kept: list[Block] = []
    for block in blocks:
        act = block.act
        if act is not None and act.agent == own:
            if block.kind == "turn" and act.role == "summary":
                kept.clear()
            kept.append(block)
    return kept


def own_agent(blocks: Iterable[Block]) -> str:
    """Return the agent a transcript belongs to: the one it begins with."""
    return next((block.act.agent for block in blocks if block.act is not None), "")
