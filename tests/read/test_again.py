"""Spans, read again."""

import pytest

from batonpass.model.source import Block, Span
from batonpass.read.again import excerpt, resolve
from batonpass.read.parse import parse_text

TEXT = "# Title\n\n- first\n- second\n\nA paragraph\nover two lines.\n\n| a |\n|---|\n| cell |\n"


def blocks(text: str, name: str = "a.md") -> dict[str, Block]:
    return {block.text: block for block in parse_text(text, name, str).blocks}


def span(text: str, of: str, name: str = "a.md") -> Span:
    return blocks(text, name)[of].span


def test_what_stands_where_it_was_is_verified() -> None:
    for block in blocks(TEXT).values():
        found = resolve(block.span, TEXT.encode())
        assert (found.state, found.first, found.last) == ("verified", block.span.first, block.span.last)


def test_what_stands_elsewhere_was_moved() -> None:
    later = ("new line\n\n" + TEXT).encode()
    for block in blocks(TEXT).values():
        found = resolve(block.span, later)
        assert (found.state, found.first, found.last) == ("moved", block.span.first + 2, block.span.last + 2)


def test_what_was_changed_or_taken_away_has_drifted() -> None:
    wanted = span(TEXT, "second")
    assert resolve(wanted, TEXT.replace("second", "secund").encode()).state == "drifted"
    assert resolve(wanted, b"").state == "drifted"
    assert resolve(wanted, b"# Title\n").state == "drifted"


def test_a_longer_line_that_begins_the_same_is_another_line() -> None:
    assert (
        resolve(span(TEXT, "second"), TEXT.replace("- second", "- second thoughts\n").encode()).state
        != "moved"
    )


def test_of_several_equal_lines_the_nearest_is_meant() -> None:
    text = "- same\n" + "x\n" * 20 + "- other\n"
    wanted = span(text, "other")
    later = "- other\n" + "x\n" * 20 + "- sama\n" + "y\n" * 3 + "- other\n"
    assert resolve(wanted, later.encode()).first == 26


def test_a_value_within_a_line_is_found_again() -> None:
    text = 'files: ["src/a.ts", src/b.ts]\n'
    for value in ("src/a.ts", "src/b.ts"):
        wanted = span(text, value, "a.yaml")
        assert resolve(wanted, text.encode()).state == "verified"
        assert (resolve(wanted, b"# more\n" + text.encode()).state) == "moved"
        assert resolve(wanted, b'files: ["src/c.ts"]\n').state == "drifted"


def test_lines_joined_above_move_what_stands_at_the_same_byte() -> None:
    wanted = span(TEXT, "second")
    found = resolve(wanted, TEXT.replace("\n\n- first", "\n - first", 1).encode())
    assert (found.state, found.first) == ("moved", 3)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_an_excerpt_is_the_exact_lines(line_end: str) -> None:
    data = TEXT.replace("\n", line_end).encode()
    paragraph = blocks(data.decode())["A paragraph over two lines."]
    assert excerpt(data, paragraph.span) == f"A paragraph{line_end}over two lines.{line_end}"
    assert excerpt(data, (3, 4)) == f"- first{line_end}- second{line_end}"


def test_an_excerpt_stays_inside_the_text() -> None:
    assert excerpt(b"a\nb", (2, 99)) == "b"
    assert excerpt(b"a\nb", (0, 1)) == "a\n"
    assert excerpt(b"", (1, 1)) == ""
