"""How much a text speaks of what its whole source is about: its words come back all over it, not in one place.

A long report quotes, lists and logs what is beside the point. What it is about is spoken of again and again, in words
that are rare elsewhere, and those stand together. So words are weighed by how many places of the source they are
spread over, beside how many one would expect, and by the company they keep.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import log2

from batonpass.extract.phrases import tokens_of
from batonpass.extract.stems import stem
from batonpass.extract.weights import weights
from batonpass.model.source import Block, Span
from batonpass.tables.load import table

NOT_READ = frozenset({"code", "heading"})
SHORTEST = 3  # letters of a word that is weighed
COMPANY = 3  # words that stand for the company a word keeps, and for a text


class Themes:
    """What the blocks of one source are about."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        """Weigh the words of a long source; in a short one nothing is beside the point."""
        self.numbers: dict[str, float] = table("extract")["themes"]
        lines = blocks[-1].span.last if blocks else 0
        self.weights: dict[str, float] = {}
        self.said: dict[tuple[int, int], list[str]] = {}
        self.full = 0.0
        if lines >= self.numbers["least_lines"]:
            self.weigh([b for b in blocks if b.kind not in NOT_READ], lines)

    def weigh(self, blocks: Sequence[Block], lines: int) -> None:
        """Weigh every word, then again by the words around it."""
        told = [stems(block.text) for block in blocks]
        for block, own in zip(blocks, told, strict=True):
            self.said.setdefault((block.span.first, block.span.last), own)
        spread = self.spread(blocks, told, lines)
        self.weights = spread
        kept = [[word for word in own if word in spread] for own in told]
        for _ in range(int(self.numbers["rounds"])):
            self.weights = self.by_company(kept, spread)
        scores = sorted(self.score(own) for own in kept if own)
        self.full = scores[int(len(scores) * self.numbers["full_at"])] if scores else 0.0

    def spread(self, blocks: Sequence[Block], told: Sequence[Iterable[str]], lines: int) -> dict[str, float]:
        """Return the words that stand in more places than one would expect of them."""
        region, gap = self.numbers["region_lines"], self.numbers["gap_regions"]
        places: dict[str, int] = defaultdict(int)
        last: dict[str, float] = {}
        for block, own in zip(blocks, told, strict=True):
            at = block.span.first // region
            for word in own:
                if at - last.get(word, -gap - 1) > gap:
                    places[word] += 1
                last[word] = at
        common = weights().common
        stretches = lines / self.numbers["stretch_lines"]
        return {
            word: surprise
            for word, count in places.items()
            if count >= self.numbers["least_places"]
            and (surprise := log2((count + 0.5) / (stretches * common(word) + 0.5))) > 0
        }

    def by_company(self, told: Sequence[Sequence[str]], spread: dict[str, float]) -> dict[str, float]:
        """Return the words weighed by how much those say that stand with them."""
        sums: dict[str, float] = defaultdict(float)
        times: dict[str, int] = defaultdict(int)
        weight = self.weights
        for own in told:
            top = sorted((weight[word] for word in own), reverse=True)[: COMPANY + 1]
            whole = sum(top)
            for word in own:
                others = (
                    whole - weight[word]
                    if weight[word] >= top[-1] or len(top) <= COMPANY
                    else whole - top[-1]
                )
                sums[word] += max(others, 0.0) / COMPANY
                times[word] += 1
        found = {word: spread[word] * sums[word] / times[word] for word in sums}
        most = max(found.values(), default=0.0) or 1.0
        return {word: weighed / most for word, weighed in found.items()}

    def score(self, words: Iterable[str]) -> float:
        """Return what the weightiest words of a text come to."""
        top = sorted((self.weights.get(word, 0.0) for word in words), reverse=True)[:COMPANY]
        return sum(top) / COMPANY

    def share(self, spans: Sequence[Span]) -> float:
        """Return from 0 to 1 how much the passages a fact was read from are to the point; 1 in a short source."""
        if not self.full:
            return 1.0
        words = [word for span in spans for word in self.said.get((span.first, span.last), ())]
        return round(min(1.0, self.score(dict.fromkeys(words)) / self.full), 3)


def stems(text: str) -> list[str]:
    """Return the different words of a text, without endings, numbers and the shortest."""
    tokens = tokens_of(text)
    return list(dict.fromkeys(stem(t) for t in tokens if len(t) >= SHORTEST and not t[0].isdigit()))
