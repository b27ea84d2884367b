"""Claims to facts: the text cleaned, the basis and the emphasis settled."""

import re
from typing import Any

from batonpass.extract.claim import Claim
from batonpass.extract.marks import emphasis, severity_in, severity_of
from batonpass.extract.names import named
from batonpass.extract.nothing import says_nothing
from batonpass.model.fact import CHECKABLE, Attributes, Basis, Fact, Kind
from batonpass.model.source import Span

# Marks in front of a text that say nothing themselves.
NO_KIND = frozenset({"", "severity", "next_step"})  # "Blockers" is a kind, "Critical" a severity
LEADING = re.compile(r"^[\s\-–—•*·✅✓✔☑❌✗✘⚠️️❗🔴🟠🟡🟢🔵⚪🚨🔹🔸👉➡→▶📌🔑💡🎯🚀⭐★☆✨🔧📝📋🛑⛔:：|]+(?=\S)")
QUOTES = {'"': '"', "“": "”", "'": "'", "«": "»", "「": "」", "『": "』", "‘": "’"}


def fact(kind: Kind, claim: Claim, text: str = "", spans: tuple[Span, ...] = (), **about: Any) -> Fact | None:
    """Return a claim as a fact, None where nothing is left to say."""
    said = clean(text or claim.text)
    if not any(c.isalnum() for c in said) or says_nothing(said):
        return None
    severity = about.get("severity") or ""
    return Fact(
        kind,
        said,
        tuple(dict.fromkeys((*claim.spans, *spans))),
        basis_of(kind),
        claim.standing,
        Attributes(**{name: value for name, value in about.items() if value not in ("", ())}),
        round(claim.confidence, 3),
        emphasis(claim.block, said, severity),
    )


def basis_of(kind: Kind) -> Basis:
    """Return what a document's word is worth for a kind."""
    if kind == "instruction":
        return "user"
    return "asserted" if kind in CHECKABLE else "verbatim"


def clean(text: str) -> str:
    """Return a text without leading marks and without quotes around all of it."""
    said = LEADING.sub("", text.strip()).replace("~~", "").strip()
    if len(said) > 1 and QUOTES.get(said[0]) == said[-1] and said[-1] not in said[1:-1]:
        said = said[1:-1].strip()
    return said


def severity_for(claim: Claim) -> str:
    """Return how severe a claim is said to be: by a column or label, a mark, or the group it stands in."""
    for given in claim.said("severity"):
        if level := severity_of(given) or severity_in(given):
            return level
    if level := severity_in(claim.block.text) or severity_of(claim.block.label):
        return level
    groups = (title for title in reversed(claim.headings) if named(title, "heading").family in NO_KIND)
    return next((level for title in groups if (level := severity_of(title))), "")


def is_weighed(claim: Claim) -> bool:
    """Tell whether a finding says how bad it is: what an audit finds is a risk."""
    return not claim.prose and severity_for(claim) != ""
