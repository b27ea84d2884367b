"""A source as the kinds see it: its units, what they claim, and whether it plans or reports."""

from functools import cached_property

from batonpass.extract.claim import Claim
from batonpass.extract.claims import Claims
from batonpass.extract.leanings import in_words
from batonpass.extract.names import named
from batonpass.extract.standing import of_status
from batonpass.extract.titles import words
from batonpass.extract.units import FRONT_MATTER, Unit, survey
from batonpass.model.fact import Standing
from batonpass.model.source import Source
from batonpass.tables.load import words as listed

# A status further down speaks of its own section; one among the first blocks, of the document.
TOP_BLOCKS = 12


class Reading:
    """One source, surveyed once for all kinds."""

    def __init__(self, source: Source) -> None:
        """Survey the source."""
        self.source = source
        self.units: tuple[Unit, ...] = survey(source)
        walked = Claims(self.units).walk()
        self.loose = walked.loose
        self.claims: dict[str, list[Claim]] = {}
        for claim in walked.found:
            self.claims.setdefault(claim.kind, []).append(claim)
        for path, standing in self.dead_paths:
            self.bury(path, standing)

    def of(self, kind: str) -> list[Claim]:
        """Return the claims of one kind, in document order."""
        return self.claims.get(kind, [])

    def bury(self, path: tuple[str, ...], standing: Standing) -> None:
        """Give everything below a path the standing its status says."""
        for claims in self.claims.values():
            for claim in claims:
                if claim.headings[: len(path)] == path and claim.standing == "current":
                    claim.standing = standing

    @cached_property
    def dead_paths(self) -> tuple[tuple[tuple[str, ...], Standing], ...]:
        """Return which parts of the document are superseded or rejected, by their own status."""
        found = []
        for unit in self.units:
            if unit.family == "status" and unit.block.kind not in ("heading", "row") and unit.text:
                standing = of_status(unit.text)
                if standing != "current":
                    found.append((self.governed_by(unit), standing))
        return tuple(found)

    def governed_by(self, unit: Unit) -> tuple[str, ...]:
        """Return the path of headings a status speaks for."""
        block = unit.block
        if FRONT_MATTER in block.tags or unit.at < TOP_BLOCKS:
            return ()
        if unit.via == "section":  # its own "Status" heading
            return block.headings[:-1]
        return block.headings

    def dead(self, unit: Unit) -> Standing:
        """Return the standing the document's own status gives to a unit."""
        for path, standing in self.dead_paths:
            if unit.block.headings[: len(path)] == path:
                return standing
        return "current"

    @cached_property
    def plans(self) -> bool:
        """Tell whether the document plans what is to be done, rather than reporting what was."""
        moods = listed("changes")["mood"]
        text = " ".join([self.title, *self.types])
        return in_words(text, moods["plan"]) and not in_words(text, moods["report"])

    @cached_property
    def reports(self) -> bool:
        """Tell whether the document reports what was done."""
        return in_words(" ".join([self.title, *self.types]), listed("changes")["mood"]["report"])

    @cached_property
    def hands_over(self) -> bool:
        """Tell whether the files the document lists may only be there to be known about."""
        return in_words(self.title, listed("changes")["mood"]["hands_over"])

    @property
    def title(self) -> str:
        """Return the first heading, with the file's name, which often tells more."""
        first = next((u.block.text for u in self.units if u.block.kind == "heading"), "")
        return f"{first} {self.source.name}"

    @property
    def types(self) -> list[str]:
        """Return what the front matter calls the document."""
        return [
            u.block.text
            for u in self.units[:60]
            if u.block.kind == "field" and words(u.block.label) == ("type",)
        ]

    def names(self, text: str) -> str:
        """Return the family a short text names, as a label would."""
        return named(text, "label").family
