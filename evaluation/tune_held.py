"""How well weights hear voices they were not tuned on: whole voices are held out, nothing of them is learned."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from batonpass.extract.weights import chances
from batonpass.tables.load import table
from evaluation.tune_examples import Example
from evaluation.tune_train import Model

NO_KIND = "other"


class Told(NamedTuple):
    """What texts of a kind were heard as, counted."""

    right: int
    said: int  # texts that are of it
    heard: int  # texts that were taken for it

    @property
    def recall(self) -> float:
        """Return the share of its texts that were heard."""
        return self.right / max(1, self.said)

    @property
    def precision(self) -> float:
        """Return the share of what was taken for it that is."""
        return self.right / max(1, self.heard)

    @property
    def f1(self) -> float:
        """Return both in one number."""
        return 2 * self.right / max(1, self.said + self.heard)


def hears(model: Model, example: Example) -> str:
    """Return the class of a text as the package takes it: the likeliest kind, where it is likely enough."""
    rows = [row for trait in dict.fromkeys(example.traits) if (row := model.rows.get(trait)) is not None]
    share = 1 / sqrt(max(1, len(rows)))
    columns = zip(*rows, strict=True) if rows else ((0.0,) for _ in model.classes)
    told = chances([base + share * sum(column) for base, column in zip(model.bias, columns, strict=True)])
    chance, kind = max(zip(told[1:], model.classes[1:], strict=True))
    return kind if chance >= table("extract")["prose"]["threshold"] else NO_KIND


def held_out(model: Model, voices: Mapping[str, Sequence[Example]]) -> str:
    """Return tables of how the texts of each voice and of each kind were heard."""
    pairs = {voice: [(e.kind, hears(model, e)) for e in examples] for voice, examples in voices.items()}
    together = [pair for told in pairs.values() for pair in told]
    kinds = by_kind(together)
    lines = ["voice           texts  right  macro F1"]
    lines += [line_of(voice, told) for voice, told in (*pairs.items(), ("all of them", together))]
    lines += ["", "kind            texts  recall  precision    F1  most taken for"]
    taken: dict[str, Counter[str]] = defaultdict(Counter)
    for said, heard in together:
        taken[said][heard] += said != heard
    for kind, told in sorted(kinds.items()):
        most = ", ".join(f"{name} {n}" for name, n in taken[kind].most_common(3) if n)
        lines.append(
            f"{kind:15} {told.said:5} {told.recall:7.2f} {told.precision:10.2f} {told.f1:5.2f}  {most}"
        )
    return "\n".join(lines)


def by_kind(pairs: Iterable[tuple[str, str]]) -> dict[str, Told]:
    """Count, for every kind said, how often it was heard."""
    told = list(pairs)
    said, heard = Counter(s for s, _ in told), Counter(h for _, h in told)
    right = Counter(s for s, h in told if s == h)
    return {kind: Told(right[kind], said[kind], heard[kind]) for kind in said}


def line_of(voice: str, pairs: Sequence[tuple[str, str]]) -> str:
    """Return how much of a voice was heard as what it is."""
    kinds = by_kind(pairs)
    right = sum(told.right for told in kinds.values()) / max(1, len(pairs))
    macro = sum(told.f1 for told in kinds.values()) / max(1, len(kinds))
    return f"{voice:15} {len(pairs):5} {right:6.2f} {macro:9.2f}"
