"""Three methods anyone would try first, each cut at the same 1000 tokens."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log
from types import MappingProxyType
from typing import NamedTuple

from evaluation.handed import BUDGET, project
from evaluation.texts import words

SENTENCE = re.compile(r"(?<=[.!?。])\s+|\n")
CUES = re.compile(
    r"\b(?:decided|decision|chose|chosen|because|must|never|constraint|risk|blocked|blocker|failed|error|fixed"
    r"|created|added|modified|deleted|removed|passed|next|should|question|out of scope|found|turned out)\b",
    re.IGNORECASE,
)
LONGEST = 60  # words of a sentence that still is one


class Picked(NamedTuple):
    """What a method takes from a text."""

    lines: tuple[str, ...]
    tokens: int
    ms: float


def head(text: str) -> Iterable[str]:
    """Take the text from its beginning."""
    return (line for line in text.splitlines() if line.strip())


def cue_words(text: str) -> Iterable[str]:
    """Take the lines with a word that decisions, risks and changes are told with."""
    return (line for line in text.splitlines() if CUES.search(line))


def rare_sentences(text: str) -> Iterable[str]:
    """Take the sentences whose words weigh most by TF-IDF, over the sentences of the text itself."""
    sentences = [s for s in map(str.strip, SENTENCE.split(text)) if s]
    said = [words(sentence) for sentence in sentences]
    among = Counter(word for one in said for word in set(one))
    weight = {word: log(len(sentences) / count) for word, count in among.items()}

    def worth(at: int) -> float:
        counts = Counter(said[at])
        return sum(n * weight[word] for word, n in counts.items()) / max(len(said[at]), 8)

    fitting = (at for at in range(len(sentences)) if len(said[at]) <= LONGEST)
    return (sentences[at] for at in sorted(fitting, key=lambda at: (-worth(at), at)))


METHODS: Mapping[str, Callable[[str], Iterable[str]]] = MappingProxyType(
    {"head": head, "cue words": cue_words, "tf-idf": rare_sentences}
)


def picked(method: str, text: str) -> Picked:
    """Return what a method takes within the budget: line after line until the next does not fit."""
    began = time.perf_counter()
    lines, tokens = _within(METHODS[method](text))
    return Picked(tuple(lines), tokens, (time.perf_counter() - began) * 1000)


def _within(lines: Iterable[str]) -> tuple[Sequence[str], int]:
    count = project().meter.count
    taken: list[str] = []
    used = 0
    for line in lines:
        cost = count(line) + 1
        if used + cost > BUDGET:
            break
        taken.append(line)
        used += cost
    return taken, used
