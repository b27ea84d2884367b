"""What the headings above a block say about it: the family of its section, and its standing."""

from typing import NamedTuple

from batonpass.extract import standing as standings
from batonpass.extract.names import BY_WORDS, NOBODY, Named, is_topic, named, of_identifier
from batonpass.extract.titles import NUMBERING, identified, split_title
from batonpass.model.fact import KINDS, Standing
from batonpass.model.source import Block
from batonpass.tables.load import table

# Under these a sub-heading that says nothing of its own is still part of the section.
FILES = frozenset(
    {"file", "file_created", "file_modified", "file_deleted", "file_renamed"}
    | {"file_create", "file_modify", "file_delete", "file_rename", "file_read", "file_mentioned", "file_test"}
)
DETAILS = frozenset(
    {"rationale", "alternatives", "mitigation", "severity", "owner", "status", "resolution", "consequences"}
)
TELLING = frozenset(KINDS) | FILES | {"alternatives"}
NOT_PASSED_ON = frozenset(
    {"overview", "context", "strategy", "goals", "plain", "metadata", "status", "remark"}
)


class Section(NamedTuple):
    """What the headings above a block say."""

    family: str
    confidence: float
    standing: Standing
    depth: int  # headings between the one that names the family and the block; 0 = directly under it
    title: str = ""  # the innermost heading
    tail: str = ""  # what the innermost heading says beyond naming its family


NOWHERE = Section("", 0.0, "current", 0)
# How sure a heading makes us, by whether it is all name or only partly.
WHOLE, PARTLY = 1.0, 0.9


class Sections:
    """The sections of one document; each path of headings is worked out once."""

    def __init__(self, blocks: tuple[Block, ...]) -> None:
        """Learn which heading is the document's title."""
        self.known: dict[tuple[str, ...], Section] = {(): NOWHERE}
        tops = [b for b in blocks if b.kind == "heading" and b.level == 1]
        self.title = tops[0].text if len(tops) == 1 else ""

    def of(self, headings: tuple[str, ...]) -> Section:
        """Return the section a path of headings leads to."""
        found = self.known.get(headings)
        if found is None:
            found = self.known[headings] = self.below(self.of(headings[:-1]), headings)
        return found

    def below(self, outer: Section, headings: tuple[str, ...]) -> Section:
        """Return the section one heading further in."""
        title = headings[-1]
        if title == self.title and len(headings) == 1:
            return of_document_title(title)
        outer = NOWHERE if headings[:-1] == (self.title,) else outer
        name = name_of_heading(title, outer)
        own = standings.of_title(title)
        standing = standings.strongest((own, outer.standing))
        if name.family:
            sure = name.share if name.share in (WHOLE, BY_WORDS) else PARTLY
            return Section(name.family, sure, standing, 0, title, name.tail)
        if outer.family in NOT_PASSED_ON or not outer.family:
            return Section("", 0.0, standing, 0, title)
        tail = NUMBERING.sub("", title, count=1)
        return Section(outer.family, outer.confidence, standing, outer.depth + 1, title, tail)


def of_document_title(title: str) -> Section:
    """Return what the title of a document says about what stands directly below it."""
    name = named(title, "heading")
    if name.share < 1.0 or name.tail:
        return Section("", 0.0, "current", 0, title)
    return Section(name.family, PARTLY, standings.of_title(title), 0, title)


def name_of_heading(title: str, outer: Section) -> Named:
    """Return what a heading names; inside a telling section a topic names nothing."""
    name = named(title, "heading")
    if outer.family in FILES and (change := named(title, "label")).family in FILES:
        return change  # below "Files changed", "Created" names what became of them
    if outer.family in TELLING and outer.family != "overview" and name.family and is_topic(title):
        return NOBODY
    if outer.family in TELLING and name.share < WHOLE and is_entry(title, outer):
        return NOBODY  # "[L-1] Verbose errors" below "Findings" is one of them
    again = bool(name.family) and name.family == outer.family
    if again and name.tail == "" and outer.depth == 0 and name.share < WHOLE:
        return NOBODY
    if not name.family and (kind := of_identifier(title)) and (not outer.family or outer.family == kind):
        found = identified(title)
        return Named(kind, 1.0, found.rest if found else split_title(title)[1])
    return name


def is_entry(title: str, outer: Section) -> bool:
    """Tell whether a heading is a numbered entry of the section around it, whatever its words would name."""
    found = identified(title)
    if (
        found is None
        or not found.rest
        or len(found.letters) > table("extract")["title"]["identifier_letters"]
    ):
        return False
    return of_identifier(title) in ("", outer.family)
