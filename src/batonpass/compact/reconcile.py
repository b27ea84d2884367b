"""One path, one statement: what several places say about a file becomes one fact."""

from collections.abc import Sequence

import msgspec

from batonpass.model.fact import Fact

# The stronger word about a file wins: done before planned, made before changed before read.
STANDINGS = ("current", "planned", "superseded", "rejected", "quoted")
CHANGES = ("deleted", "renamed", "created", "modified", "planned", "read", None)


def reconcile(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return the facts with every path said once, at its first place, with the spans of all that agree."""
    said: dict[str, list[int]] = {}
    for index, fact in enumerate(facts):
        if fact.kind == "file" and fact.attributes.path and not _is_reading(fact):
            said.setdefault(fact.attributes.path, []).append(index)
    merged = dict(_merge(facts, indices) for indices in said.values() if len(indices) > 1)
    dropped = {i for indices in said.values() for i in indices[1:]}
    return tuple(merged.get(i, fact) for i, fact in enumerate(facts) if i not in dropped)


def _is_reading(fact: Fact) -> bool:
    return fact.attributes.change == "read" and fact.standing == "planned"


def _merge(facts: Sequence[Fact], indices: list[int]) -> tuple[int, Fact]:
    strongest = min((facts[i] for i in indices), key=_strength)
    agreeing = [facts[i] for i in indices if _strength(facts[i]) == _strength(strongest)]
    spans = tuple(dict.fromkeys(span for fact in agreeing for span in fact.spans))
    text = max((f.text for f in agreeing), key=len)
    return indices[0], msgspec.structs.replace(strongest, text=text, spans=spans)


def _strength(fact: Fact) -> tuple[int, int]:
    return STANDINGS.index(fact.standing), CHANGES.index(fact.attributes.change)
