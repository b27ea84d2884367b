"""The factor from tokens of a text, as a vocabulary counts them, to tokens as a model's own host does.

It is learned where both stand beside each other: between two answers the context grows by what was said and came
back in the meantime. It is for estimated usage only; budgets are counted, never estimated.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from statistics import median
from typing import NamedTuple

from batonpass.model.act import Spent, Tool
from batonpass.model.source import Block

SMALLEST = 200  # tokens of text between two answers; below it what clients add unseen outweighs it
FEWEST = 5  # pairs of answers
MOST = 200  # of one transcript, the first: more do not move the median
LOW, HIGH = 0.5, 3.0  # beyond it something else came in: a picture, a file the client attached
# Of these a block shows all that went into the context; of a written file it shows the name alone.
WHOLE: frozenset[Tool] = frozenset({"read", "search", "shell"})


class Factor(NamedTuple):
    """What a text's tokens are worth, and on how many pairs of answers that rests."""

    model: str
    factor: float
    pairs: int


def learn(blocks: Iterable[Block], own: str, count: Callable[[str], int]) -> Factor | None:
    """Return the factor of a transcript, None where it shows too little."""
    ratios, model = [], ""
    for text, grown, model in islice(_grown(blocks, own), MOST):  # noqa: B007 - the last model is the one it is learned for
        tokens = count(text)
        if tokens >= SMALLEST and LOW <= grown / tokens <= HIGH:
            ratios.append(grown / tokens)
    return Factor(model, round(median(ratios), 4), len(ratios)) if len(ratios) >= FEWEST else None


def _grown(blocks: Iterable[Block], own: str) -> Iterator[tuple[str, int, str]]:
    """Yield what was said between two answers, and by how much the context grew."""
    before: Spent | None = None
    said: list[str] = []
    whole = True
    for block in blocks:
        act = block.act
        if act is None or act.agent != own:
            continue
        if block.kind == "turn" and act.role == "summary":
            before = None
        spent = act.spent
        if spent is not None and spent.context and (before is None or spent.answer != before.answer):
            if before is not None and whole and spent.context > before.context:
                yield "\n".join(said), spent.context - before.context, spent.model
            before, said, whole = spent, [], True
        said.append(block.text)
        whole = whole and (block.kind != "call" or act.tool in WHOLE)


def joined(known: Factor | None, new: Factor) -> Factor:
    """Return what was known and what is new as one, each by the pairs it rests on."""
    if known is None:
        return new
    pairs = known.pairs + new.pairs
    return Factor(new.model, round((known.factor * known.pairs + new.factor * new.pairs) / pairs, 4), pairs)
