"""Blocks with what governs them: the family their label, column, lead, list or section gives them."""

from typing import Literal, NamedTuple

from batonpass.extract import standing as standings
from batonpass.extract.names import NOBODY, Named, is_topic, named, of_identifier, refers_to_document
from batonpass.extract.sections import DETAILS, FILES, TELLING, Section, Sections
from batonpass.extract.sentences import one_line
from batonpass.extract.titles import words
from batonpass.model.fact import Standing
from batonpass.model.source import Block, Source
from batonpass.tables.load import table

Via = Literal["section", "label", "lead", "tag", ""]
FRONT_MATTER = "front-matter"
# A lead longer than this is a sentence with a colon, not the name of the list below it.
LONGEST_LEAD = 90
NEXT_LINE = 2  # one blank line may stand between a lead and its list, and between the items


class Unit(NamedTuple):
    """One block and what is known about it from its surroundings."""

    at: int  # its place among the blocks
    block: Block
    family: str
    via: Via
    confidence: float
    standing: Standing
    section: Section
    text: str  # what it says, without a label that only names the family
    label: Named = NOBODY  # what its own label names
    leads: bool = False  # it names or introduces the list below it


class Lead(NamedTuple):
    """What a line in front of a list says about the list."""

    family: str
    standing: Standing
    headings: tuple[str, ...]
    last: int  # line its list has come to
    form: str = ""  # of the blocks it governs: items, rows or code


NO_LEAD = Lead("", "current", (), 0)


class Survey:
    """One walk over the blocks of a source, in order."""

    def __init__(self, source: Source) -> None:
        """Prepare the walk."""
        self.source = source
        self.sections = Sections(source.blocks)
        self.struck = b"~~" in source.data or b"<del>" in source.data or b"<s>" in source.data
        self.units: list[Unit] = []
        self.lead = NO_LEAD
        self.sure: dict[str, float] = table("extract")["confidence"]

    def walk(self) -> tuple[Unit, ...]:
        """Return a unit for every block."""
        for index, block in enumerate(self.source.blocks):
            if block.kind == "heading":
                self.units.append(self.heading(index, block))
                self.lead = NO_LEAD
            else:
                self.units.append(self.unit(index, block))
        return tuple(self.units)

    def heading(self, index: int, block: Block) -> Unit:
        """Return a heading's unit: what the section below it is about."""
        section = self.sections.of((*block.headings, block.text))
        return Unit(
            index, block, section.family, "section", section.confidence, section.standing, section, block.text
        )

    def unit(self, index: int, block: Block) -> Unit:
        """Return any other block's unit; a line that introduces a list governs the list."""
        section = self.sections.of(block.headings)
        own = self.name_of(block)
        family, via, sure, standing = self.governing(block, section)
        text = block.text
        if own.family and not self.is_topic_here(block.label, own, family, block.kind):
            standing = standings.strongest((standing, standings.of_title(block.label)))
            if own.family not in ("plain", "remark"):
                told = self.sure["label"]
                sure = max(told, sure) if own.family == family else told
                family, via, text = own.family, "label", block.rest
        else:
            if block.label:
                standing = standings.strongest((standing, standings.of_title(block.label)))
            own = NOBODY
        standing = standings.strongest(
            (standing, standings.of_block(block, self.source, struck_anywhere=self.struck))
        )
        unit = Unit(
            index, block, family, via, sure, standing, section, one_line(text), own, is_lead(block, text)
        )
        self.remember(unit)
        return unit

    def name_of(self, block: Block) -> Named:
        """Return what a block's label names: a family, or the kind its identifier stands for."""
        if not block.label:
            return NOBODY
        name = named(block.label, "label")
        if name.family:
            return name
        kind = "" if refers_to_document(block.label) else of_identifier(block.label)
        return Named(kind, 0.5) if kind else NOBODY

    def is_topic_here(self, label: str, own: Named, family: str, kind: str) -> bool:
        """Tell whether a label only says what an entry of a telling list or section is about."""
        if family not in TELLING or kind == "field":
            return False
        if own.family in DETAILS:
            return kind == "item" and own.share < 1.0 and own.family not in ("alternatives", "rationale")
        if own.family in FILES and family in FILES:
            return False
        return own.family != family and (is_topic(label) or own.share < 1.0 or family == "silent")

    def governing(self, block: Block, section: Section) -> tuple[str, Via, float, Standing]:
        """Return what governs a block from outside: the item above it, the lead, a tag, the section."""
        if block.parent >= 0 and (parent := self.units[block.parent]).family:
            if parent.leads or parent.via == "label":
                return parent.family, "lead", self.sure["lead"], parent.standing
            return parent.family, parent.via, parent.confidence, parent.standing
        if self.is_led(block):
            standing = standings.strongest((self.lead.standing, section.standing))
            return self.lead.family, "lead", self.sure["lead"], standing
        if block.tags and block.tags[-1] != FRONT_MATTER and section.family not in TELLING:
            tag = named(block.tags[-1], "tag")
            if tag.family:
                return tag.family, "tag", self.sure["label"], section.standing
        return section.family, "section" if section.family else "", section.confidence, section.standing

    def is_led(self, block: Block) -> bool:
        """Tell whether a block belongs to the list the last lead introduced: the next one, and no further."""
        lead = self.lead
        if not lead.family or block.kind not in ("item", "row", "code") or lead.headings != block.headings:
            return False
        follows = block.span.first - lead.last <= NEXT_LINE and lead.form in ("", block.kind)
        self.lead = lead._replace(last=block.span.last, form=block.kind) if follows else NO_LEAD
        return follows

    def remember(self, unit: Unit) -> None:
        """Keep what a line says about the list below it, until something else begins."""
        block = unit.block
        if block.kind in ("row", "code") or (block.kind == "item" and not unit.leads):
            return
        if not unit.leads or block.parent >= 0:
            self.lead = NO_LEAD if block.kind == "paragraph" and block.parent < 0 else self.lead
            return
        family = unit.family if unit.via == "label" else lead_family(block, unit)
        self.lead = Lead(family, unit.standing, block.headings, block.span.last) if family else NO_LEAD


def is_lead(block: Block, text: str) -> bool:
    """Tell whether a block introduces what stands below it."""
    if block.kind not in ("paragraph", "item", "tag"):
        return False
    if block.label and not block.rest:
        return True
    bare = text.rstrip()
    if bare.endswith((":", "：")):
        return True
    alone = block.kind == "paragraph" and block.strong and (not block.label or len(words(text)) <= 1)
    return alone and len(bare) < LONGEST_LEAD // 2 and bare[-1:].isalnum()


def lead_family(block: Block, unit: Unit) -> str:
    """Return the family a lead-in line names: all of it, or the last words before its colon."""
    text = (block.label or block.text).rstrip(" :：")
    if len(text) > LONGEST_LEAD:
        return ""
    name = named(text, "label")
    if name.family in ("plain", "remark", "metadata", "topic"):
        return ""
    return name.family or unit.family


def survey(source: Source) -> tuple[Unit, ...]:
    """Return the units of a source."""
    return Survey(source).walk()
