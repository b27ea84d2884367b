"""Plain text into blocks: paragraphs, items and headings as people type them without any format."""

import re
from typing import Any

from batonpass.model.source import BlockKind
from batonpass.read.apart import cuts
from batonpass.read.draft import Draft
from batonpass.read.labels import label_of
from batonpass.tables.load import words

SHAPE = words("reading")["prose"]
ITEM = re.compile(r"([ \t]*)(?:[-*+•◦▪‣–]|\(?\d{1,3}[.)]|[a-z]\))[ \t]+(?=\S)(?:\[([ xX])\][ \t]+)?")
RULE = re.compile(r"([=\-~*_#^+])\1{2,}")
QUOTE = re.compile(r"[ \t]*>[ \t]?")
HASHES = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t]*#*")
KEYED = re.compile(r"# (\S.*?)\s*")  # `# Status: done`, as tools write above a text
UNDERLINED = {"=": 1, "#": 1, "-": 2}  # any other sign: the level below
CAPITALS = 2
TITLED = 3


class Prose:
    """Reads lines one by one; what is under way is written down when the next thing begins."""

    def __init__(self, draft: Draft, headings: tuple[str, ...] = (), tags: tuple[str, ...] = ()) -> None:
        """Write into `draft`, below these headings."""
        self.draft, self.tags, self.above = draft, tags, headings
        self.titles: tuple[tuple[int, str], ...] = ()
        self.headings = headings
        self.held: list[tuple[int, str]] = []  # the lines under way
        self.items: list[tuple[int, int]] = []  # items around it: (indentation, index of the block)
        self.item: re.Match[str] | None = None  # how the item under way began
        self.indent = 0
        self.quoted = False
        self.last = 0

    def read(self, first: int, last: int) -> None:
        """Write down the blocks of these lines."""
        self.last = last
        for number in range(first, last + 1):
            self.line(number, self.draft.lines.text(number))
        self.flush()

    def line(self, number: int, raw: str) -> None:
        """Take one line."""
        quote = QUOTE.match(raw)
        if bool(quote) != self.quoted:
            self.flush()
            self.quoted = bool(quote)
        raw = raw[quote.end() :] if quote else raw
        text = raw.strip()
        item = ITEM.match(raw)
        if not text:
            self.flush()
        elif RULE.fullmatch(text):
            self.underline(number, text[0])
        elif (key := KEYED.fullmatch(raw)) and label_of(key[1])[1]:
            self.flush()
            self.write("paragraph", [(number, key[1])])
        elif item and not self.title(number, raw, text):
            self.begin_item(number, item, raw[item.end() :].strip())
        elif not item and not self.title(number, raw, text):
            self.go_on(number, raw, text)

    def begin_item(self, number: int, item: re.Match[str], text: str) -> None:
        """Begin an item; what is further to the right stands inside of it."""
        self.flush()
        self.leave(len(item[1]))
        self.item, self.held = item, [(number, text)]

    def go_on(self, number: int, raw: str, text: str) -> None:
        """Go on with what is under way, or begin a paragraph."""
        indent = len(raw) - len(raw.lstrip())
        if self.item and indent <= len(self.item[1]) and not text[0].islower():
            self.flush()
        if not self.held:
            self.leave(indent)
        self.held.append((number, text))

    def leave(self, indent: int) -> None:
        """Leave the items that do not reach this far to the right."""
        while self.items and self.items[-1][0] >= indent:
            self.items.pop()

    def title(self, number: int, raw: str, text: str) -> bool:
        """Write down a heading if this line is one."""
        following = self.draft.lines.text(number + 1) if number < self.last else ""
        level, title = _title(raw, text, following, begins=not self.held or bool(self.item))
        if level:
            self.flush()
            self.head(level, title, number, number)
        return bool(level)

    def underline(self, number: int, sign: str) -> None:
        """Take a line of signs: it makes one line above it a heading, else it only separates."""
        if len(self.held) == 1 and not self.item:
            ((above, text),) = self.held
            self.held = []
            self.head(UNDERLINED.get(sign, TITLED), text, above, number)
        else:
            self.flush()

    def head(self, level: int, text: str, first: int, last: int) -> None:
        """Write down a heading."""
        self.items.clear()
        above = tuple(t for t in self.titles if t[0] < level)
        path = (*self.above, *(title for _, title in above))
        self.draft.say("heading", text, (first, last), level=level, **self.around() | {"headings": path})
        self.titles = (*above, (level, text))
        self.headings = (*path, text)

    def around(self) -> dict[str, Any]:
        """Return what a block here takes from its surroundings."""
        parent = self.items[-1][1] if self.items else -1
        return {"headings": self.headings, "parent": parent, "tags": self.tags, "quoted": self.quoted}

    def flush(self) -> None:
        """Write down what is under way."""
        held, item = self.held, self.item
        self.held, self.item = [], None
        if held and item:
            box = item[2]
            index = self.write("item", held, level=len(self.items) + 1, checked=box and box != " ")
            self.items.append((len(item[1]), index))
        elif held:
            texts = [text for _, text in held]
            where, form = cuts(texts, [""] * len(texts))
            where = tuple(range(len(texts))) if len(texts) > SHAPE["paragraph_lines"] else where
            for begin, end in zip(where, [*where[1:], len(held)], strict=True):
                level = len(self.items) + 1 if form == "item" else 0
                self.write("item" if form == "item" else "paragraph", held[begin:end], level=level)

    def write(self, kind: BlockKind, held: list[tuple[int, str]], **fields: Any) -> int:
        """Write down some lines as one block."""
        text = " ".join(text for _, text in held)
        return self.draft.say(kind, text, (held[0][0], held[-1][0]), **self.around() | fields)


def _title(raw: str, text: str, following: str, *, begins: bool) -> tuple[int, str]:
    """Return (level, title) of a line that is a heading on its own, else (0, "")."""
    at_margin = raw[0] not in " \t" and len(text.split()) <= SHAPE["heading_words"]
    if not at_margin or RULE.fullmatch(following.strip()):
        return 0, ""
    hashes = HASHES.fullmatch(text)
    if begins and hashes and (not following.strip() or hashes[2].endswith(":")):
        return len(hashes[1]), hashes[2].rstrip(":")
    if begins and not following.strip() and text.isupper() and text[-1] not in ".!?;,:":
        return CAPITALS, text
    opens = following[:1] in (" ", "\t") or ITEM.match(following) or (begins and not following.strip())
    if opens and text.endswith((":", "：")) and label_of(text) == (text[:-1].strip(), ""):
        return TITLED, text[:-1].strip()
    return 0, ""
