"""What stands behind an entry, in the one word a reader needs."""

from batonpass.model.proof import Item, Proof
from batonpass.model.source import Span
from batonpass.tables import load

CLAIM = "unconfirmed"  # an agent said it, no evidence shows it
GUESS = "a guess"
WORDS = {"derived": "from evidence", "asserted": CLAIM, "user": "said by the user", "verbatim": ""}


def behind(proof: Proof | None, pointer: str) -> Item | None:
    """Return what stands behind an entry; behind an object, what stands behind its first field."""
    if proof is None:
        return None
    found = proof.items.get(pointer)
    inner = (item for at, item in proof.items.items() if at.startswith(f"{pointer}/"))
    return found or next(inner, None)


def doubt(item: Item | None) -> str:
    """Return why a reader should check an entry before building on it, "" when there is no reason."""
    if item is None:
        return ""
    if item.basis == "asserted":
        return CLAIM
    return GUESS if item.basis == "verbatim" and item.confidence < load.limits()["views"]["guess"] else ""


def place(proof: Proof, spans: tuple[Span, ...]) -> str:
    """Return where spans stand, as editors and people spell it: `full-analysis.md:12-14`; neighbours as one."""
    told: list[tuple[str, int, int]] = []
    for span in spans:
        name = _source(proof, span)
        if told and told[-1][0] == name and told[-1][1] <= span.first <= told[-1][2] + 1:
            told[-1] = (name, told[-1][1], max(told[-1][2], span.last))
        else:
            told.append((name, span.first, span.last))
    return ", ".join(
        f"{name}:{first}-{last}" if last > first else f"{name}:{first}" for name, first, last in told
    )


def _source(proof: Proof, span: Span) -> str:
    """Return the name a person gave the source; where two share it, the name of its copy."""
    entry = next((s for s in proof.sources if s.digest == span.source), None)
    if entry is None:
        return span.source[:12]
    shared = sum(s.name == entry.name for s in proof.sources) > 1
    return entry.stored if shared else entry.name
