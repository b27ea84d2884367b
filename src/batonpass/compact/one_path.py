"""One path, one statement: what several places say about a file becomes one fact."""

from collections.abc import Sequence

import msgspec

from batonpass.model.fact import Attributes, Fact

# The stronger word about a file wins: done before planned, made before changed before read.
STANDINGS = ("current", "planned", "superseded", "rejected", "quoted")
CHANGES = ("deleted", "renamed", "created", "modified", "planned", "read", None)
# Who knows best what became of a file: git sees the end, calls what was done on the way.
KNOWING = ("git", "tool", "shell")


def one_path(facts: Sequence[Fact]) -> tuple[Fact, ...]:
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
    agreeing = [facts[i] for i in indices if _agrees(facts[i], strongest)]
    spans = tuple(dict.fromkeys(span for fact in agreeing for span in fact.spans))
    text = max((f.text for f in agreeing), key=len)
    about = _known(strongest, [facts[i] for i in indices])
    return indices[0], msgspec.structs.replace(strongest, text=text, spans=spans, attributes=about)


def _strength(fact: Fact) -> tuple[int, int, int, int]:
    change = fact.attributes.change
    measured = fact.basis == "derived" and change not in ("read", "planned", None)
    by = fact.attributes.by or ""
    knows = KNOWING.index(by) if measured and by in KNOWING else len(KNOWING)
    return STANDINGS.index(fact.standing), not measured, knows, CHANGES.index(change)


def _agrees(fact: Fact, strongest: Fact) -> bool:
    """Tell whether a telling stands behind the statement: the same of it, or of what evidence shows a claim to it."""
    same = (fact.standing, fact.attributes.change) == (strongest.standing, strongest.attributes.change)
    return same or (
        strongest.basis == "derived"
        and fact.standing == "current"
        and fact.attributes.change not in ("read", "planned")
    )


def _known(strongest: Fact, told: Sequence[Fact]) -> Attributes:
    """Return what is known of the file: who changed it is told by the calls, not by git."""
    about = strongest.attributes
    agent = next((fact.attributes.agent for fact in told if fact.attributes.agent), None)
    return about if about.agent or not agent else msgspec.structs.replace(about, agent=agent)
