"""What a walk over a Markdown document knows between two events."""

import re
from bisect import bisect_right
from itertools import takewhile
from typing import Any

from batonpass.model.source import BlockKind
from batonpass.read.apart import Form, cells
from batonpass.read.draft import Draft
from batonpass.read.inline import Inline, Passage
from batonpass.read.labels import label_of
from batonpass.read.lines import starts_of
from batonpass.read.parts import Elements, Part

Titles = tuple[tuple[int, str], ...]
AFTER = b" \t\r\n>"  # what stands between a text and the next block: line ends, indentation, quote marks
SAYS = re.compile(rb"[^\W_]|[\x80-\xff]")


class Item:
    """A list item under way: its block is written once its own text has ended."""

    __slots__ = ("checked", "index", "start", "waiting")

    def __init__(self, start: int, index: int) -> None:
        """Remember where it starts; until it has a block of its own, the one around it counts."""
        self.start, self.index = start, index
        self.checked: bool | None = None
        self.waiting = True


class Walk:
    """Where the walk stands: titles, elements, items and quotes around it, and the text gathered so far."""

    def __init__(self, draft: Draft) -> None:
        """Stand before the first event."""
        self.draft = draft
        self.inline = Inline()
        self.titles: Titles = ()
        self.headings: tuple[str, ...] = ()
        self.outside: list[Titles] = []  # titles as they were before each element
        self.elements: Elements = ()
        self.tags: tuple[str, ...] = ()
        self.items: list[Item] = []
        self.quotes: list[str] = []  # what each admonition calls itself, "" for a plain quote
        self.first, self.data, self.table = 1, b"", starts_of(b"")
        self.begin = 0  # first byte of the block under way
        self.behind = 0  # one past the last byte of the block that ended last
        self.detail: Any = None  # what the parser says about it
        self.header: tuple[str, ...] = ()
        self.cells: list[str] = []
        self.bold_cells = False

    def enter(self, part: Part) -> None:
        """Stand at the beginning of a part; titles inside of an element do not reach beyond it."""
        pairs = zip(self.elements, part.elements, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        for _ in self.elements[same:]:
            self.titles = self.outside.pop()
        self.outside += [self.titles] * len(part.elements[same:])
        self.headings = tuple(title for _, title in self.titles)
        self.elements, self.tags = part.elements, tuple(name for name, _ in part.elements)
        self.first, self.data = part.first, part.text.encode()
        self.table = starts_of(self.data)

    def line(self, offset: int) -> int:
        """Return the source's line of a byte of this part."""
        return self.first + bisect_right(self.table, offset, 0, len(self.table) - 1) - 1

    def reach(self, begin: int, end: int) -> tuple[int, int]:
        """Return the lines of a text, in a range that may go on to the next block."""
        used = len(self.data[begin:end].rstrip(AFTER))
        return self.line(begin), self.line(begin + max(used - 1, 0))

    def taken(self) -> Inline:
        """Return the inline text gathered so far, and start afresh."""
        inline, self.inline = self.inline, Inline()
        return inline

    def around(self) -> dict[str, Any]:
        """Return what a block here takes from its surroundings."""
        parent = self.items[-1].index if self.items else -1
        return {"headings": self.headings, "parent": parent, "tags": self.tags, "quoted": bool(self.quotes)}

    def title(self, level: int, text: str, lines: tuple[int, int]) -> None:
        """Write down a heading; inside of a quote or an item it heads nothing beyond it."""
        above = tuple(t for t in self.titles if t[0] < level)
        fields = self.around() | {"headings": tuple(title for _, title in above), "level": level}
        self.draft.say("heading", text, lines, **fields)
        if not self.items and not self.quotes:
            self.titles = (*above, (level, text))
            self.headings = (*fields["headings"], text)

    def say(self, inline: Inline, lines: tuple[int, int], item: Item | None = None) -> None:
        """Write down running text: one block, or several where its lines stand for themselves."""
        passages = [p for p in inline.passages() if p.text]
        begins = [lines[0], *(self.line(p.start) for p in passages[1:])]
        ends = [*(self.last_before(p.start) for p in passages[1:]), lines[1]]
        for passage, first, last in zip(passages, begins, ends, strict=False):
            reach = (first, max(first, last))
            fields = self.around() | {"strong": inline.strong}
            if item:
                fields |= {"level": len(self.items), "checked": item.checked}
                item.index = self.draft.say("item", passage.text, reach, passage.lead, **fields)
            elif passage.form == "row":
                self.row(cells(passage.text), reach, fields)
            else:
                fields |= self.own(passage)
                self.draft.say(self.kind(passage.form), passage.text, reach, passage.lead, **fields)
            item = None

    def last_before(self, offset: int) -> int:
        """Return the last line of what stands before a place: its own where that is in the middle of it."""
        line = self.line(offset)
        begin = self.table[line - self.first]
        return line if SAYS.search(self.data, begin, offset) else line - 1

    def row(self, found: tuple[str, ...], lines: tuple[int, int], fields: dict[str, Any]) -> None:
        """Write down a row, below the header of the last table where it fits."""
        header = self.header if len(self.header) == len(found) else ()
        self.draft.add("row", " | ".join(found), *lines, **fields, header=header, cells=found)

    def own(self, passage: Passage) -> dict[str, Any]:
        """Return what a text has by standing here: an item's depth, an admonition's name as its label."""
        if passage.form == "item":
            return {"level": len(self.items) + 1}
        named = self.quotes and self.quotes[-1] and not label_of(passage.text, passage.lead)[0]
        return {"label": self.quotes[-1], "rest": passage.text} if named else {}

    def kind(self, form: Form = "text") -> BlockKind:
        """Return what running text is here."""
        if form == "item":
            return "item"
        return "tag" if self.tags and not self.items and not self.quotes else "paragraph"

    def settle(self, offset: int) -> None:
        """Write down a tight item's text, which the parser puts into no paragraph, up to here."""
        item = self.items[-1] if self.items else None
        if not item:
            return
        own, item.waiting = item.waiting, False
        if self.inline.parts:
            blank = len(self.data[self.behind : offset]) - len(self.data[self.behind : offset].lstrip(AFTER))
            begin = item.start if own else self.behind + blank
            self.say(self.taken(), self.reach(begin, offset), item if own else None)
