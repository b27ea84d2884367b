"""How loudly a source says something: bold, capitals, warning signs, severities."""

import re
from functools import cache, lru_cache

from batonpass.extract.names import named
from batonpass.extract.titles import words
from batonpass.model.source import Block
from batonpass.tables.load import table
from batonpass.tables.load import words as listed

CAPITALS = re.compile(
    r"\b(?:MUST|NEVER|NOT|ALWAYS|CRITICAL|IMPORTANT|WARNING|REQUIRED|BLOCK(?:ER|ED|ING)|DO NOT|ONLY|HIGH|URGENT|SHALL)\b"
)
SEVERITY_MARK = re.compile(
    r"[\[(（]\s*([A-Za-z][A-Za-z0-9 ]{1,12}|P[0-4]|[高中低])\s*[\])）]|\b(P[0-4]|S[1-4]|SEV-?[1-4])\b"
)

SEVERITY_SAID = re.compile(r"[(\[（]\s*([^()\[\]（）:：]{3,24})[:：]\s*([^()\[\]（）]{1,15}?)\s*[)\]）]")


@cache
def severities() -> dict[str, str]:
    """Return the word for each spelling of a severity."""
    spelled = listed("marks")["severity"]
    return {spelling.casefold(): level for level, group in spelled.items() for spelling in group}


@cache
def signs() -> frozenset[str]:
    """Return the characters that warn."""
    return frozenset(listed("marks")["signs"]["warning"])


@lru_cache(maxsize=1024)
def severity_of(text: str) -> str:
    """Return the severity a short text names, "" where it is something else."""
    known = severities()
    low = text.strip(" *_()[]:：.🔴🟠🟡🟢⚠️").casefold()
    if low in known:
        return known[low]
    telling = words(text)
    beside = frozenset(listed("marks")["beside"]["words"])
    levels = [known[w] for w in telling if w in known]
    return levels[0] if levels and all(w in known or w in beside for w in telling) else ""


def severity_in(text: str) -> str:
    """Return the severity a text carries as a mark: "[HIGH]", "(P0)", a coloured dot."""
    for bracketed, bare in SEVERITY_MARK.findall(text):
        if level := severities().get((bracketed or bare).casefold().strip(), ""):
            return level
    for name, said in SEVERITY_SAID.findall(text):
        if named(name, "label").family == "severity" and (level := severity_of(said)):
            return level
    if text.isascii():
        return ""
    return next((level for sign, level in coloured() if sign in text), "")


@cache
def coloured() -> tuple[tuple[str, str], ...]:
    """Return the coloured signs and what they stand for."""
    return tuple(listed("marks")["colour"].items())


def emphasis(block: Block, text: str, severity: str = "") -> float:
    """Return from 0 to 1 how loudly a block says a text."""
    numbers = table("extract")["emphasis"]
    loud: float = numbers["bold"] if block.strong else 0.0
    if CAPITALS.search(text):
        loud += numbers["capitals"]
    if not block.text.isascii() and not signs().isdisjoint(block.text):
        loud += numbers["mark"]
    if severity in ("critical", "high"):
        loud = numbers["severe"]
    return min(1.0, round(loud, 2))
