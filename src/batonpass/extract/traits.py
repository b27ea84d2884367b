"""What a text is made of, as far as it tells its kind: its words, what they mean, and its form."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from batonpass.extract.leanings import scored
from batonpass.extract.phrases import tokens_of
from batonpass.extract.stems import stem
from batonpass.extract.titles import WIDE, is_wide
from batonpass.model.source import Block
from batonpass.tables.load import table, words

# The first character of a trait says what it speaks of: `%` meaning, `<` the beginning, `^` form, `#` cues.
LENGTHS = (30, 60, 100, 160, 300)
ENDS = ".?:!;。？：！"
SIGNS = "✅❌⚠🔴🟡🟢≥≤×"
DASHES = (" — ", " – ", " - ")
SHORTEST_ENDING = 5


def traits(text: str, block: Block) -> list[str]:
    """Return the traits of a text; the same one may stand there twice."""
    limits = table("extract")["traits"]
    tokens = tokens_of(text)
    stems = [stem(t) for t in tokens[: limits["words"]]]
    found = stems[:]
    found += map(" ".join, pairwise(stems))
    if stems:
        found += (f"<{stems[0]}", f"<{' '.join(stems[:2])}")
    found += (f"~{t[-3:]}" for t in tokens if len(t) >= SHORTEST_ENDING and t.endswith(("ing", "ed")))
    found += meanings(stems, limits["reach"])
    if is_wide(text):
        found += characters(text, limits["characters"])
    found += (f"#{kind}{round(weight * 4)}" for kind, weight in scored(text, tokens).items())
    found += form(text)
    found += shape(block)
    return found


@cache
def senses() -> dict[str, tuple[str, ...]]:
    """Return the groups of meaning a stem belongs to."""
    found: dict[str, dict[str, None]] = {}
    for group, listed in words("senses").items():
        for word in listed:
            found.setdefault(stem(word), {})[f"%{group}"] = None
    return {word: tuple(groups) for word, groups in found.items()}


def meanings(stems: list[str], reach: int) -> Iterator[str]:
    """Yield what the words mean, and which meanings stand close together, in their order."""
    known = senses()
    placed = [(place, groups) for place, word in enumerate(stems) if (groups := known.get(word))]
    for at, (place, groups) in enumerate(placed):
        yield from groups
        if place == 0:
            yield from map("<".__add__, groups)
        for later, others in placed[at + 1 : at + 1 + reach]:
            if later - place > reach:
                break
            for one in groups:
                for other in others:
                    if one != other:
                        yield one + other


def characters(text: str, most: int) -> Iterator[str]:
    """Yield the Chinese, Japanese and Korean characters of a text, alone and in pairs."""
    wide = WIDE.findall(text)[:most]
    yield from wide
    yield from map("".join, pairwise(wide))


def form(text: str) -> Iterator[str]:
    """Yield how a text is written."""
    yield f"^length{sum(len(text) >= step for step in LENGTHS)}"
    last = text.rstrip(" *_`\"')")[-1:]
    yield f"^ends{last if last in ENDS else ''}"
    first = text[:1]
    yield f"^opens{'A' if first.isupper() else 'a' if first.islower() else '0' if first.isdigit() else first}"
    if "`" in text:
        yield "^code"
    if "→" in text or "->" in text:
        yield "^arrow"
    if any(dash in text for dash in DASHES):
        yield "^dash"
    if "/" in text:
        yield "^slash"
    if "(" in text:
        yield "^brackets"
    if not text.isascii():
        yield from (f"^{sign}" for sign in SIGNS if sign in text)


def shape(block: Block) -> Iterator[str]:
    """Yield what a block is, apart from its text."""
    yield f"^{block.kind}"
    if block.kind == "item":
        yield f"^level{min(block.level, 3)}"
    if block.checked is not None:
        yield f"^checked{block.checked}"
    if block.label:
        yield f"^label{min(len(block.label.split()), 4)}"
    if block.strong:
        yield "^strong"
