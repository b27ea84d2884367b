"""What a heading is about where no name says it: told by its words, where every one of them tells or only fills."""

import re
from collections import Counter
from functools import cache, lru_cache

from batonpass.extract.stems import stem
from batonpass.extract.titles import words
from batonpass.model.fact import Standing
from batonpass.tables.load import table as numbers
from batonpass.tables.load import words as table

Phrase = tuple[str, ...]
BRACKETS = re.compile(r"[()\[\]]")
STANDINGS: dict[str, Standing] = {"foreign": "quoted", "earlier": "superseded", "someday": "planned"}
TO_COME = frozenset({"next_step", "question", "non_goal"})  # kinds that are about what may come
LONGEST_TITLE = 40  # words; more are no title, whatever they tell
STRONG, FAIR = 2, 1
ENOUGH = 2  # one strong word, or two fair ones
FILLING: tuple[str, int, Phrase] = ("", 0, ())


@cache
def phrases() -> tuple[dict[Phrase, tuple[tuple[str, int, Phrase], ...]], int]:
    """Return phrase → what it tells of which family, and the longest phrase's length.

    What tells a standing must stand there as it is listed: "planned" is no "plan".
    """
    found: dict[Phrase, list[tuple[str, int, Phrase]]] = {}
    for family, lists in table("tellings").items():
        for name, listed in lists.items():
            much = STRONG if name == "strong" else FAIR
            for phrase in listed:
                exact = words(phrase) if family in STANDINGS else ()
                telling = FILLING if family == "filling" else (family, much, exact)
                if key := stems(words(phrase)):
                    found.setdefault(key, []).append(telling)
    return {key: tuple(told) for key, told in found.items()}, max(map(len, found))


def stems(telling: Phrase) -> Phrase:
    """Return words without their endings."""
    return tuple(map(stem, telling))


@lru_cache(maxsize=4096)
def told(title: str) -> dict[str, int]:
    """Return how much a title tells of each family; nothing where one of its words tells nothing and fills nothing.

    What is worded as a sentence may name a topic, too: "What the harbour master insists on".
    """
    known, longest = phrases()
    said = words(title)
    if len(said) > LONGEST_TITLE:
        return {}
    left = stems(said)
    room: int = numbers("extract")["title"]["topics_in_sentence"] if is_sentence(said) else 0
    sums: Counter[str] = Counter()
    while left:
        length = next((n for n in range(min(longest, len(left)), 0, -1) if left[:n] in known), 0)
        if not length:
            room -= 1
            if room < 0:
                return {}
            left, said = left[1:], said[1:]
            continue
        for family, much, exact in known[left[:length]]:
            sums[family] += much if exact in ((), said[:length]) else 0
        left, said = left[length:], said[length:]
    return {family: much for family, much in sums.items() if much >= ENOUGH}


def is_sentence(said: Phrase) -> bool:
    """Tell a title that says something from one that names something."""
    speaking = table("carriers")["sentence"]
    return bool(said) and (said[0] in speaking["opens"] or any(word in speaking["persons"] for word in said))


def standing_told(title: str) -> Standing:
    """Return the standing a title tells: what held once, what may come one day, or what others said."""
    for part in (title, *parts(title)):
        sums = told(part)
        for family, standing in STANDINGS.items():
            if family in sums and not (family == "someday" and TO_COME & sums.keys()):
                return standing
    return "current"


def parts(title: str) -> tuple[str, ...]:
    """Return what stands in front of a title's brackets and in them; nothing where it has none."""
    pieces = tuple(piece.strip() for piece in BRACKETS.split(title) if piece.strip())
    return pieces if len(pieces) > 1 else ()


def most_told(title: str, families: frozenset[str]) -> str:
    """Return which of some families a title tells most of, the first listed of equals; "" when it tells of none."""
    said = told(title) or told(parts(title)[0] if parts(title) else "")
    sums = {family: much for family, much in said.items() if family in families}
    return max(sums, key=lambda family: (sums[family], -order()[family]), default="")


@cache
def order() -> dict[str, int]:
    """Return the place of each family in the table."""
    return {family: at for at, family in enumerate(table("tellings"))}
