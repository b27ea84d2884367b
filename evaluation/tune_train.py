"""Multinomial logistic regression over sparse traits, in plain Python: the same examples give the same weights."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import exp, sqrt
from random import Random
from typing import NamedTuple

from evaluation.tune_examples import Example

EPOCHS = 20
RATE = 1.2  # of the first epoch
SLOWING = 0.35
DECAY = 1e-5  # of a weight, per example
FEWEST = 3  # examples a trait is seen in
OTHER_SHARE = 0.6  # of the weight of a repository's texts of no kind
BALANCE = 0.7  # 0 leaves rare kinds rare, 1 makes all kinds alike
WRITTEN = 0.4  # weight of a sentence written for tuning, beside a repository's whole
MOST_OTHERS = 22000  # texts of no kind that are looked at
SMALL = 1e-4  # an error that is not worth a step


class Model(NamedTuple):
    """Weights by trait, in the order of the classes."""

    classes: tuple[str, ...]
    bias: list[float]
    rows: dict[str, list[float]]


class Weighted(NamedTuple):
    """One example as it is learned from."""

    rows: list[list[float]]
    target: int
    weight: float


def train(examples: Sequence[Example]) -> Model:
    """Return the weights that tell the examples apart."""
    chosen = thinned(examples)
    classes = ("other", *sorted({e.kind for e in chosen} - {"other"}))
    counted = Counter(trait for e in chosen for trait in set(e.traits))
    rows = {trait: [0.0] * len(classes) for trait in sorted(counted) if counted[trait] >= FEWEST}
    bias = [0.0] * len(classes)
    learned = list(weighted(chosen, classes, rows))
    random = Random(1)
    for epoch in range(EPOCHS):
        rate = RATE / (1 + SLOWING * epoch)
        random.shuffle(learned)
        for one in learned:
            step(one, bias, rate)
        shrink(rows.values(), max(0.0, 1 - rate * DECAY * len(learned)))
    return Model(classes, bias, rows)


def thinned(examples: Sequence[Example]) -> list[Example]:
    """Return the examples with fewer of those that are of no kind."""
    others = [e for e in examples if e.kind == "other" and e.group]
    kept = Random(1).sample(others, min(MOST_OTHERS, len(others)))
    return [*(e for e in examples if e.kind != "other" or not e.group), *kept]


def weighted(
    examples: Sequence[Example], classes: Sequence[str], rows: dict[str, list[float]]
) -> Iterator[Weighted]:
    """Yield the examples, no repository and no kind counting for as much as its number of texts."""
    groups: Counter[str] = Counter()
    for e in examples:
        groups[e.group] += e.weight  # type: ignore[assignment] # parts of one count too
    raw = [
        e.weight * WRITTEN
        if not e.group
        else e.weight * groups[e.group] ** -0.5 * (OTHER_SHARE if e.kind == "other" else 1.0)
        for e in examples
    ]
    mass = [0.0] * len(classes)
    targets = [classes.index(e.kind) for e in examples]
    for target, weight in zip(targets, raw, strict=True):
        mass[target] += weight
    of_class = [1.0, *((max(mass) / m) ** BALANCE for m in mass[1:])]
    for e, target, weight in zip(examples, targets, raw, strict=True):
        known = [row for trait in dict.fromkeys(e.traits) if (row := rows.get(trait)) is not None]
        if known:
            yield Weighted(known, target, min(1.0, weight * of_class[target]))


def step(one: Weighted, bias: list[float], rate: float) -> None:
    """Learn from one example."""
    share = 1 / sqrt(len(one.rows))
    sums = [
        base + share * sum(column) for base, column in zip(bias, zip(*one.rows, strict=True), strict=True)
    ]
    highest = max(sums)
    shares = [exp(s - highest) for s in sums]
    whole = sum(shares)
    for at, part in enumerate(shares):
        error = part / whole - (at == one.target)
        if abs(error) > SMALL:
            change = rate * one.weight * error
            bias[at] -= change * 0.1
            change *= share
            for row in one.rows:
                row[at] -= change


def shrink(rows: Iterable[list[float]], by: float) -> None:
    """Draw all weights towards nothing."""
    for row in rows:
        row[:] = [weight * by for weight in row]
