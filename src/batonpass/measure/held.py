"""Is this output still in these turns? By runs of words, whatever its lines were wrapped, indented or numbered like."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

RUN = 8  # words in a row that two texts do not have in common by chance
WORD = re.compile(r"[぀-ヿ㐀-鿿가-힯]|[^\W぀-ヿ㐀-鿿가-힯]+")  # of scripts without blanks each character is one
NUMBERED = re.compile(
    r"(?m)^[ \t]*\d+(?:\t|→|[ \t]*\|)"
)  # the lines of a file as tools for reading show them


class Turn(NamedTuple):
    """One text of a context, and where it stands."""

    line: int
    text: str


class Held(NamedTuple):
    """How much of an output is in a context."""

    tokens: int  # of the output, as far as it is there
    share: float
    lines: tuple[int, ...]  # of the transcript that hold some of it


def held(output: str, turns: Iterable[Turn], size: Callable[[str], int], *, but: Sequence[str] = ()) -> Held:
    """Return how much of an output stands in turns; what stands in the texts `but` may be there."""
    wanted = set(_runs(output)).difference(*(set(_runs(text)) for text in but))
    if not wanted:
        return Held(0, 0.0, ())
    found: set[int] = set()
    lines = []
    for turn in turns:
        here = wanted.intersection(_runs(turn.text))
        if here:
            found |= here
            lines.append(turn.line)
    share = len(found) / len(wanted)
    return Held(round(share * size(output)), share, tuple(dict.fromkeys(lines)))


def _runs(text: str) -> Iterator[int]:
    words = WORD.findall(NUMBERED.sub("", text).casefold())
    if words and len(words) < RUN:
        yield hash(tuple(words))
    yield from (hash(tuple(words[n : n + RUN])) for n in range(len(words) - RUN + 1))
