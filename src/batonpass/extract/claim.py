"""One thing a source says, before a kind makes a fact of it."""

from collections.abc import Sequence

from batonpass.extract.units import Unit
from batonpass.model.fact import Standing
from batonpass.model.source import Block, Span


class Claim:
    """What is said, where, how sure we are of its kind, and the details that stand around it."""

    __slots__ = (
        "block", "confidence", "details", "headings", "kind", "prose", "spans", "standing", "text", "title"
    )  # fmt: skip

    def __init__(self, kind: str, text: str, spans: tuple[Span, ...], block: Block) -> None:
        """Begin with what is said; the rest is filled in while the document is read on."""
        self.kind, self.text, self.spans, self.block = kind, text, spans, block
        self.confidence = 1.0
        self.standing: Standing = "current"
        self.headings: tuple[str, ...] = block.headings
        self.details: dict[str, list[Unit | str]] = {}
        self.prose = False  # only its words tell its kind
        self.title = ""  # of its entry

    @classmethod
    def of(
        cls, unit: Unit, text: str, confidence: float | None = None, spans: tuple[Span, ...] = ()
    ) -> "Claim":
        """Return what a unit claims."""
        claim = cls(unit.family, text, spans or (unit.block.span,), unit.block)
        claim.confidence = unit.confidence if confidence is None else confidence
        claim.standing = unit.standing
        if unit.block.kind == "heading":
            claim.headings = (*unit.block.headings, unit.block.text)
        return claim

    def add(self, family: str, detail: "Unit | str") -> None:
        """Add what stands below or beside it."""
        self.details.setdefault(family, []).append(detail)

    def said(self, family: str) -> list[str]:
        """Return the texts of one kind of detail."""
        return [d if isinstance(d, str) else d.text for d in self.details.get(family, ())]

    def first(self, *families: str) -> str:
        """Return the first detail of the first of these families that has one."""
        return next((text for family in families for text in self.said(family) if text), "")

    def prove(self, family: str) -> tuple[Span, ...]:
        """Return the spans of the details of one kind."""
        found: Sequence[Unit | str] = self.details.get(family, ())
        return tuple(d.block.span for d in found if not isinstance(d, str))
