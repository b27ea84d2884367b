"""What holds for every document, whatever it is made of."""

import re
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batonpass.model.source import Source
from batonpass.read.again import resolve
from batonpass.read.found import Found
from batonpass.read.lines import Lines
from batonpass.read.parse import parse
from batonpass.tables.load import limits

PIECES = (
    "# ", "## ", "- ", "  - ", "    ", "1. ", "> ", "> [!NOTE]", "```", "~~~", "```py", "| a | b |", "|---|---|", "**Label**: ",
    "**x**", "*y*", "__z__", "`c`", "[t](u)", "![i](u)", "<a>", "</a>", "<files>", "</files>", "<b>", "</b>", "<!--", "-->",
    "---", "+++", "===", "...", ": ", "key: ", "key: |", '"q"', "'s'", "{", "}", "[", "]", ",", "&x ", "*x", "!t ", "# c", "null",
    "1.0", "true", "\\n", "\\u00e9", "&amp;", "\\*", "~~old~~", "- [x] ", "word", "Ünï", "決定", "🙂", "\u200b", "\t", " ",
    "\ufeff", "\x0b", "\x0c", "\x1c", "\u2028", "\x85", "\x00", "\n", "\n", "\n", "\n\n", "\r\n", "\r",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(max_size=60)
NAMES = st.sampled_from(("a.md", "a.yaml", "a.json", "a.txt", "a.py", "stdin"))


def read(text: str, name: str) -> Source:
    data = text.encode("utf-8", "replace")
    return parse(Found(name, name, data), redact=str, max_bytes=10**6)


@given(TEXTS, NAMES)
def test_every_span_is_exactly_its_bytes_and_its_lines(text: str, name: str) -> None:
    source = read(text, name)
    lines = Lines(source.data)
    for block in source.blocks:
        span = block.span
        assert sha256(source.data[span.start : span.end]).hexdigest() == span.digest
        assert 1 <= span.first <= span.last <= source.lines
        assert lines.starts[span.first - 1] <= span.start < span.end <= lines.starts[span.last]
        assert resolve(span, source.data).state == "verified"


@given(TEXTS, NAMES)
def test_every_letter_of_a_block_stands_in_its_bytes_in_order(text: str, name: str) -> None:
    source = read(text, name)
    for block in source.blocks:
        written = source.data[block.span.start : block.span.end].decode()
        if name == "a.yaml" and "*" in written:
            continue  # an alias says what its anchor says
        letters = iter(written.replace("\\u00e9", "\\u00e9é"))
        assert all(letter in letters for letter in block.text if letter.isalnum()), (block, written)


@given(st.lists(st.sampled_from(("plain", "`code`", "Ünï", "決定", "a_b", "src/a.ts", "1.0")), min_size=1))
def test_every_word_of_a_block_stands_in_its_bytes(words: list[str]) -> None:
    text = " ".join(words)
    for written in (
        text,
        f"- {text}",
        f"# {text}",
        f"| {text} |\n|---|\n| x |",
        f"> {text}",
        f"<a>\n{text}\n</a>",
    ):
        (block, *_) = read(written.replace(" ", "\n") if written == text else written, "a.md").blocks
        in_bytes = set(re.split(r"\s+", written))
        assert set((" ".join(block.header) or block.text).split()) <= in_bytes


@given(TEXTS, NAMES)
def test_a_parent_stands_before_and_holds_the_block(text: str, name: str) -> None:
    blocks = read(text, name).blocks
    for index, block in enumerate(blocks):
        assert -1 <= block.parent < index
        assert block.parent < 0 or blocks[block.parent].kind in ("item", "row")


@given(TEXTS, NAMES)
def test_the_same_text_gives_the_same_source(text: str, name: str) -> None:
    assert read(text, name) == read(text, name)


@given(
    st.lists(st.sampled_from(("a", "", "é\x0b", "x\u2028y", "\x85")), max_size=8),
    st.sampled_from(("\n", "\r", "\r\n")),
)
def test_lines_end_at_line_ends_only(texts: list[str], line_end: str) -> None:
    lines = Lines("".join(text + line_end for text in texts).encode())
    assert [lines.text(number) for number in range(1, lines.count + 1)] == texts


@given(st.lists(TEXTS, max_size=12).map("\n\n# Part\n\nends here\n\n".join))
def test_no_byte_gets_lost_where_a_document_is_cut(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(limits()["source"], "part_bytes", 60)
        source = read(text, "a.md")
    for block in source.blocks:
        assert sha256(source.data[block.span.start : block.span.end]).hexdigest() == block.span.digest


def test_a_document_says_the_same_in_parts() -> None:
    section = (
        "## Section {n}\n\nA paragraph\nover lines.\n\n- item\n  - nested\n\n  inside\n\n"
        "```md\n## not a heading\n\ntext\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n\nLast: one.\n\n"
    )
    text = "# Title\n\n" + "".join(section.replace("{n}", str(n)) for n in range(40))
    whole = read(text, "a.md")
    for size in (200, 1000, 3000):
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(limits()["source"], "part_bytes", size)
            assert read(text, "a.md") == whole
    assert len(whole.blocks) == 1 + 9 * 40


def test_a_long_fence_is_not_cut() -> None:
    text = "# T\n\n```\n" + "# code\n\n" * 20 + "```\n\n# After\n"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(limits()["source"], "part_bytes", 120)
        assert [block.kind for block in read(text, "a.md").blocks] == ["heading", "code", "heading"]
