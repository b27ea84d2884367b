"""A source as the kinds see it: its units, what they claim, and whether it plans or reports."""

from functools import cached_property

from batonpass.extract.claim import Claim
from batonpass.extract.claims import Claims
from batonpass.extract.leanings import in_words
from batonpass.extract.names import named
from batonpass.extract.record import with_turn
from batonpass.extract.standing import of_status
from batonpass.extract.titles import is_wide, words
from batonpass.extract.units import FRONT_MATTER, Unit, survey
from batonpass.model.fact import Standing
from batonpass.model.source import Source
from batonpass.tables.load import words as listed


class Reading:
    """One source, surveyed once for all kinds."""

    def __init__(self, source: Source) -> None:
        """Survey the source."""
        self.source = source
        self.units: tuple[Unit, ...] = with_turn(survey(source), source)
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
        """Return the path of headings a status speaks for; () is the whole document."""
        block = unit.block
        if FRONT_MATTER in block.tags:
            return ()
        path = block.headings[:-1] if unit.via == "section" else block.headings
        return () if path == (self.top,) else path

    def dead(self, unit: Unit) -> Standing:
        """Return the standing the document's own status gives to a unit."""
        for path, standing in self.dead_paths:
            if unit.block.headings[: len(path)] == path:
                return standing
        return "current"

    @cached_property
    def plans(self) -> bool:
        """Tell whether the document plans what is to be done, rather than reporting what was."""
        return self.mood == "plan"

    @cached_property
    def reports(self) -> bool:
        """Tell whether the document reports what was done."""
        return self.mood == "report"

    @cached_property
    def mood(self) -> str:
        """Return what the document calls itself: by its heading, else its name, else its type."""
        said = (mood_of(text) for text in (self.heading, self.source.name, *self.types))
        return next((mood for mood in said if mood), "")

    @cached_property
    def hands_over(self) -> bool:
        """Tell whether the files the document lists may only be there to be known about."""
        return in_words(self.title, listed("changes")["mood"]["hands_over"])

    @property
    def title(self) -> str:
        """Return the first heading, with the file's name, which often tells more."""
        return f"{self.heading} {self.source.name}"

    @cached_property
    def top(self) -> str:
        """Return the document's own title, "" where it has none."""
        first = next((u.block for u in self.units if u.block.kind == "heading"), None)
        return first.text if first is not None and first.level == 1 else ""

    @cached_property
    def heading(self) -> str:
        """Return the first heading."""
        return next((u.block.text for u in self.units if u.block.kind == "heading"), "")

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


def mood_of(title: str) -> str:
    """Return whether a title plans or reports, by the last word that tells: "Implementation Plan" plans."""
    moods = listed("changes")["mood"]
    low = title.casefold()
    places = {name: max((last(low, word) for word in moods[name]), default=-1) for name in ("plan", "report")}
    if max(places.values()) < 0:
        return ""
    return max(places, key=lambda name: places[name])


def last(text: str, word: str) -> int:
    """Return where a word stands last in a text, -1 where it does not; wide words need no boundaries."""
    place = text.rfind(word)
    if place < 0 or is_wide(word):
        return place
    around = f" {text} "[place : place + len(word) + 2]
    whole = not (around[0].isalnum() or around[-1].isalnum())
    return place if whole else last(text[:place], word)
