"""What a fact is worth in its slot."""

import re
from functools import lru_cache
from math import log10

from batonpass.compact.same import words
from batonpass.compact.speech import speech
from batonpass.compact.text import naming
from batonpass.model.fact import Fact, Kind
from batonpass.model.paths import is_test
from batonpass.tables import load

UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
# Kinds that are told by a name and a number, however short; and those of them that are told in no words at all.
NAMED: frozenset[Kind] = frozenset({"file", "tests", "gate", "metric", "dependency"})
WORDLESS: frozenset[Kind] = frozenset({"file", "tests", "dependency"})


def quality(fact: Fact, position: float) -> float:
    """Return how much a fact is worth beside others of its kind; `position` is 0 at its source's start."""
    weights: dict[str, float] = load.table("rank")["quality"]
    whole = 1.0 if fact.kind in NAMED else fullness(fact.text)
    whole *= size(fact) if fact.kind in WORDLESS else spoken(fact)
    return (
        fact.confidence
        * whole
        * beside_others(fact)
        * (
            1.0
            + weights["specificity"] * specificity(fact.text)
            + weights["emphasis"] * fact.emphasis
            + weights["position"] * (1.0 - position)
        )
        * (1.0 + weights["severity"] * severity(fact))
    )


def beside_others(fact: Fact) -> float:
    """Return how much less a fact is worth than its like: overcome, a test beside what it tests, a value inside a sentence."""
    weights: dict[str, float] = load.table("rank")["quality"]
    about = fact.attributes
    share = weights["resolved"] if about.resolved else 1.0
    if fact.kind == "file" and is_test(about.path or ""):
        share *= weights["test_file"]
    if fact.kind == "metric" and not fact.text.startswith(f"{about.name}:"):
        share *= weights["value_in_sentence"]
    return share


@lru_cache(maxsize=4096)
def fullness(text: str) -> float:
    """Return 1 for a text that can stand alone, less for a fragment of a few words."""
    # scripts without spaces write about two characters a word
    spoken = len(words(text)) + sum(len(run) // 2 for run in UNSPACED.findall(text))
    return min(1.0, spoken / float(load.table("rank")["quality"]["few_words"]))


def size(fact: Fact) -> float:
    """Return how much a test run counts by how many tests it is of; 1 for all else."""
    of = fact.attributes
    tests = of.total or (of.passed or 0) + (of.failed or 0)
    steps: float = load.table("rank")["quality"]["tests_tenfold"]
    return 1.0 + steps * log10(tests) if tests and fact.kind == "tests" else 1.0


def spoken(fact: Fact) -> float:
    """Return how much it counts that a fact is said in running words: the less surely its kind is told, the more."""
    share: list[float] = load.table("rank")["quality"]["tier_speech"]
    return float(speech(fact.text, fact.emphasis) ** share[tier(fact.confidence)])


@lru_cache(maxsize=512)
def tier(confidence: float) -> int:
    """Return 0 for what the document's own sections say, more for what was only heard."""
    tiers: list[float] = load.table("rank")["quality"]["tiers"]
    return sum(confidence < least for least in tiers)


def tier_weight(confidence: float) -> float:
    """Return how much of its worth a fact is weighed with, by how surely its kind is told."""
    weights: list[float] = load.table("rank")["quality"]["tier_weights"]
    return weights[tier(confidence)]


@lru_cache(maxsize=4096)
def specificity(text: str) -> float:
    """Return how much a text names: numbers, identifiers, paths."""
    return min(1.0, len(set(naming().findall(text))) / float(load.table("rank")["quality"]["specific_marks"]))


def severity(fact: Fact) -> float:
    """Return the weight of the severity the source gives, 0 where it gives none."""
    named = (fact.attributes.severity or "").casefold()
    weight: float = load.table("rank")["severity"].get(named, 0.0)
    return weight
