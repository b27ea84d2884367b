import pytest
from hypothesis import given
from hypothesis import strategies as st

from batonpass.model.errors import BadContent, WrongUse
from batonpass.store.sections import BOM, HASH, MARKDOWN, Markers, find, put, take_out

ENDS = [b"\n", b"\r\n", b"\r", b"\n\n", b"---\n", b"---\r\n", b"---", b"...\n", b"x: y\n"]
WORDS = [b"a", b"text", b" ", BOM, "é".encode(), b"\xff", b"# batonpass:start ", b"<!-- batonpass:end -->x"]
PIECES = st.sampled_from(ENDS + WORDS)
FILES = st.lists(PIECES, max_size=14).map(b"".join)
TEXTS = st.text(alphabet="ab #é\n", max_size=12)
START, END = "<!-- batonpass:start -->", "<!-- batonpass:end -->"
OPEN = "<!-- batonpass:start (no line end before) -->"


def markdown(text: str, part: str, *, top: bool = False) -> str:
    return put(text.encode(), part, MARKDOWN, top=top).decode()


def test_part_goes_to_the_end_after_an_empty_line() -> None:
    assert markdown("# Agent\n", "Do this.") == f"# Agent\n\n{START}\nDo this.\n{END}\n"


def test_what_is_appended_to_a_file_with_a_part_begins_a_line() -> None:
    once = markdown("# Agent", "Do this.")
    assert once == f"# Agent\n\n{OPEN}\nDo this.\n{END}\n"
    longer = f"{once}More rules.\n".encode()
    assert markdown(longer.decode(), "Do that.").endswith(f"{OPEN}\nDo that.\n{END}\nMore rules.\n")
    assert take_out(longer, MARKDOWN) == b"# Agent\nMore rules.\n"


def test_a_part_without_its_line_end_gets_one_and_comes_out_as_before() -> None:
    older = f"# Agent\n\n{START}\nDo this.\n{END}"
    assert take_out(older.encode(), MARKDOWN) == b"# Agent"
    assert markdown(older, "Do this.") == markdown("# Agent", "Do this.")


@given(FILES, TEXTS, FILES.filter(bool), st.sampled_from([True, False]), st.sampled_from([MARKDOWN, HASH]))
def test_what_is_appended_stays_as_lines_of_its_own(
    data: bytes,
    text: str,
    more: bytes,
    top: bool,  # noqa: FBT001 - drawn
    markers: Markers,
) -> None:
    gone = take_out(put(data, text, markers, top=top) + more, markers)
    assert gone.startswith(data)
    assert gone.endswith(more)
    assert gone[len(data) : len(gone) - len(more)] in (b"", b"\n", b"\r\n")


def test_part_goes_behind_the_front_matter() -> None:
    text = "---\nname: dev\n---\nBody\n"
    assert markdown(text, "Do this.", top=True) == f"---\nname: dev\n---\n\n{START}\nDo this.\n{END}\nBody\n"


def test_part_goes_first_where_there_is_no_front_matter() -> None:
    assert markdown("Body\n", "Do this.", top=True) == f"{START}\nDo this.\n{END}\nBody\n"
    assert markdown("\ufeffBody\n", "x", top=True) == f"\ufeff{START}\nx\n{END}\nBody\n"


def test_line_ends_follow_the_file() -> None:
    assert markdown("a\r\nb\r\n", "one\ntwo").endswith(f"\r\n\r\n{START}\r\none\r\ntwo\r\n{END}\r\n")


def test_part_is_updated_where_it_stands() -> None:
    moved = f"before\n{START}\nold\n{END}\nafter"
    assert markdown(moved, "new") == f"before\n{START}\nnew\n{END}\nafter"


@given(FILES, TEXTS, TEXTS, st.sampled_from([True, False]), st.sampled_from([MARKDOWN, HASH]))
def test_file_comes_back_to_the_byte(
    data: bytes,
    text: str,
    other: str,
    top: bool,  # noqa: FBT001 - drawn
    markers: Markers,
) -> None:
    once = put(data, text, markers, top=top)
    assert take_out(once, markers) == data
    assert put(once, text, markers, top=not top) == once
    assert take_out(put(once, other, markers), markers) == data


@given(FILES, TEXTS, FILES, FILES)
def test_what_people_change_elsewhere_stays(data: bytes, text: str, before: bytes, after: bytes) -> None:
    whole = b"head\n" + data + b"\n"
    with_part = b"new" + before + b"\n" + put(whole, text, MARKDOWN) + after
    assert take_out(with_part, MARKDOWN) == b"new" + before + b"\n" + whole + after


def test_taking_out_what_is_not_there_changes_nothing() -> None:
    assert take_out(b"a\r\nb", MARKDOWN) == b"a\r\nb"
    assert find(f"text {START} inside\n".encode(), MARKDOWN) is None


@pytest.mark.parametrize(
    "text",
    [
        f"{START}\n",
        f"x\n{END}\n",
        f"{END}\n{START}\n",
        f"{START}\n{START}\n{END}\n",
        f"{START}\n{END}\n{END}\n",
    ],
)
def test_stray_markers_are_told_with_their_line(text: str) -> None:
    with pytest.raises(BadContent, match=r"a\.md:[12]: .*by hand"):
        put(text.encode(), "x", MARKDOWN, place="a.md")
    with pytest.raises(BadContent, match=r"a\.md:[12]: .*by hand"):
        take_out(text.encode(), MARKDOWN, "a.md")


@pytest.mark.parametrize("data", ["text\n".encode("utf-16"), b"\x00\x01"])
def test_what_is_no_utf8_text_is_refused(data: bytes) -> None:
    with pytest.raises(WrongUse, match="UTF-8"):
        put(data, "x", MARKDOWN)


def test_endless_front_matter_is_no_trap() -> None:
    data = b"---\n" + b"a: b\r\n" * 100_000
    assert put(data, "x", MARKDOWN, top=True) != data
