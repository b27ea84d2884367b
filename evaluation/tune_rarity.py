"""How common words are in what agents write: counted in stretches of documents, for telling what two statements are about."""

from collections import Counter, defaultdict
from math import log2
from pathlib import Path
from typing import NamedTuple

from batonpass.extract.subjects import stems
from batonpass.extract.weights import RARITY
from evaluation.documents.case import cases, read

FEWEST = 4  # stretches a word is seen in; a rarer one counts as never seen
RAREST = 255
STRETCH = 40  # lines
NOT_READ = frozenset({"code", "heading"})


class Common(NamedTuple):
    """Word → how rare it is, in steps, and in how many stretches of text words were counted."""

    rarity: dict[str, int]
    stretches: int


def common_words(folder: Path) -> Common:
    """Count in how many stretches of the documents each word stands."""
    counted: Counter[str] = Counter()
    stretches = 0
    lines = STRETCH
    seen: set[str] = set()
    for case in cases(folder):
        if case.file in seen:
            continue
        seen.add(case.file)
        told: dict[int, set[str]] = defaultdict(set)
        for block in read(case).blocks:
            if block.kind not in NOT_READ:
                told[block.span.first // lines].update(stems(block.text))
        stretches += len(told)
        counted.update(word for words in told.values() for word in words)
    rarity = {
        word: min(RAREST, round(-log2(count / stretches) * RARITY))
        for word, count in sorted(counted.items())
        if count >= FEWEST
    }
    return Common(rarity, stretches)
