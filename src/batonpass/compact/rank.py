"""What a fact is worth in its slot."""

from batonpass.compact.same import marks
from batonpass.model.fact import Fact
from batonpass.tables import load


def quality(fact: Fact, position: float) -> float:
    """Return how much a fact is worth beside others of its kind; `position` is 0 at its source's start."""
    weights: dict[str, float] = load.table("rank")["quality"]
    return fact.confidence * (
        1.0
        + weights["specificity"] * specificity(fact.text)
        + weights["emphasis"] * max(fact.emphasis, severity(fact))
        + weights["position"] * (1.0 - position)
    )


def specificity(text: str) -> float:
    """Return how much a text names: numbers, identifiers, paths."""
    return min(1.0, len(marks(text)) / float(load.table("rank")["quality"]["specific_marks"]))


def severity(fact: Fact) -> float:
    """Return the weight of the severity the source gives, 0 where it gives none."""
    named = (fact.attributes.severity or "").casefold()
    weight: float = load.table("rank")["severity"].get(named, 0.0)
    return weight
