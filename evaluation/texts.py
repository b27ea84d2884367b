"""How texts and paths are compared: by their words, and by what they name."""

import re
from collections import Counter

WORD = re.compile(r"[^\W_]+")
WIDE = re.compile("[\u2e80-\u9fff\uac00-\ud7af]")
LINES = re.compile(r"(?::L?\d.*|\s+\(.*\)|\s+—.*|\s+--?\s.*)$")
CLOSE, SUPPORTED = (
    0.6,
    0.5,
)  # token F1 from which two texts say the same, and from which one supports the other


def words(text: str) -> list[str]:
    """Return the words of a text; of Chinese, Japanese and Korean, the characters."""
    found: list[str] = []
    for word in WORD.findall(text.casefold()):
        found += list(word) if WIDE.search(word) else [word]
    return found


def overlap(one: str, other: str) -> float:
    """Return the token F1 of two texts."""
    a, b = Counter(words(one)), Counter(words(other))
    total = a.total() + b.total()
    return 2 * (a & b).total() / total if a and b else 0.0


def holds(whole: str, part: str) -> float:
    """Return the share of a part's words that stand in the whole."""
    wanted = words(part)
    there = set(words(whole))
    return sum(w in there for w in wanted) / len(wanted) if wanted else 0.0


def file_name(text: str) -> str:
    """Return a path of the truth without its remarks and line numbers."""
    return LINES.sub("", text.strip().strip("`")).strip("`").removeprefix("./")


def f1(found: set[str], truth: set[str]) -> float:
    """Return the F1 of two sets of paths; a basename counts where the folder is left out."""
    if not truth:
        return 1.0 if not found else 0.0
    hits = {t for t in truth if any(same_path(t, f) for f in found)}
    right = {f for f in found if any(same_path(t, f) for t in truth)}
    precision = len(right) / len(found) if found else 0.0
    recall = len(hits) / len(truth)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def same_path(one: str, other: str) -> bool:
    """Tell whether two paths name one file, as far as both say."""
    return one == other or one.endswith("/" + other) or other.endswith("/" + one)
