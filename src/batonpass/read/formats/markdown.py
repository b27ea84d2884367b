"""Markdown into blocks: one small function for each event of the parser that means something."""

import re
from collections.abc import Callable, Iterable, Mapping
from html import unescape
from typing import Any

from pyromark import Markdown, Options

from batonpass.read.draft import Draft
from batonpass.read.front import front_matter
from batonpass.read.lines import Lines
from batonpass.read.parts import parts_of
from batonpass.read.walk import Item, Walk

PARSER = Markdown(
    options=Options.ENABLE_TABLES
    | Options.ENABLE_TASKLISTS
    | Options.ENABLE_STRIKETHROUGH
    | Options.ENABLE_GFM  # `> [!WARNING]` and its four siblings
)
HTML = re.compile(r"<!--.*?(?:-->|$)|<(script|style)\b.*?(?:</\1>|$)|<[^<>]*>", re.DOTALL | re.IGNORECASE)


BEFORE_NAME = re.compile(rb"[A-Za-z0-9_/]")
IN_NAME = re.compile(rb"[A-Za-z0-9_/]|\.[A-Za-z0-9]")
DUNDER = re.compile(rb"[a-z][a-z0-9_]*")
Place = Mapping[str, int]  # start and end, in bytes


def blocks(lines: Lines) -> Draft:
    """Return the blocks of a Markdown document, front matter first."""
    draft = Draft(lines)
    walk = Walk(draft)
    for part in parts_of(lines, front_matter(draft)):
        walk.enter(part)
        through(walk, PARSER.events_with_range(part.text, merge_text=True))
    return draft


def through(walk: Walk, events: Iterable[tuple[Any, Any]]) -> None:
    """Follow the events of one part. An event is a name or `{name: value}`, a place `{start, end}` in bytes."""
    for event, place in events:
        name: str
        value: Any
        name, value = (event, None) if event.__class__ is str else next(iter(event.items()))
        if name == "Text":
            walk.inline.parts.append(value)
        elif name in EVENTS:
            EVENTS[name](walk, value, place)


def start(walk: Walk, value: Any, place: Place) -> None:
    """Begin a block or a stretch of inline text."""
    kind, detail = (value, None) if value.__class__ is str else next(iter(value.items()))
    if kind in STARTS:
        STARTS[kind](walk, place, detail)


def end(walk: Walk, value: Any, place: Place) -> None:
    """End it."""
    kind = value if value.__class__ is str else next(iter(value))
    if kind in ENDS:
        ENDS[kind](walk, place["end"])


def start_paragraph(walk: Walk, place: Place, _: Any) -> None:
    """Note where it begins; an item's first paragraph is the item's own text."""
    walk.begin = walk.items[-1].start if walk.items and walk.items[-1].waiting else place["start"]


def end_paragraph(walk: Walk, offset: int) -> None:
    """Write down a paragraph, or the item whose first paragraph it is."""
    item = walk.items[-1] if walk.items and walk.items[-1].waiting else None
    if item:
        item.waiting = False
    walk.say(walk.taken(), walk.reach(walk.begin, offset), item)


def start_block(walk: Walk, place: Place, detail: Any) -> None:
    """Begin a block that ends the text of an item around it."""
    walk.settle(place["start"])
    walk.begin, walk.detail = place["start"], detail


def end_block(walk: Walk, offset: int) -> None:
    """Note where it ended: a tight item may go on behind it."""
    walk.behind = offset


def end_heading(walk: Walk, offset: int) -> None:
    """Write down a heading and take its title for what follows."""
    inline = walk.taken()
    first, last = walk.reach(walk.begin, offset)
    underlined = not walk.data.startswith(b"#", walk.begin)
    if underlined and inline.is_speech():  # the line below was meant to separate
        walk.say(inline, (first, last - 1))
    elif inline.whole():
        walk.title(int(walk.detail["level"][1:]), inline.whole(), (first, last))


def start_item(walk: Walk, place: Place, _: Any) -> None:
    """Go into an item."""
    walk.items.append(Item(place["start"], walk.items[-1].index if walk.items else -1))


def end_item(walk: Walk, offset: int) -> None:
    """Leave an item."""
    walk.settle(offset)
    walk.items.pop()


def start_quote(walk: Walk, place: Place, detail: Any) -> None:
    """Go into a block quote; the parser names the kind of an admonition."""
    walk.settle(place["start"])
    walk.quotes.append(str(detail or ""))


def end_quote(walk: Walk, offset: int) -> None:
    """Leave it."""
    walk.quotes.pop()
    end_block(walk, offset)


def end_code(walk: Walk, offset: int) -> None:
    """Write down code as it stands; the first word behind the fence is its language."""
    text = "".join(walk.taken().parts).rstrip("\r\n")
    info = walk.detail["Fenced"].split() if isinstance(walk.detail, dict) else []
    if text.strip():
        language = info[0].lower() if info else ""
        walk.draft.add("code", text, *walk.reach(walk.begin, offset), language=language, **walk.around())
    end_block(walk, offset)


def start_row(walk: Walk, place: Place, _: Any) -> None:
    """Begin a table's row, its header among them."""
    walk.begin, walk.cells, walk.bold_cells = place["start"], [], False


def end_cell(walk: Walk, _: int) -> None:
    """Take the text of a cell."""
    inline = walk.taken()
    walk.cells.append(inline.whole())
    walk.bold_cells = walk.bold_cells or inline.strong


def end_header(walk: Walk, _: int) -> None:
    """Keep the header for the rows below it."""
    walk.header = tuple(walk.cells)


def end_row(walk: Walk, offset: int) -> None:
    """Write down a row that says anything."""
    if any(walk.cells):
        fields = walk.around() | {
            "header": walk.header,
            "cells": tuple(walk.cells),
            "strong": walk.bold_cells,
        }
        walk.draft.add("row", " | ".join(walk.cells), *walk.reach(walk.begin, offset), **fields)


def end_html(walk: Walk, offset: int) -> None:
    """Write down what HTML shows to a reader; comments, scripts and styles are dropped."""
    text = " ".join(unescape(HTML.sub(" ", "".join(walk.taken().parts))).split())
    if text:
        walk.draft.say(walk.kind(), text, walk.reach(walk.begin, offset), **walk.around())
    end_block(walk, offset)


def start_strong(walk: Walk, place: Place, _: Any) -> None:
    """Begin bold text."""
    walk.inline.open(place["start"], strong=True, literal=_literal(walk, place, 2))


def start_emphasis(walk: Walk, place: Place, _: Any) -> None:
    """Begin italic text."""
    walk.inline.open(place["start"], strong=False, literal=_literal(walk, place, 1))


def _literal(walk: Walk, place: Place, width: int) -> str:
    """Return the marks where they are none: in `__init__.py`, `src/**/*.ts and lib/**/*.js`, `a*b*.ts`."""
    begin, end = place["start"], place["end"]
    mark, inner = walk.data[begin : begin + width], walk.data[begin + width : end - width]
    before, after = walk.data[begin - 1 : begin], walk.data[end : end + 2]
    if mark == b"**":
        literal = before == b"/" or after.startswith(b"/")
    else:
        literal = bool(BEFORE_NAME.match(before) or IN_NAME.match(after))
    return mark.decode() if literal or (mark == b"__" and DUNDER.fullmatch(inner)) else ""


STARTS: Mapping[str, Callable[[Walk, Place, Any], None]] = {
    "Paragraph": start_paragraph,
    "Heading": start_block,
    "List": start_block,
    "Item": start_item,
    "BlockQuote": start_quote,
    "CodeBlock": start_block,
    "HtmlBlock": start_block,
    "Table": start_block,
    "TableHead": start_row,
    "TableRow": start_row,
    "Strong": start_strong,
    "Emphasis": start_emphasis,
    "Strikethrough": lambda walk, _place, _: walk.inline.parts.append("~~"),
}
ENDS: Mapping[str, Callable[[Walk, int], None]] = {
    "Paragraph": end_paragraph,
    "Heading": end_heading,
    "Item": end_item,
    "BlockQuote": end_quote,
    "CodeBlock": end_code,
    "HtmlBlock": end_html,
    "TableHead": end_header,
    "TableRow": end_row,
    "TableCell": end_cell,
    "Table": end_block,
    "List": end_block,
    "Strong": lambda walk, _: walk.inline.close(),
    "Emphasis": lambda walk, _: walk.inline.close(),
    "Strikethrough": lambda walk, _: walk.inline.parts.append("~~"),
}


def rule(walk: Walk, _: Any, place: Place) -> None:
    """Take a thematic break: it ends an item's text and says nothing."""
    walk.settle(place["start"])


def task(walk: Walk, value: Any, _: Place) -> None:
    """Take the box of a checklist's item."""
    walk.items[-1].checked = value


EVENTS: Mapping[str, Callable[[Walk, Any, Place], None]] = {
    "Start": start,
    "End": end,
    "Code": lambda walk, value, _: walk.inline.code(value),
    "SoftBreak": lambda walk, _, place: walk.inline.new_line(place["end"]),
    "HardBreak": lambda walk, _, place: walk.inline.new_line(place["end"]),
    "Html": lambda walk, value, _: walk.inline.parts.append(value),
    "InlineHtml": lambda walk, value, _: walk.inline.html(value),
    "Rule": rule,
    "TaskListMarker": task,
}
