"""Where a document can be cut: at XML-like elements, and where it is too long to parse at once."""

import re
from codecs import BOM_UTF8 as BOM
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from batonpass.read.lines import LINE_END, Lines
from batonpass.tables.load import limits, words

HTML = frozenset(words("reading")["elements"]["html"])
FENCE = re.compile(rb"```+|~~~+")
# A fence, the beginning of a comment, or a tag; it starts with a set of characters because that is searched fast.
SIGN = re.compile(
    rb"[`~<](?:(?<=`)``+|(?<=~)~~+|(?<=<)!--|(?<=<)(?P<close>/?)(?P<name>[A-Za-z][\w.:-]*)(?:\s[^<>]*)?(?<!/)>)"
)
EDGE = 200  # bytes of a line looked at on either side of a tag or a fence
CODE = b"    "  # indented so far outside of any element, a tag is an example
MARKERS = b" \t>-*+0123456789.)"  # what may stand before a fence: quotes and list markers
# A line at the margin that begins a block whatever stood before: after a blank line, or a heading.
NEXT_BLOCK = re.compile(rb"[\r\n](?:\n?[ \t]*[\r\n]+(?=[^\s*+>|<0-9-])|\n?(?=#{1,6} ))")

Elements = tuple[tuple[str, int], ...]  # (name, byte of the tag), outermost first


class Part(NamedTuple):
    """A stretch of a document, parsed at once."""

    text: str
    first: int  # line its text begins on
    elements: Elements  # around it


class Tag(NamedTuple):
    """A tag at the beginning or the end of a line."""

    start: int
    end: int
    name: str
    closing: bool


def parts_of(lines: Lines, first: int) -> Iterator[Part]:
    """Yield the document from a line on, in parts that can be parsed one by one."""
    if first > lines.count:
        return
    begin = lines.starts[first - 1]
    begin += len(BOM) if lines.data.startswith(BOM, begin) else 0  # it would hide a heading
    around: Elements = ()
    for tag in _paired(_tags(lines, begin)):
        yield from _stretch(lines, begin, tag.start, around)
        begin = tag.end
        around = around[:-1] if tag.closing else (*around, (tag.name, tag.start))
    yield from _stretch(lines, begin, len(lines.data), ())


def _stretch(lines: Lines, begin: int, end: int, around: Elements) -> Iterator[Part]:
    size = limits()["source"]["part_bytes"]
    while begin < end:
        cut = _cut(lines, begin, end, size) if end - begin > size else end
        text = lines.data[begin:cut].decode("utf-8", "replace")
        if text.strip():
            yield Part(_dedented(text) if around else text, lines.at(begin), around)
        begin = cut


def _dedented(text: str) -> str:
    """Take away the indentation of an element's content, which Markdown would call code."""
    head, *rest = text.splitlines(keepends=True)
    shared = min((len(line) - len(line.lstrip(" \t")) for line in rest if line.strip()), default=0)
    return head.lstrip(" \t") + "".join(line[shared:] if line.strip() else line for line in rest)


def _cut(lines: Lines, begin: int, end: int, size: int) -> int:
    """Return the last place before `begin + size` where a block begins outside of fences."""
    limit = begin + size
    fences = _fences(lines, begin, limit, min(limit + size, end))
    places = [found.end() for found in NEXT_BLOCK.finditer(lines.data, begin, limit)]
    for place in reversed(places):
        if place > begin and not any(a < place < b for a, b in fences):
            return place
    behind = max((b for _, b in fences if b > limit), default=limit)
    line_end = LINE_END.search(lines.data, behind, end)
    return line_end.end() if line_end else end


def _fences(lines: Lines, begin: int, limit: int, horizon: int) -> list[tuple[int, int]]:
    """Return the fenced stretches that begin before `limit`; what is not closed by `horizon` is no fence."""
    found: list[tuple[int, int]] = []
    opened, start = b"", 0
    for fence in FENCE.finditer(lines.data, begin, horizon):
        if not opened and fence.start() >= limit:
            break
        if not opened and _opens(lines, fence):
            opened, start = fence[0], fence.start()
        elif opened and _closes(lines, fence, opened):
            found.append((start, fence.end()))
            opened = b""
    return found


def _before(lines: Lines, offset: int) -> bytes:
    """Return what stands before a byte on its line; of a very long line enough to see that it is not blank."""
    start = lines.starts[lines.at(offset) - 1]
    return lines.data[start:offset] if offset - start < EDGE else b"x" + lines.data[offset - EDGE : offset]


def _after(lines: Lines, offset: int) -> bytes:
    """Return what stands behind a byte on its line, of a very long line its beginning."""
    end = lines.starts[lines.at(offset)]
    return lines.data[offset : min(end, offset + EDGE)] if offset < len(lines.data) else b""


def _opens(lines: Lines, fence: re.Match[bytes]) -> bool:
    code_span = fence[0][:1] == b"`" and b"`" in _after(lines, fence.end())
    return not code_span and not _before(lines, fence.start()).strip(MARKERS)


def _closes(lines: Lines, fence: re.Match[bytes], opened: bytes) -> bool:
    longer = fence[0][:1] == opened[:1] and len(fence[0]) >= len(opened)
    return (
        longer and not _before(lines, fence.start()).strip(b" \t>") and not _after(lines, fence.end()).strip()
    )


def _tags(lines: Lines, begin: int) -> Iterator[Tag]:
    """Yield the tags that stand on a line's edge, outside of fences and comments."""
    data = lines.data
    if data.find(b"</", begin) < 0:
        return
    layout = HTML | {"summary"} if b"<details" in data else HTML
    opened, skipped, edge, depth = b"", begin, begin, 0
    for sign in SIGN.finditer(data, begin):
        if sign.start() < skipped:
            continue
        if opened:
            opened = b"" if _closes(lines, sign, opened) else opened
        elif sign[0][:1] in b"`~":
            opened = sign[0] if _opens(lines, sign) else b""
        elif not sign["name"]:
            skipped = max(data.find(b"-->", sign.end()), skipped)
        elif sign["name"].decode().lower() not in layout and _on_edge(lines, sign, edge if depth else 0):
            edge = sign.end()
            depth = max(depth + (-1 if sign["close"] else 1), 0)
            yield Tag(sign.start(), edge, sign["name"].decode(), bool(sign["close"]))


def _on_edge(lines: Lines, sign: re.Match[bytes], edge: int) -> bool:
    """Tell whether a tag begins a line or, closing, ends one; `edge` is the end of the tag before it, 0 outside."""
    before = _before(lines, sign.start())
    if not before.strip():
        return edge > 0 or not before.expandtabs().startswith(CODE)
    if edge and not lines.data[edge : min(sign.start(), edge + EDGE)].strip(b" \t"):
        return True
    after = _after(lines, sign.end()).strip()
    return bool(sign["close"]) and (not after or after.startswith(b"<")) and not before.endswith(b"`")


def _paired(tags: Iterator[Tag]) -> list[Tag]:
    """Return the tags that open and close an element, without strays such as placeholders."""
    seen = list(tags)
    kept: set[int] = set()
    stack: list[int] = []
    waiting: Counter[str] = Counter()
    for index, tag in enumerate(seen):
        if not tag.closing:
            stack.append(index)
            waiting[tag.name] += 1
        while tag.closing and waiting[tag.name]:
            inner = stack.pop()
            waiting[seen[inner].name] -= 1
            if seen[inner].name == tag.name:
                kept |= {inner, index}
                break
    return [seen[index] for index in sorted(kept)]
