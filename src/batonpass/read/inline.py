"""The inline events of one paragraph, heading or cell, gathered into plain text."""

import re
from typing import NamedTuple

from batonpass.read.apart import Form, cuts, is_row, separated, trimmed
from batonpass.read.labels import label_of
from batonpass.tables.load import words

HTML = frozenset(words("reading")["elements"]["html"])
TAG = re.compile(r"</?([A-Za-z][\w:.-]*)[^>]*>")
SPOKEN = {"code": "`"} | dict.fromkeys(
    ("br", "li", "p", "div", "td", "tr"), " "
)  # the rest sets no words apart


class Passage(NamedTuple):
    """One block's worth of a paragraph."""

    text: str
    lead: str  # the bold text it begins with
    start: int  # byte it starts at, -1 for the beginning of the paragraph
    form: Form  # a text, or what Markdown does not know: a line with a bullet, a row without a header


class Inline:
    """Text without emphasis marks and link targets; remembers line breaks and bold beginnings."""

    __slots__ = ("_breaks", "_leads", "_marks", "_opened", "parts", "strong")

    def __init__(self) -> None:
        """Start with nothing."""
        self.parts: list[str] = []
        self.strong = False
        self._breaks: list[tuple[int, int]] = []  # (part that begins a line, its byte)
        self._leads: dict[int, str] = {}  # part that begins a line → bold text there
        self._opened = -1
        self._marks: list[str] = []

    def _line(self) -> int:
        return self._breaks[-1][0] if self._breaks else 0

    def open(self, offset: int, *, strong: bool, literal: str = "") -> None:
        """Begin bold or italic text: a label, where it begins a line; `literal` marks are text after all."""
        self._marks.append(literal)
        if literal:
            self.parts.append(literal)
            return
        self.strong = self.strong or strong
        line = self._line()
        if line in self._leads and separated(self.parts[-1]):
            self._break(offset)
            line = len(self.parts)
        if self._opened < 0 and line not in self._leads and not _said(self.parts[line:]):
            self._opened = len(self.parts)

    def close(self) -> None:
        """End bold or italic text."""
        literal = self._marks.pop()
        if literal:
            self.parts.append(literal)
        elif self._opened >= 0:
            self._leads[self._line()] = "".join(self.parts[self._opened :])
            self._opened = -1

    def new_line(self, offset: int) -> None:
        """Take a line break, soft or hard, as one space."""
        self.parts.append(" ")
        if self._opened < 0:
            self._break(offset)

    def _break(self, offset: int) -> None:
        self._breaks.append((len(self.parts), offset))

    def code(self, value: str) -> None:
        """Take a code span, backticks kept."""
        marks = "``" if "`" in value else "`"
        self.parts.append(f"{marks}{value}{marks}")

    def html(self, value: str) -> None:
        """Take an inline tag: layout is dropped, `List<String>` is text."""
        tag = TAG.fullmatch(value)
        if tag and tag[1] in HTML:
            self.parts.append(SPOKEN.get(tag[1], ""))
        elif tag:
            self.parts.append(value)
        elif self.parts:  # a comment, with blanks on both sides
            self.parts[-1] = self.parts[-1].rstrip(" ") if value.startswith("<!--") else self.parts[-1]

    def whole(self) -> str:
        """Return all of it as one text."""
        return self.parts[0].strip() if len(self.parts) == 1 else "".join(self.parts).strip()

    def lead(self) -> str:
        """Return the bold text it begins with."""
        return self._leads.get(0, "")

    def is_speech(self) -> bool:
        """Tell text that was underlined by mistake: several lines, or a label with what it says."""
        return bool(self._breaks) or bool(self.lead() and label_of(self.whole(), self.lead())[1])

    def passages(self) -> list[Passage]:
        """Return the texts it consists of: one, unless its lines stand for themselves."""
        whole = self.whole()
        if not self._breaks:
            return [Passage(whole, self.lead(), -1, "row" if is_row(whole) else "text")]
        begins = [0, *(part for part, _ in self._breaks)]
        texts = ["".join(self.parts[a:b]) for a, b in zip(begins, [*begins[1:], None], strict=True)]
        where, form = cuts([t.strip() for t in texts], [self._leads.get(b, "") for b in begins])
        if where == (0,):
            return [Passage(whole, self.lead(), -1, form)]
        offsets = [-1, *(offset for _, offset in self._breaks)]
        return [
            Passage(_cut("".join(texts[a:b]), form), self._leads.get(begins[a], ""), offsets[a], form)
            for a, b in zip(where, [*where[1:], None], strict=True)
        ]


def _cut(text: str, form: Form) -> str:
    """Return one piece of a paragraph, without the sign that set it apart from the next on the same line."""
    return text.strip() if form == "row" else trimmed(text.strip())


def _said(parts: list[str]) -> bool:
    """Tell whether a line has begun to say something; a tick or a coloured dot says nothing yet."""
    return any(c.isalnum() for part in parts for c in part)
